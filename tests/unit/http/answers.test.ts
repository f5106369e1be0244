/** What is answered to forms, failures, choices and reports, whoever asks. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { POST as choosePageVersion } from '#app/api/page-version/route.ts'
import { POST as takeReport } from '#app/api/reports/route.ts'
import { refuseCrossSite } from '#lib/platform/http/body.ts'
import { handled, logRequestError, referenceHeader } from '#lib/platform/http/failure.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { log } from '#lib/platform/log.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

keepEnvironment()
afterEach(() => jest.restoreAllMocks())

describe('A problem', () => {
  test('has all fields of RFC 9457 and the API', async () => {
    const fields = {
      title: 'Name and Email are required',
      detail: 'Fill in both and send again.',
      errors: [{ field: 'email', message: 'Enter your email address' }],
      reference: 'LWR-1',
    }
    const response = problem(422, { ...fields, headers: { 'retry-after': '5' } })
    expect(response.status).toBe(422)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'retry-after': '5',
    })
    expect(await response.json()).toEqual({ type: 'about:blank', status: 422, ...fields })
  })
})

describe('A redirect after a form', () => {
  test('stays on this site with a relative address', () => {
    const response = seeOther('/DonateIndia?reason=2#errors', { 'set-cookie': 'version=light' })
    expect(response.status).toBe(303)
    expect(Object.fromEntries(response.headers)).toEqual({
      location: '/DonateIndia?reason=2#errors',
      'set-cookie': 'version=light',
      'cache-control': 'no-store',
    })
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'DonateIndia', '', '/a\r\nset-cookie: b'])(
    'is never made to %j',
    (target) => expect(() => seeOther(target)).toThrow(TypeError),
  )
})

describe('A form post', () => {
  beforeEach(() => setEnvironment({ SITE_URL: 'https://charity.example' }))

  test.each<['accepted' | 'rejected', string, Record<string, string>]>([
    ['accepted', 'of our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://charity.example' }],
    ['accepted', 'from our origin, of an old browser', { origin: 'https://charity.example' }],
    ['accepted', 'from the host that was asked', { origin: 'http://192.168.1.4:3000', host: '192.168.1.4:3000' }],
    ['accepted', 'of a program', {}],
    ['rejected', 'from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['rejected', 'from a host beside ours', { 'sec-fetch-site': 'same-site', origin: 'https://a.charity.example' }],
    ['rejected', 'from another origin, of an old browser', { origin: 'https://evil.example' }],
    ['rejected', 'from an origin that begins like ours', { origin: 'https://charity.example.evil.example' }],
  ])('is %s when it is one %s', (outcome, _, headers) => {
    const request = new Request('http://10.0.0.1/api/enquiries', { method: 'POST', headers })
    expect(refuseCrossSite(request)?.status).toBe(outcome === 'rejected' ? 403 : undefined)
  })
})

const app = path.join(__dirname, '../../../app')

function logged(): Record<string, unknown>[] {
  const write = process.stdout.write as jest.Mock
  return write.mock.calls.map(([line]) => JSON.parse(String(line)))
}

const watchOutput = () => {
  setEnvironment({ LOG_LEVEL: 'error' })
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
}

describe('A route handler that fails', () => {
  beforeEach(watchOutput)
  const broken = handled(async (_: Request) => {
    throw new TypeError('Cannot read properties of undefined')
  })
  const ask = (headers: Record<string, string> = {}) =>
    broken(new Request('https://example.org/api/enquiries?email=asha%40example.org', { method: 'POST', headers }))

  test('responds to a program with problem details and the logged reference', async () => {
    const response = await ask()
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const { reference, ...rest } = (await response.json()) as Record<string, unknown>
    expect(reference).toMatch(/^F-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(JSON.stringify(rest)).not.toContain('undefined')
    expect(logged()).toEqual([
      expect.objectContaining({ level: 'error', method: 'POST', path: '/api/enquiries', kind: 'route', reference }),
    ])
    expect(JSON.stringify(logged())).not.toContain('asha')
  })

  test('responds in the language of the page that asked', async () => {
    const { failure } = textsIn('hi-IN')
    const referer = 'https://example.org/hi/ContactUs'
    expect(await (await ask({ referer })).json()).toMatchObject({ title: failure.title, detail: failure.detail })
    const html = await (await ask({ referer, accept: 'text/html' })).text()
    expect(html).toContain('<html lang="hi">')
    expect(html).toContain(`<a href="/hi">${failure.toHome}</a>`)
  })

  test('responds to a form without JavaScript with a page', async () => {
    const response = await ask({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain(`Reference: <strong>${logged()[0]?.reference}</strong>`)
  })

  test('rethrows Next’s control-flow errors, and fails the build', async () => {
    const signal = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/' })
    await expect(
      handled(() => {
        throw signal
      })(),
    ).rejects.toBe(signal)
    setEnvironment({ NEXT_PHASE: 'phase-production-build' })
    await expect(ask()).rejects.toThrow('Cannot read')
  })
})

test('Every handler that runs per request answers its failures', () => {
  const routes = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => /route\.tsx?$/.test(name))
  const unhandled = routes.filter((name) => {
    const text = readFileSync(path.join(app, name), 'utf8')
    const exported = text.match(/^export (?:async )?(?:const|function) (?:GET|POST|PUT|PATCH|DELETE)\b.*/gm) ?? []
    return (
      !text.includes("dynamic = 'force-static'") &&
      exported.some((line) => !/= (?:handled|postHandler|checkoutHandler)\(/.test(line))
    )
  })
  expect(routes.length).toBeGreaterThan(10)
  expect(unhandled).toEqual([])
})

