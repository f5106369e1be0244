import { POST as takeEnquiry } from '#app/api/enquiries/route.ts'
import { POST as takeSignUp } from '#app/api/newsletter/route.ts'
import { POST as drain } from '#app/api/outbox/drain/route.ts'
import { setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { amina, enquiries, requestOf } from './support.ts'

const requests = 10_000

/** The same numbers in every run. https://prng.di.unimi.it/splitmix64.c, in 32 bits. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}
type Random = ReturnType<typeof random>

const oddValues = (next: Random): unknown => {
  const values: unknown[] = [
    null,
    true,
    -1,
    1e308,
    [],
    {},
    '',
    ' ',
    '\u0000',
    '\ud800',
    '{{email}}',
    '\r\nBcc: a@b.org',
    "'; drop table enquiries; --",
    'x'.repeat(6000),
    [['a']],
    { toString: 'x' },
    '../../etc/passwd',
    '__proto__',
  ]
  return values[next(values.length)]
}

const types = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON']
const wrongTypes = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
  'json',
  '',
  'application/json; charset=utf-16',
]

/** One of everything that a careless or hostile program sends; none of it can be taken for an enquiry. */
function malformed(
  next: Random,
  good: Record<string, unknown>,
): { body: BodyInit; type: string; more?: Record<string, string> } {
  const type = types[next(types.length)] ?? ''
  const names = Object.keys(good).filter((name) => name !== 'number')
  const name = names[next(names.length)] ?? ''
  const text = JSON.stringify(good)
  switch (next(9)) {
    case 0:
      return { type, body: text.slice(0, next(text.length)) }
    case 1:
      return { type, body: Uint8Array.from({ length: 1 + next(200) }, () => 128 + next(128)) }
    case 2:
      return { type, body: JSON.stringify([good, null, 7, 'text'][1 + next(3)]) }
    case 3:
      return { type, body: '['.repeat(1 + next(5000)) }
    case 4:
      return { type: wrongTypes[next(wrongTypes.length)] ?? '', body: text }
    case 5:
      return { type, body: JSON.stringify({ ...good, [name]: undefined }) }
    case 6:
      return {
        type,
        body: text,
        more: { 'idempotency-key': ['short', 'a b c d e f g h', 'x'.repeat(200)][next(3)] ?? '' },
      }
    case 7:
      return { type, body: text, more: { 'content-encoding': 'gzip' } }
    default:
      return {
        type,
        body: JSON.stringify({ ...good, email: 'not an address', [name]: oddValues(next) }),
      }
  }
}

describe('Ten thousand malformed requests', () => {
  useFreshStore()

  test.each([
    ['/api/enquiries', takeEnquiry, amina],
    ['/api/newsletter', takeSignUp, { name: 'Asha', email: 'asha@example.org' }],
  ] as const)(
    'to %s are all refused with 4xx, and nothing is kept',
    async (path, POST, good) => {
      const next = random(2026)
      const unexpected: unknown[] = []
      for (let number = 0; number < requests; number += 1) {
        const { body, type, more = {} } = malformed(next, good)
        const answer = await POST(requestOf(path, body, { ...(type && { 'content-type': type }), ...more }))
        if (answer.status < 400 || answer.status > 499) unexpected.push([answer.status, type, more, body])
      }
      expect(unexpected).toEqual([])
      expect(await enquiries()).toEqual([])
    },
    60_000,
  )

  test('to /api/outbox/drain are all refused with 4xx', async () => {
    setEnvironment({ OUTBOX_DRAIN_TOKEN: 'a-token-of-the-scheduler' })
    const next = random(7)
    const statuses = new Set<number>()
    for (let number = 0; number < requests; number += 1) {
      const authorization = `${['Bearer', 'bearer', 'Basic', ''][next(4)]} ${'token'.repeat(next(4))}${next(1e6)}`
      statuses.add((await drain(requestOf('/api/outbox/drain', '', { authorization }))).status)
    }
    expect([...statuses]).toEqual([401])
  }, 60_000)
})
