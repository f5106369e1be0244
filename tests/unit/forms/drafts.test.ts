import { randomBytes } from 'node:crypto'
import { carryDraft, type Draft, draftFault, formStart, readDraft } from '#lib/contact/forms/drafts.ts'
import { resetSigningSecret } from '#lib/platform/signed.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { breakStore, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const draft: Draft = {
  values: { firstName: 'Asha', levels: ['marathon', 'big-wheel'] },
  errors: [{ field: 'email', message: 'Enter your email address' }],
  step: 2,
}
const secret = 'a-secret-that-two-servers-share-1234'
const minutes = 60_000
afterEach(() => jest.restoreAllMocks())

function later(milliseconds: number) {
  const time = Date.now() + milliseconds
  jest.spyOn(Date, 'now').mockReturnValue(time)
}

async function carry(form = 'donation', carried = draft) {
  const kept = await carryDraft(form, carried)
  if (!kept) throw new Error('No cookie carries this draft')
  return { ...kept, header: kept.cookie.split(';')[0] ?? '' }
}

const message = (characters: number) => ({
  values: { message: 'Your camp gave our daughter her smile. '.repeat(characters / 38) },
  errors: [],
})

describe('A form draft', () => {
  useFreshStore()

  test('is restored completely in the same browser, even after a restart', async () => {
    const { id, header } = await carry()
    await closeStore()
    resetSigningSecret()
    await store()
    expect(readDraft('donation', id, `theme=dark; ${header}; other=1`)).toEqual(draft)
  })

  test('expires after half an hour', async () => {
    const { id, header, cookie } = await carry()
    expect(cookie).toContain('; Max-Age=1800;')
    later(30 * minutes - 1000)
    expect(readDraft('donation', id, header)).toEqual(draft)
    later(1000)
    expect(readDraft('donation', id, header)).toBeNull()
  })

  test('is not shown to another browser, nor in another form', async () => {
    const { id, header } = await carry()
    const other = await carry()
    expect(readDraft('donation', id, null)).toBeNull()
    expect(readDraft('donation', id, other.header)).toBeNull()
    expect(readDraft('donation', id, other.header.replace(other.id, id))).toBeNull()
    expect(readDraft('newsletter', id, header)).toBeNull()
    expect(readDraft('donation', null, header)).toBeNull()
    expect(readDraft('donation', '', 'draft=')).toBeNull()
  })

  test('that was tampered with or forged is not shown', async () => {
    const { id, header } = await carry()
    const sealed = header.split('.')[1] ?? ''
    const changed = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)
    for (const sealed of ['', 'x', 'A'.repeat(60), changed, randomBytes(200).toString('base64url')])
      expect(readDraft('donation', id, `draft=${id}.${sealed}`)).toBeNull()
  })

  test('cannot be read in the cookie, by a script or on the way', async () => {
    const { id, header, cookie } = await carry()
    expect(Buffer.from(id, 'base64url')).toHaveLength(16)
    expect(Buffer.from(header.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('Asha')
    expect(cookie).toMatch(/^draft=[\w-]+\.[\w-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/)
  })

  test('is in a cookie that no other host can set, where the site is on https', async () => {
    setEnvironment({ SITE_URL: 'https://charity.example' })
    const { id, header, cookie } = await carry()
    expect(cookie).toMatch(/^__Host-draft=[^;]+; Path=\/; .*; Secure$/)
    expect(readDraft('donation', id, header)).toEqual(draft)
    expect(readDraft('donation', id, header.replace('__Host-', ''))).toBeNull()
  })

  test('works while the store is unavailable, also on a server that never reached it', async () => {
    setEnvironment({ SIGNING_SECRET: secret })
    await breakStore()
    const { id, header } = await carry()
    resetSigningSecret()
    expect(readDraft('donation', id, header)).toEqual(draft)
  })

  test('is not stored while the store with the secret is unavailable, because another server could not decrypt it', async () => {
    await breakStore()
    expect(await carryDraft('donation', draft)).toBeNull()
  })

  test('is not stored when the headers would exceed what proxies accept', async () => {
    const { cookie } = await carry('contact', message(5000))
    expect(cookie.length).toBeLessThan(2700)
    const noise = { values: { message: randomBytes(5000).toString('base64') }, errors: [] }
    expect(await carryDraft('contact', noise)).toBeNull()
    expect(await carryDraft('contact', message(60_000))).toMatchObject({ id: expect.any(String) })
    expect(await carryDraft('contact', message(100_000))).toBeNull()
  })

  test.each([
    ['?cancelled=1', { values: draft.values, step: 2, cancelled: true }],
    ['?draft=', { values: draft.values, step: 2, cancelled: false }],
    ['?draft=another', { values: null, step: undefined, cancelled: false }],
    ['', { values: null, step: undefined, cancelled: false }],
  ])('is what the page at %j begins with', async (query, start) => {
    const { id, header } = await carry('donation', { ...draft, errors: [] })
    const { draft: named, ...rest } = Object.fromEntries(new URLSearchParams(query))
    const read = (wanted: string) => readDraft('donation', wanted, header)
    const started = formStart({ ...rest, ...(named !== undefined && { draft: named || id }) }, header, read)
    expect(started).toEqual({
      ...start,
      fault: null,
      suggestion: null,
      // One key in a page for everybody would make all of them the same attempt.
      attemptKey: start.values && expect.stringMatching(/^[\w-]{36}$/),
    })
  })

  test('brings its fault and its attempt to the page', async () => {
    const { id, header } = await carry('donation', { ...draft, attemptKey: 'attempt-1234' })
    const read = (wanted: string) => readDraft('donation', wanted, header)
    expect(formStart({ draft: id }, header, read)).toMatchObject({
      fault: { sentence: 'Please correct the fields that are marked.', errors: draft.errors },
      attemptKey: 'attempt-1234',
    })
    expect(formStart({ draft: [id, id] }, header, read).values).toBeNull()
    expect(draftFault({ errors: [], formError: 'Too many' })).toEqual({ sentence: 'Too many', errors: [] })
  })
})
