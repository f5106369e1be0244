import { json } from 'node:stream/consumers'
import { GET as startForm } from '#app/api/enquiries/start/route.ts'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import { log } from '#lib/platform/log.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import {
  answersJson,
  type Behaviour,
  dropsTheConnection,
  neverAnswers,
  sharedUpstream,
} from '#tests/support/upstream.ts'

keepEnvironment()
const turnstile = sharedUpstream(answersJson({ success: true }))
beforeEach(() =>
  setEnvironment({
    SITE_URL: 'https://charity.example',
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'secret',
    TURNSTILE_API_BASE: turnstile.url,
  }),
)
afterEach(() => jest.restoreAllMocks())

const token = 'a-token'
const request = new Request('http://10.0.0.1/api/enquiries', { headers: { host: '192.168.1.4:3000' } })
const verify = (data: object) => verifyChallenge(request, { ...data }, 'contact')
const verified = (answer: unknown) => {
  turnstile.behave(answersJson(answer))
  return verify({ turnstileToken: token })
}
const errors = (...codes: string[]) => ({ success: false, 'error-codes': codes })
const solved = { success: true, action: 'contact', hostname: 'charity.example' }

describe('A Turnstile token', () => {
  test.each([
    [solved, 'passed'],
    [{ ...solved, hostname: '192.168.1.4' }, 'passed'],
    [{ ...solved, hostname: 'elsewhere.example' }, 'failed'],
    [{ ...solved, action: 'volunteer' }, 'failed'],
    [{ success: true }, 'failed'],
    [errors('invalid-input-response'), 'failed'],
    [errors('timeout-or-duplicate', 'invalid-input-response'), 'unknown'],
  ])('for which Turnstile answers %j is %s', async (answer, challenge) => {
    const warn = jest.spyOn(log, 'warn')
    expect(await verified(answer)).toBe(challenge)
    expect(warn).not.toHaveBeenCalled()
  })

  test.each([
    [{}, 'missing'],
    [{ turnstileToken: '' }, 'missing'],
    [{ turnstileToken: ['a', 'b'] }, 'failed'],
    [{ turnstileToken: 'x'.repeat(2049) }, 'failed'],
  ])('is asked about only where there is one that can be ours: %#', async (data, challenge) => {
    expect(await verify(data)).toBe(challenge)
    expect(turnstile.requests).toEqual([])
  })

  test('is ignored without keys', async () => {
    setEnvironment({ TURNSTILE_SITE_KEY: undefined, TURNSTILE_SECRET_KEY: undefined, TURNSTILE_API_BASE: undefined })
    expect(await verify({ turnstileToken: token })).toBe('off')
  })

  test.each<[string, Behaviour, RegExp]>([
    ['says that our key is wrong', answersJson(errors('invalid-input-secret')), /rejected .*: invalid-input-secret$/],
    ['fails', answersJson(errors('internal-error'), 500), /rejected .*: internal-error$/],
    ['answers something else', answersJson({ success: 'yes' }, 418), /unexpected response with status 418$/],
    ['drops the connection', dropsTheConnection, /could not be reached \(\w+\)$/],
  ])('proves nothing while Turnstile %s', async (_, behaviour, why) => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
    turnstile.behave(behaviour)
    expect(await verify({ turnstileToken: token })).toBe('unknown')
    const line = ['A form was accepted without a Turnstile check', { why: expect.stringMatching(why) }]
    expect(warn.mock.calls).toEqual([line])
  })

  test('is waited for no longer than three seconds', async () => {
    const over = AbortSignal.abort(new DOMException('', 'TimeoutError'))
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
    turnstile.behave(neverAnswers)
    expect(await verify({ turnstileToken: token })).toBe('unknown')
    expect(timeout).toHaveBeenCalledWith(3000)
  })

  test('is verified under a key of the same words, so that a lost response does not spend it', async () => {
    const asked: unknown[] = []
    turnstile.behave(async (call, response) => {
      asked.push(await json(call))
      response.end(JSON.stringify(solved))
    })
    for (const message of ['one', 'one', 'another']) await verify({ message, turnstileToken: token })
    const uuid = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/
    const question = { secret: 'secret', response: token, idempotency_key: expect.stringMatching(uuid) }
    expect(asked).toEqual([question, question, question])
    expect(asked[1]).toEqual(asked[0])
    expect(asked[2]).not.toEqual(asked[0])
    expect(turnstile.requests[0]).toMatchObject({ method: 'POST', url: '/turnstile/v0/siteverify' })
  })
})

describe('A browser that begins a form', () => {
  test('is told when, and where the widget is, but never the secret key', async () => {
    const response = await startForm()
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.json()).toEqual({
      startedAt: expect.stringMatching(/^\d+\..+/),
      turnstile: {
        script: `${turnstile.url}/turnstile/v0/api.js?render=explicit`,
        siteKey: 'site',
        field: 'turnstileToken',
      },
    })
  })
})
