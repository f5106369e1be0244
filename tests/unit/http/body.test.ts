import { readBody } from '#lib/platform/http/body.ts'
import { inheritedNames } from '#tests/support/inherited-names.ts'

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
  return read.ok ? 200 : read.failure.status
}

/** Chunks of 1 KB as long as it is read, a megabyte at most. */
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

test.each<[string, Sent, object]>([
  ['JSON', { body: '{"name":"Asha","levels":["wheel"]}' }, { kind: 'json', data: { name: 'Asha', levels: ['wheel'] } }],
  [
    'JSON without names that change a prototype',
    { body: '{"__proto__":{"admin":1},"a":{"__proto__":{"admin":1},"constructor":{"prototype":{}},"b":2}}' },
    { kind: 'json', data: { a: { b: 2 } } },
  ],
  [
    'a form, with a list for a name that repeats',
    { type: form, body: 'name=Asha+Rao&levels=marathon&levels=wheel&message=100%25+%26+more&empty=' },
    { kind: 'form', data: { name: 'Asha Rao', levels: ['marathon', 'wheel'], message: '100% & more', empty: '' } },
  ],
  [
    'a form without names that change a prototype',
    { type: form, body: '__proto__=a&__proto__=b&constructor=c&name=d' },
    { kind: 'form', data: { name: 'd' } },
  ],
  ['an empty form', { type: form, body: null }, { kind: 'form', data: {} }],
])('a body is read as %s', async (_, sent, read) =>
  expect(await readBody(post(sent))).toEqual({ ok: true, value: read }),
)

test('a character that is split between two chunks is read', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of new TextEncoder().encode('{"name":"आशा"}')) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  expect(await readBody(post({ body }))).toMatchObject({ ok: true, value: { data: { name: 'आशा' } } })
})

const cutOff = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"name":')),
    pull: (controller) => controller.error(new Error('the connection is gone')),
  })
const letters = '%E0%A4%95'

test.each<[number, string, () => Sent]>([
  [200, 'JSON in UTF-8', () => ({ type: 'Application/JSON; charset="utf8"', body: '{}' })],
  [400, 'U+0000, which PostgreSQL cannot store', () => ({ body: '{"name":"A\\u0000"}' })],
  [400, 'U+0000 in a form', () => ({ type: form, body: 'name=A%00' })],
  ...['', '{', 'null', '[]', '{"a":1}{'].map((body): [number, string, () => Sent] => [
    400,
    `the JSON ${JSON.stringify(body)}`,
    () => ({ body }),
  ]),
  [400, 'JSON that is nested too deeply', () => ({ body: `{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}` })],
  [400, 'bytes that are not UTF-8', () => ({ body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) })],
  [400, 'a body that is cut off', () => ({ body: cutOff() })],
  [415, 'another charset', () => ({ type: 'application/json; charset=utf-16', body: '{}' })],
  [415, 'a compressed body', () => ({ headers: { 'content-encoding': 'gzip' }, body: '{}' })],
  [200, 'JSON of 32 KB', () => ({ body: '{}'.padEnd(32 * 1024) })],
  [413, 'JSON of 32 KB and a byte', () => ({ body: '{}'.padEnd(32 * 1024 + 1) })],
  [200, 'a form of 64 KB', () => ({ type: form, body: `a=${letters.repeat(7281)}aaaaa` })],
  [413, 'a form of 64 KB and a byte', () => ({ type: form, body: `a=${letters.repeat(7281)}aaaaaa` })],
])('%i is the answer to %s', async (status, _, sent) => expect(await statusOf(sent())).toBe(status))

test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json-patch+json', '', ...inheritedNames])(
  'a body of the type %j is answered 415, with the types that are taken',
  async (type) => {
    const read = await readBody(post({ type, body: '{}' }))
    if (read.ok) throw new Error('The body was taken')
    expect(read.failure.status).toBe(415)
    expect(read.failure.headers.get('accept-post')).toContain('application/json')
  },
)

test.each([
  ['40000', 2048],
  ['5', 40 * 1024],
])('a body that is too long is answered 413 when it claims a length of %s, and not read on', async (length, most) => {
  const { stream, sent } = endless()
  expect(await statusOf({ headers: { 'content-length': length }, body: stream })).toBe(413)
  expect(sent()).toBeLessThanOrEqual(most)
})
