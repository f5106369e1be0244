/** How a posted form is read and refused: its key, what waits in memory, and the token of Turnstile. */

import { json } from 'node:stream/consumers'
import { GET as startForm } from '#app/api/enquiries/start/route.ts'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import { idempotencyKey, readPost, requestHash } from '#lib/contact/forms/read-post.ts'
import { type ReturnedForm, readReturned, refuse, showForm } from '#lib/contact/forms/returned-form.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { setPageRenderer } from '#lib/platform/http/page-response.ts'
import { log } from '#lib/platform/log.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import {
  answersJson,
  type Behaviour,
  dropsTheConnection,
  neverAnswers,
  sharedUpstream,
} from '#tests/support/upstream.ts'

const header = (key: string) => new Headers({ 'idempotency-key': key })
const none = new Headers()

describe('An idempotency key', () => {
  test.each<[Headers, object, string | null]>([
    [header('attempt-1234'), {}, 'attempt-1234'],
    [header(' "attempt-1234" '), {}, 'attempt-1234'],
    [header('attempt-1234'), { idempotencyKey: 'attempt-5678' }, 'attempt-1234'],
    [none, { idempotencyKey: 'Az09._:-' }, 'Az09._:-'],
    [none, { idempotencyKey: 'a'.repeat(128) }, 'a'.repeat(128)],
    [none, { idempotencyKey: '' }, null],
    [none, {}, null],
  ])('comes from the header, else from the hidden field: %#', (headers, data, key) => {
    expect(idempotencyKey(headers, { ...data })).toEqual({ ok: true, value: key })
  })

  test.each(['short77', 'a'.repeat(129), 'with spaces in it', 'naïve-key', ' attempt-1', ['two', 'keys'], 5])(
    'that is %j is answered 400',
    async (key) => {
      const given = idempotencyKey(none, { idempotencyKey: key })
      if (given.ok) throw new Error('The key was accepted')
      expect(given.failure.status).toBe(400)
      expect(await given.failure.json()).toMatchObject({ title: 'The Idempotency-Key cannot be used' })
    },
  )

  test('covers the same request whatever the order of its fields, and no other', () => {
    const one = requestHash({ amount: 100, address: { city: 'Pune', line1: 'a' }, levels: ['a', { b: 1, c: null }] })
    const same = { levels: ['a', { c: null, b: 1 }], address: { line1: 'a', city: 'Pune' }, amount: 100 }
    expect(requestHash(same)).toBe(one)
    expect(one).toMatch(/^[\w-]{43}$/)
    const others = [{ ...same, levels: ['b', 'a'] }, { ...same, amount: 101 }, { ...same, more: 1 }, null, undefined]
    for (const other of others) expect(requestHash(other)).not.toBe(one)
  })
})

describe('The post of a form', () => {
  beforeEach(() => stopClock('2026-11-21T23:59:59.000Z'))
  afterEach(() => stopClock(undefined))

  const url = 'http://localhost:3000/api/enquiries'
  const post = (headers: HeadersInit, body: BodyInit, oncePerDay?: boolean) =>
    readPost(new Request(url, { method: 'POST', body, headers }), oncePerDay)
  const plain = (text: string, oncePerDay?: boolean) => post({}, new URLSearchParams(text), oncePerDay)

  test('brings its answers, its language and its key; a plain form may have one for the day', async () => {
    expect(await plain('a=1')).toEqual({
      ok: true,
      value: { kind: 'form', data: { a: '1' }, key: null, language: 'en' },
    })
    expect(await plain('a=1', true)).toMatchObject({ value: { key: 'plain-form-2026-11-21' } })
    expect(await plain('idempotencyKey=attempt-1234', true)).toMatchObject({ value: { key: 'attempt-1234' } })
    const json = { 'content-type': 'application/json' }
    const data = { a: 1, language: 'hi' }
    expect(await post(json, JSON.stringify(data), true)).toEqual({
      ok: true,
      value: { kind: 'json', data, key: null, language: 'hi' },
    })
  })

  test.each<[number, HeadersInit, BodyInit]>([
    [403, { 'sec-fetch-site': 'cross-site' }, new URLSearchParams('a=1')],
    [415, { 'content-type': 'text/plain' }, 'hello'],
    [400, { 'idempotency-key': 'short' }, new URLSearchParams('a=1')],
  ])('that cannot be read is answered %i', async (status, headers, body) => {
    expect(await post(headers, body)).toMatchObject({ ok: false, failure: { status } })
  })
})

const request = new Request('http://localhost/api/enquiries', { method: 'POST' })
const formOf = (message: string): ReturnedForm => ({ values: { message }, fault: null })

/** Pages whose rendering has begun: the ids of their forms, and how to finish each. */
let rendering: { id: string; finish: (response: Response | Error) => void }[]

beforeEach(() => {
  rendering = []
  setPageRenderer(
    (address) =>
      new Promise((resolve, reject) => {
        const id = new URL(address, 'http://localhost').searchParams.get('returned') ?? ''
        const finish = (response: Response | Error) =>
          response instanceof Error ? reject(response) : resolve(response)
        rendering.push({ id, finish })
      }),
  )
})
afterEach(() => setPageRenderer(null))

const show = (message: string, address = '/contact') => showForm(request, address, formOf(message), { status: 422 })

test('a form can be read while its page is rendered, and is forgotten after that, also if rendering fails', async () => {
  for (const [address, response] of [
    ['/contact', new Response('page')],
    ['/contact?language=hi', new Error('no page')],
  ] as const) {
    const shown = show('typed', address)
    const [{ id, finish } = { id: '', finish: () => undefined }] = rendering.splice(0)
    expect(readReturned(id)).toEqual(formOf('typed'))
    finish(response)
    const result = await shown.catch((error: unknown) => error)
    if (response instanceof Response) expect((result as Response).headers.has('retry-after')).toBe(false)
    else expect(result).toBe(response)
    expect(readReturned(id)).toBeNull()
  }
  expect(readReturned(['x'])).toBeNull()
})

test('of more than 500 forms that wait, the oldest are given up', async () => {
  const shown = Array.from({ length: 502 }, (_, number) => show(String(number)))
  const found = rendering.map(({ id }) => readReturned(id)?.values.message)
  expect(found.slice(0, 4)).toEqual([undefined, undefined, '2', '3'])
  expect(found.at(-1)).toBe('501')
  for (const { finish } of rendering) finish(new Response('page'))
  await Promise.all(shown)
})

test('a program is told what is wrong as problem details, without what does not apply', async () => {
  const refusal = { status: 422, title: 'There is a problem' }
  const form = { ...formOf('typed'), address: '/contact' }
  const bare = await refuse(request, 'json', refusal, form)
  expect(bare.headers.get('retry-after')).toBeNull()
  expect(Object.keys((await bare.json()) as object).sort()).toEqual(['status', 'title', 'type'])
  const errors = [{ field: 'email', message: 'Enter your email address' }]
  const total = { amount: 7500, currency: 'USD' } as const
  const told = await refuse(request, 'json', { ...refusal, detail: 'Correct it', errors, retryAfter: 60, total }, form)
  expect(told.headers.get('retry-after')).toBe('60')
  expect(await told.json()).toMatchObject({ detail: 'Correct it', errors, ...total })
})

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
const local = new Request('http://10.0.0.1/api/enquiries', { headers: { host: '192.168.1.4:3000' } })
const verify = (data: object) => verifyChallenge(local, { ...data }, 'contact')
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
