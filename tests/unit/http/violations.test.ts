import { POST } from '#app/api/reports/route.ts'
import { log } from '#lib/platform/log.ts'

const post = async (body: string) =>
  (await POST(new Request('http://localhost/api/reports', { method: 'POST', body }))).status
const old = (name: string) =>
  JSON.stringify({ 'csp-report': { 'violated-directive': name, 'blocked-uri': 'https://a.example/?asha' } })
const recent = (...names: string[]) =>
  JSON.stringify(names.map((effectiveDirective) => ({ type: 'csp-violation', body: { effectiveDirective } })))

test('each violated directive is logged once, in both formats and without an address, and nothing else is', async () => {
  const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
  expect(await post(old("script-src 'self'"))).toBe(204)
  expect(await post(recent('img-src', 'script-src'))).toBe(204)
  for (const body of ['null', '{}', '[1]', old('A forged\nline'), recent('<b>')]) expect(await post(body)).toBe(204)
  expect(await post('')).toBe(400)
  expect(await post(recent('a'.repeat(20_000)))).toBe(413)
  expect(warn.mock.calls.map(([, fields]) => fields)).toEqual([{ directive: 'script-src' }, { directive: 'img-src' }])
  const names = Array.from({ length: 100 }, (_, index) => `forged-${'a'.repeat(index % 33)}-${'b'.repeat(index % 3)}`)
  await post(recent(...names))
  expect(warn.mock.calls.length).toBeLessThanOrEqual(30)
  jest.restoreAllMocks()
})
