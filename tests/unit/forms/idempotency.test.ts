import { idempotencyField, idempotencyKey, readPost, requestHash } from '#lib/contact/forms/read-post.ts'
import { stopClock } from '#lib/platform/clock.ts'

const header = (key: string) => new Headers({ 'idempotency-key': key })
const none = new Headers()

describe('An idempotency key', () => {
  test.each<[Headers, object, string | null]>([
    [header('attempt-1234'), {}, 'attempt-1234'],
    [header(' "attempt-1234" '), {}, 'attempt-1234'],
    [header('attempt-1234'), { [idempotencyField]: 'attempt-5678' }, 'attempt-1234'],
    [none, { [idempotencyField]: 'Az09._:-' }, 'Az09._:-'],
    [none, { [idempotencyField]: 'a'.repeat(128) }, 'a'.repeat(128)],
    [none, { [idempotencyField]: '' }, null],
    [none, {}, null],
  ])('comes from the header, else from the hidden field: %#', (headers, data, key) => {
    expect(idempotencyKey(headers, { ...data })).toEqual({ ok: true, value: key })
  })

  test.each(['short77', 'a'.repeat(129), 'with spaces in it', 'naïve-key', ' attempt-1', ['two', 'keys'], 5])(
    'that is %j is answered 400',
    async (key) => {
      const given = idempotencyKey(none, { [idempotencyField]: key })
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
