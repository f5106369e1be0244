import { randomUUID } from 'node:crypto'
import { GET as startForm } from '#app/api/enquiries/start/route.ts'
import { env } from '#lib/env.ts'
import { checkToken, type TurnstileAccount } from '#lib/providers/turnstile.ts'
import type { Service } from '#sandbox/http.ts'
import { startTurnstile, turnstileKeys } from '#sandbox/turnstile.ts'
import { setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { answersJson, type Behaviour, neverAnswers, startUpstream, type Upstream } from '#tests/support/upstream.ts'
import { amina, enquiries, outbox, postForm, postJson, signUpAsJson } from '../enquiries/support.ts'

let cloudflare: Service
beforeAll(async () => {
  cloudflare = await startTurnstile({ port: 0 })
})
afterAll(() => cloudflare.close())

const control = (path: string, body: unknown) =>
  fetch(`${cloudflare.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
const asked = async () =>
  ((await (await fetch(`${cloudflare.url}/_sandbox/requests`)).json()) as { requests: { body: object }[] }).requests

/** As a widget on one of our pages gets it. */
async function tokenFor(action: string, origin = 'http://localhost:3000'): Promise<string> {
  const query = new URLSearchParams({ sitekey: turnstileKeys.siteKey, action, origin })
  const frame = await (await fetch(`${cloudflare.url}/turnstile/v0/frame?${query}`)).text()
  return /data-token="([^"]+)"/.exec(frame)?.[1] ?? ''
}

function useTurnstile() {
  useFreshStore()
  beforeEach(async () => {
    await control('reset', {})
    setEnvironment({
      TURNSTILE_SITE_KEY: turnstileKeys.siteKey,
      TURNSTILE_SECRET_KEY: turnstileKeys.secretKey,
      TURNSTILE_API_BASE: cloudflare.url,
    })
  })
}

const judged = async () => (await enquiries()).map(({ state, suspicion }) => [state, suspicion])
const unknownToken = ['quarantined', 'Turnstile does not know its token']

describe('An enquiry, where Turnstile is asked', () => {
  useTurnstile()

  test('with the token of its own form is delivered', async () => {
    expect((await postJson({ ...amina, turnstileToken: await tokenFor('contact') })).status).toBe(202)
    expect(await judged()).toEqual([['stored', null]])
    expect(await outbox()).toHaveLength(1)
    expect(await asked()).toMatchObject([{ body: { secret: turnstileKeys.secretKey } }])
  })

  test('whose answer was lost may be sent again with the same token', async () => {
    const turnstileToken = await tokenFor('contact')
    await postJson({ ...amina, turnstileToken })
    await postJson({ ...amina, turnstileToken })
    expect(await judged()).toEqual([
      ['stored', null],
      ['stored', null],
    ])
  })

  test('without a token is judged by the other signs, and nobody is asked', async () => {
    await postForm({ ...amina })
    await postForm({ ...amina, turnstileToken: '' })
    await postJson({ ...amina, message: 'Cheap offers: https://example.org for everyone' })
    expect((await judged()).map(([state]) => state).sort()).toEqual(['quarantined', 'stored'])
    expect(await asked()).toEqual([])
  })

  test.each<[string, () => unknown]>([
    ['that was made up', () => 'made-up'],
    ['of another form', () => tokenFor('volunteer')],
    ['of another site', () => tokenFor('contact', 'https://elsewhere.example')],
    ['that is no text', () => ['a', 'b']],
    ['that is too long', () => 'x'.repeat(2049)],
    ['that a program was given', () => control('tokens', { good: false }).then(() => tokenFor('contact'))],
  ])('with a token %s is thanked the same, and kept apart', async (_, token) => {
    const answer = await postJson({ ...amina, turnstileToken: await token() })
    expect(answer.status).toBe(202)
    expect(Object.keys((await answer.json()) as object)).toEqual(['reference'])
    expect(await judged()).toEqual([unknownToken])
    expect(await outbox()).toMatchObject([{ kind: 'quarantine' }])
  })

  test('with a token that was over before it was sent is not suspected for that', async () => {
    const turnstileToken = await tokenFor('contact')
    await postJson({ ...amina, turnstileToken })
    await postJson({ ...amina, message: 'Something else', turnstileToken })
    expect(await judged()).toEqual([
      ['stored', null],
      ['stored', null],
    ])
  })

  test.each(['fail', 'refuse', 'garbage', 'drop'])('is delivered while Turnstile does this: %s', async (mode) => {
    const turnstileToken = await tokenFor('contact')
    await control('behaviour', { mode })
    expect((await postJson({ ...amina, turnstileToken })).status).toBe(202)
    expect(await judged()).toEqual([['stored', null]])
  })

  test('is delivered while our own key is wrong', async () => {
    setEnvironment({ TURNSTILE_SECRET_KEY: 'another' })
    await postJson({ ...amina, turnstileToken: 'whatever' })
    expect(await judged()).toEqual([['stored', null]])
  })

  test('that has to be mended keeps its token for the next try', async () => {
    const turnstileToken = await tokenFor('contact')
    expect((await postJson({ ...amina, email: '', turnstileToken })).status).toBe(422)
    expect(await asked()).toEqual([])
  })

  test('has a sign-up for the newsletter beside it, in a widget of its own', async () => {
    const reader = { name: 'Asha', email: 'asha@example.org' }
    await signUpAsJson({ ...reader, turnstileToken: await tokenFor('newsletter') })
    await signUpAsJson({ ...reader, turnstileToken: await tokenFor('contact') })
    expect((await judged()).sort()).toEqual([unknownToken, ['stored', null]])
  })
})

describe('Without keys', () => {
  useFreshStore()

  test('a token is not looked at', async () => {
    await postJson({ ...amina, turnstileToken: 'made-up' })
    expect(await judged()).toEqual([['stored', null]])
  })

  test('a browser is told of no widget, and when the form was begun', async () => {
    expect(await (await startForm()).json()).toEqual({ startedAt: expect.stringMatching(/^\d+\..+/), turnstile: null })
  })
})

describe('With keys', () => {
  useTurnstile()

  test('a browser is told where the widget is, and never the secret key', async () => {
    const answer = await startForm()
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.json()).toMatchObject({
      turnstile: {
        script: `${cloudflare.url}/turnstile/v0/api.js?render=explicit`,
        siteKey: turnstileKeys.siteKey,
        field: 'turnstileToken',
      },
    })
    expect(JSON.stringify(await (await startForm()).json())).not.toContain(turnstileKeys.secretKey)
  })
})

describe('A token', () => {
  useTurnstile()
  let upstream: Upstream
  afterEach(() => upstream?.close())
  const account = () => env().turnstile as TurnstileAccount
  const check = async (behaviour: Behaviour) => {
    upstream = await startUpstream(behaviour)
    return checkToken({ ...account(), apiBase: upstream.url }, 'token', randomUUID())
  }

  test.each([
    [{ success: false, 'error-codes': ['internal-error'] }, 'Turnstile rejected the request: internal-error'],
    [
      { success: false, 'error-codes': ['invalid-input-secret'] },
      'Turnstile rejected the request: invalid-input-secret',
    ],
    [{ success: 'yes' }, 'Turnstile returned an unexpected response with status 200'],
    [null, 'Turnstile returned an unexpected response with status 200'],
  ])('is neither good nor bad when the answer is %j', async (answer, why) => {
    expect(await check(answersJson(answer))).toEqual({ kind: 'unknown', why })
  })

  test('is not believed because of a redirect', async () => {
    const away: Behaviour = (_, response) => response.writeHead(302, { location: cloudflare.url }).end()
    expect(await check(away)).toMatchObject({ kind: 'unknown' })
  })

  test('is waited for no longer than three seconds', async () => {
    const timeout = jest
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
    expect(await check(neverAnswers)).toEqual({ kind: 'unknown', why: 'Turnstile did not respond within 3 s' })
    expect(timeout).toHaveBeenCalledWith(3000)
    timeout.mockRestore()
  })
})
