import { POST } from '#app/api/reports/route.ts'
import { log } from '#lib/platform/log.ts'

let now = Date.parse('2026-11-01T12:00:00Z')
beforeEach(() => {
  // Past the last line, and into a minute of its own.
  now += 3_600_000
  jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] })
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const warnings = () => jest.spyOn(log, 'warn').mockImplementation(() => undefined)
const send = (type: string, body: unknown) =>
  POST(
    new Request('http://localhost/api/reports', {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
const single = (directive: string, blocked: string) => ({
  'csp-report': {
    'effective-directive': directive,
    'blocked-uri': blocked,
    'document-uri': 'https://example.org/x?mail=a@b',
  },
})

test('a report is counted by directive, and nothing about the visitor is stored', async () => {
  const warn = warnings()
  expect((await send('application/csp-report', single('script-src-elem', 'inline'))).status).toBe(204)
  expect(warn.mock.calls).toEqual([[expect.any(String), { counts: { 'script-src-elem inline': 1 } }]])
})

test('a batch is counted without its addresses, up to twenty reports', async () => {
  const warn = warnings()
  const reports = ['img-src', 'img-src', 'connect-src'].map((effectiveDirective) => ({
    type: 'csp-violation',
    url: 'https://example.org/',
    body: { effectiveDirective, blockedURL: 'https://evil.example/a.js' },
  }))
  await send('application/reports+json', [...reports, { type: 'deprecation', body: {} }, ...Array(30).fill(reports[0])])
  expect(warn.mock.calls[0]?.[1]).toEqual({ counts: { 'img-src address': 18, 'connect-src address': 1 } })
})

test('made-up values never reach the log', async () => {
  const warn = warnings()
  await send('application/csp-report', single('x\n{"level":"error"}', 'https://evil.example'))
  await send('application/csp-report', single('__proto__', 'constructor'))
  expect(warn.mock.calls[0]?.[1]).toEqual({ counts: { 'other address': 1 } })
})

test('at most one line is logged in 15 minutes, and the next has the total', async () => {
  const warn = warnings()
  for (let each = 0; each < 10; each++) await send('application/csp-report', single('img-src', 'data'))
  expect(warn).toHaveBeenCalledTimes(1)
  jest.setSystemTime(now + 15 * 60_000)
  await send('application/csp-report', single('img-src', 'data'))
  expect(warn.mock.calls[1]?.[1]).toEqual({ counts: { 'img-src data': 10 } })
})

test('more than 120 in a minute are answered without being read', async () => {
  const warn = warnings()
  for (let each = 0; each < 120; each++) await send('application/csp-report', single('img-src', 'data'))
  const unread = await send('application/csp-report', 'x'.repeat(20_000))
  expect(unread.status).toBe(204)
  jest.setSystemTime(now + 15 * 60_000)
  await send('application/csp-report', single('img-src', 'data'))
  expect(warn.mock.calls[1]?.[1]).toEqual({ counts: { 'img-src data': 120 } })
})

test.each([
  ['another kind of content', 'application/json', '{}', 415],
  ['a body over 16 KB', 'application/csp-report', 'x'.repeat(16 * 1024 + 1), 413],
  ['a body that is no JSON', 'application/csp-report', '{', 400],
])('%s is refused', async (_, type, body, status) => expect((await send(type, body)).status).toBe(status))

test.each(['null', '[]', '[null]', '{}', '{"csp-report":null}', '7'])('%s counts as nothing', async (body) => {
  const warn = warnings()
  expect((await send('application/csp-report', body)).status).toBe(204)
  expect(warn).not.toHaveBeenCalled()
})
