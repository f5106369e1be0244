import { utcNow } from '#lib/clock.ts'
import { readDraft, saveDraft } from '#lib/http/drafts.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { breakStore, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const draft = {
  values: { firstName: 'Asha', levels: ['marathon', 'big-wheel'] },
  errors: [{ field: 'email', message: 'Enter your e-mail address' }],
  step: 2,
}
const minutes = 60_000
afterEach(() => jest.restoreAllMocks())

function later(milliseconds: number) {
  const time = Date.now() + milliseconds
  jest.spyOn(Date, 'now').mockReturnValue(time)
}

describe('A form draft', () => {
  onBothDatabases(() => {
    test('comes back whole to the browser that sent it, even after a restart', async () => {
      const { id, cookie } = await saveDraft('donation', draft)
      await closeStore()
      expect(await readDraft('donation', id, `theme=dark; ${cookie.split(';')[0]}; other=1`)).toEqual(draft)
    })

    test('is gone after half an hour, from the store too', async () => {
      const { id, cookie } = await saveDraft('donation', draft)
      later(30 * minutes - 1000)
      expect(await readDraft('donation', id, cookie)).toEqual(draft)
      later(2000)
      expect(await readDraft('donation', id, cookie)).toBeNull()
      await saveDraft('donation', draft)
      const { db } = await store()
      expect((await db.selectFrom('form_drafts').select('id').execute()).map((row) => row.id)).not.toContain(id)
    })
  })

  describe('whatever the database', () => {
    useFreshStore()

    test('is not shown to who only knows its address, nor in another form', async () => {
      const { id, cookie } = await saveDraft('donation', draft)
      const other = await saveDraft('donation', draft)
      expect(await readDraft('donation', id, null)).toBeNull()
      expect(await readDraft('donation', id, other.cookie)).toBeNull()
      expect(await readDraft('donation', id, `draft=${id}x`)).toBeNull()
      expect(await readDraft('newsletter', id, cookie)).toBeNull()
      expect(await readDraft('donation', null, cookie)).toBeNull()
      expect(await readDraft('donation', '', 'draft=')).toBeNull()
    })

    test('has an id that nobody guesses, and a cookie that no script reads', async () => {
      const { id, cookie } = await saveDraft('donation', draft)
      expect(Buffer.from(id, 'base64url')).toHaveLength(16)
      expect(cookie).toBe(`draft=${id}; Path=/; Max-Age=1800; HttpOnly; SameSite=Lax`)
      setEnvironment({ SITE_URL: 'https://charity.example' })
      expect((await saveDraft('donation', draft)).cookie).toMatch(/; Secure$/)
    })

    test('is kept in memory while the store fails, for as long', async () => {
      await breakStore()
      const { id, cookie } = await saveDraft('donation', draft)
      expect(await readDraft('donation', id, cookie)).toEqual(draft)
      later(30 * minutes)
      expect(await readDraft('donation', id, cookie)).toBeNull()
    })

    test('is kept in memory when the store holds five thousand already, so that no stranger fills the disk', async () => {
      const { db } = await store()
      const [now, expires_at] = [utcNow(), utcNow(30 * minutes)]
      const others = Array.from({ length: 5000 }, (_, number) => `other-${number}`)
      await db
        .insertInto('form_drafts')
        .values(others.map((id) => ({ id, form: 'contact', payload: '{}', created_at: now, expires_at })))
        .execute()
      const { id, cookie } = await saveDraft('donation', draft)
      expect(await readDraft('donation', id, cookie)).toEqual(draft)
      expect(await db.selectFrom('form_drafts').select('id').where('id', '=', id).execute()).toEqual([])
    })

    test('in memory gives way to the thousandth after it, so that memory has an end', async () => {
      await breakStore()
      const first = await saveDraft('donation', draft)
      for (let number = 0; number < 1000; number += 1) await saveDraft('donation', draft)
      expect(await readDraft('donation', first.id, first.cookie)).toBeNull()
    })
  })
})