test('A page that Next cannot render is one line in the log, without the query', () => {
  watchOutput()
  const error = Object.assign(new Error('boom'), { digest: '123@E4' })
  const request = { method: 'GET', path: '/search?q=asha', headers: { [referenceHeader]: 'F-2345-6789' } }
  logRequestError(error, request, { routeType: 'render' })
  const fields = { method: 'GET', path: '/search', kind: 'render', digest: '123@E4', reference: 'F-2345-6789' }
  expect(logged()).toMatchObject([{ level: 'error', message: 'A request failed', ...fields }])
})

describe('A choice of version', () => {
  const choose = (version: string, headers: Record<string, string> = {}) => {
    const type = 'application/x-www-form-urlencoded'
    const init = { method: 'POST', headers: { 'content-type': type, host: 'example.org', ...headers } }
    const body = new URLSearchParams({ version })
    return choosePageVersion(new Request('https://example.org/api/page-version', { ...init, body }))
  }

  test('is remembered for a year, and leads back to the page with its query', async () => {
    setEnvironment({ SITE_URL: 'https://example.org' })
    const response = await choose('light', { referer: 'https://example.org/search?q=cleft' })
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      303,
      {
        location: '/search?q=cleft',
        'cache-control': 'no-store',
        'set-cookie': 'version=light; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
      },
    ])
  })

  test.each([
    [undefined, '/'],
    ['https://example.org/no/such/page', '/'],
    ['https://elsewhere.example//India', '/India'],
    [String.raw`https://example.org/search?q=\\elsewhere.example`, '/search?q=%5C%5Celsewhere.example'],
  ])('never redirects to another site: from %s to %s', async (referer, target) => {
    const response = await choose('full', referer === undefined ? {} : { referer })
    expect(response.headers.get('location')).toBe(target)
  })

  test('is rejected when it is invalid, or sent from another site', async () => {
    expect((await choose('other')).status).toBe(422)
    expect((await choose('light', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

const post = async (body: string) =>
  (await takeReport(new Request('http://localhost/api/reports', { method: 'POST', body }))).status
const old = (name: string) =>
  JSON.stringify({ 'csp-report': { 'violated-directive': name, 'blocked-uri': 'https://a.example/?asha' } })
const recent = (...names: string[]) =>
  JSON.stringify(names.map((effectiveDirective) => ({ type: 'csp-violation', body: { effectiveDirective } })))

test('each violated directive of a policy is logged once, in both formats and without an address, and nothing else is', async () => {
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
})
