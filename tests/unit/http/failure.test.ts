import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { handled, logRequestError, referenceHeader } from '#lib/platform/http/failure.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

const app = path.join(__dirname, '../../../app')

function logged(): Record<string, unknown>[] {
  const write = process.stdout.write as jest.Mock
  return write.mock.calls.map(([line]) => JSON.parse(String(line)))
}

beforeEach(() => {
  setEnvironment({ LOG_LEVEL: 'error' })
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => jest.restoreAllMocks())

describe('A route handler that fails', () => {
  keepEnvironment()
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
  const error = Object.assign(new Error('boom'), { digest: '123@E4' })
  const request = { method: 'GET', path: '/search?q=asha', headers: { [referenceHeader]: 'F-2345-6789' } }
  logRequestError(error, request, { routeType: 'render' })
  const fields = { method: 'GET', path: '/search', kind: 'render', digest: '123@E4', reference: 'F-2345-6789' }
  expect(logged()).toMatchObject([{ level: 'error', message: 'A request failed', ...fields }])
})
