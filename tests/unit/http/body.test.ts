import { readBody } from '#lib/http/body.ts'

type Sent = { type?: string; headers?: Record<string, string>; body: BodyInit | ReadableStream<Uint8Array> | null }

function post({ type = 'application/json', headers = {}, body }: Sent): Request {
  return new Request('http://localhost/api/enquiries', {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...headers },
    duplex: 'half',
  } as RequestInit)
}

const form = 'application/x-www-form-urlencoded'

async function statusOf(sent: Sent): Promise<number> {
  const read = await readBody(post(sent))
  return read.ok ? 200 : read.response.status
}

/** Chunks of 1 KB while it is read, at most a megabyte. */
function endless(): { stream: ReadableStream<Uint8Array>; sent: () => number } {
  let sent = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1024
      controller.enqueue(new Uint8Array(1024).fill(97))
      if (sent >= 1024 * 1024) controller.close()
    },
  })
  return { stream, sent: () => sent }
}

describe('A JSON body', () => {
  test('is parsed as an object', async () => {
    expect(await readBody(post({ body: '{"name":"Asha","levels":["big-wheel"]}' }))).toEqual({
      ok: true,
      kind: 'json',
      data: { name: 'Asha', levels: ['big-wheel'] },
    })
  })

  test.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON; charset="utf8"'])(
    'is taken as %s',
    async (type) => {
      expect(await statusOf({ type, body: '{}' })).toBe(200)
    },
  )

  test.each(['', '{', 'null', '[]', '"text"', '5', '{"a":1}{', '\ufeff{}x'])('that is %j answers 400', async (body) => {
    expect(await statusOf({ body })).toBe(400)
  })

  test('that is nested too deeply is answered 400', async () => {
    expect(await statusOf({ body: `{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}` })).toBe(400)
  })

  test('that is not UTF-8 is answered 400', async () => {
    expect(await statusOf({ body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) })).toBe(400)
  })

  test('with characters split between two chunks is decoded', async () => {
    const bytes = new TextEncoder().encode('{"name":"आशा"}')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    expect(await readBody(post({ body }))).toMatchObject({ ok: true, data: { name: 'आशा' } })
  })

  test('cannot set the prototype of the result', async () => {
    const read = await readBody(
      post({ body: '{"__proto__":{"admin":1},"a":{"__proto__":{"admin":1},"constructor":{"prototype":{}},"b":2}}' }),
    )
    expect(read).toEqual({ ok: true, kind: 'json', data: { a: { b: 2 } } })
    expect(Object.hasOwn({}, 'admin')).toBe(false)
    expect((read as { data: { admin?: unknown } }).data.admin).toBeUndefined()
  })

  test('with the character U+0000 is answered 400, because PostgreSQL cannot store it', async () => {
    expect(await statusOf({ body: '{"name":"A\\u0000"}' })).toBe(400)
    expect(await statusOf({ body: String.raw`{"name":"\\u0000 as typed"}` })).toBe(200)
  })
})

describe('A form body', () => {
  test('gives text for a single name and a list for a repeated one', async () => {
    const body = 'name=Asha+Rao&levels=marathon&levels=big-wheel&message=100%25+%26+more&empty='
    expect(await readBody(post({ type: form, body }))).toEqual({
      ok: true,
      kind: 'form',
      data: { name: 'Asha Rao', levels: ['marathon', 'big-wheel'], message: '100% & more', empty: '' },
    })
  })

  test('that is empty is an empty form', async () => {
    expect(await readBody(post({ type: form, body: '' }))).toEqual({ ok: true, kind: 'form', data: {} })
    expect(await readBody(post({ type: form, body: null }))).toEqual({ ok: true, kind: 'form', data: {} })
  })

  test('cannot set the prototype of the result', async () => {
    const read = await readBody(post({ type: form, body: '__proto__=a&__proto__=b&constructor=c&name=d' }))
    expect(read).toEqual({ ok: true, kind: 'form', data: { name: 'd' } })
  })

  test('with the character U+0000 is answered 400', async () => {
    expect(await statusOf({ type: form, body: 'name=A%00' })).toBe(400)
  })
})

describe('An unsupported body', () => {
  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json-patch+json', ''])(
    'as %j answers 415 and says what is',
    async (type) => {
      const read = await readBody(post({ type, body: '{}' }))
      expect(read.ok).toBe(false)
      if (read.ok) return
      expect(read.response.status).toBe(415)
      expect(read.response.headers.get('content-type')).toBe('application/problem+json')
      expect(read.response.headers.get('accept-post')).toContain('application/json')
    },
  )

  test('in another charset, or compressed, answers 415', async () => {
    expect(await statusOf({ type: 'application/json; charset=utf-16', body: '{}' })).toBe(415)
    expect(await statusOf({ headers: { 'content-encoding': 'gzip' }, body: '{}' })).toBe(415)
  })
})

describe('A body that is too long', () => {
  const full = JSON.stringify({ message: 'a'.repeat(32 * 1024 - 14) })

  test('is one byte over 32 KB', async () => {
    expect(full).toHaveLength(32 * 1024)
    expect(await statusOf({ body: full })).toBe(200)
    expect(await statusOf({ body: `${full} ` })).toBe(413)
  })

  test('is one byte over 64 KB as a form, where one letter takes up to nine bytes', async () => {
    const type = 'application/x-www-form-urlencoded'
    expect(await statusOf({ type, body: `a=${'%E0%A4%95'.repeat(7281)}aaaaa` })).toBe(200)
    expect(await statusOf({ type, body: `a=${'%E0%A4%95'.repeat(7281)}aaaaaa` })).toBe(413)
  })

  test('is counted in bytes, not letters', async () => {
    expect(await statusOf({ body: JSON.stringify({ message: '🧵'.repeat(9000) }) })).toBe(413)
  })

  test('is rejected by its Content-Length, before it is read', async () => {
    const { stream, sent } = endless()
    expect(await statusOf({ headers: { 'content-length': '40000' }, body: stream })).toBe(413)
    expect(sent()).toBeLessThanOrEqual(2048)
  })

  test.each(['5', '-1', 'NaN'])('is read no further than the limit when it says Content-Length: %s', async (length) => {
    const { stream, sent } = endless()
    expect(await statusOf({ headers: { 'content-length': length }, body: stream })).toBe(413)
    expect(sent()).toBeLessThanOrEqual(40 * 1024)
  })
})

test('A truncated body is answered 400', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'))
    },
    pull(controller) {
      controller.error(new Error('the connection is gone'))
    },
  })
  expect(await statusOf({ body })).toBe(400)
})
