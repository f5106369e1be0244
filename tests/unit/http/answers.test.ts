import { refuseCrossSite } from '#lib/platform/http/body.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

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
  keepEnvironment()
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
