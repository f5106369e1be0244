import { POST } from '#app/api/page-version/route.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

keepEnvironment()

describe('The version of a page', () => {})

describe('A choice of version', () => {
  const choose = (version: string, headers: Record<string, string> = {}) => {
    const type = 'application/x-www-form-urlencoded'
    const init = { method: 'POST', headers: { 'content-type': type, host: 'example.org', ...headers } }
    const body = new URLSearchParams({ version })
    return POST(new Request('https://example.org/api/page-version', { ...init, body }))
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
