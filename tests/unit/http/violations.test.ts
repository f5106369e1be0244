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
  const invented = Array.from({ length: 40 }, (_, index) => `forged-${'a'.repeat(index)}`)
  const resembling = ['script-src-forged', 'script-src\nforged', 'img-src;x', 'IMG-SRC', '__proto__', 'constructor', '']
  for (const name of [...invented, ...resembling]) {
    expect(await post(old(name))).toBe(204)
    expect(await post(recent(name))).toBe(204)
  }
  for (const body of [
    'null',
    '{}',
    '[1]',
    '[{"body":null}]',
    '{"csp-report":[]}',
    old('A forged\nline'),
    recent('<b>'),
  ])
    expect(await post(body)).toBe(204)
  expect(warn).not.toHaveBeenCalled()
  expect(await post('')).toBe(400)
  expect(await post(recent('a'.repeat(20_000)))).toBe(413)
  expect(await post(old("script-src 'self' https://js.stripe.com"))).toBe(204)
  expect(await post(recent('img-src', 'script-src', 'invented', 'require-trusted-types-for'))).toBe(204)
  expect(
    await post('[{"type":"deprecation","body":{"id":"x"}},{"body":{"effectiveDirective":"style-src-attr"}}]'),
  ).toBe(204)
  expect(warn.mock.calls.map(([, fields]) => fields)).toEqual(
    ['script-src', 'img-src', 'require-trusted-types-for', 'style-src-attr'].map((directive) => ({ directive })),
  )
  jest.restoreAllMocks()
})
