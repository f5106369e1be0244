import { problem } from '#lib/http/problem.ts'
import { refuseCrossSite } from '#lib/http/same-origin.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

describe('A problem', () => {
  test('has all fields of RFC 9457 and the API', async () => {
    const answer = problem(422, {
      title: 'Name and Email are required',
      detail: 'Fill in both and send again.',
      errors: [{ field: 'email', message: 'Enter your e-mail address' }],
      reference: 'LWR-1',
      headers: { 'retry-after': '5' },
    })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Name and Email are required',
      status: 422,
      detail: 'Fill in both and send again.',
      errors: [{ field: 'email', message: 'Enter your e-mail address' }],
      reference: 'LWR-1',
    })
  })

  test('without a title has the status text', async () => {
    expect(await problem(404).json()).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 })
  })
})

describe('A redirect after a form', () => {
  test('stays on this site with a relative address', () => {
    const answer = seeOther('/DonateIndia?draft=a#errors', { 'set-cookie': 'draft=a' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/DonateIndia?draft=a#errors')
    expect(answer.headers.get('set-cookie')).toBe('draft=a')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('leaves it only for a URL object', () => {
    expect(seeOther(new URL('https://checkout.stripe.com/c/pay')).headers.get('location')).toBe(
      'https://checkout.stripe.com/c/pay',
    )
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'DonateIndia', '', '/a\r\nset-cookie: b'])(
    'refuses %j',
    (target) => {
      expect(() => seeOther(target)).toThrow(TypeError)
    },
  )
})

describe('A form post', () => {
  keepEnvironment()
  beforeEach(() => setEnvironment({ SITE_URL: 'https://charity.example' }))

  const statusOf = (headers: Record<string, string>) =>
    refuseCrossSite(new Request('http://10.0.0.1/api/enquiries', { method: 'POST', headers }))?.status ?? 'let through'

  test.each([
    ['that the browser calls its own', { 'sec-fetch-site': 'same-origin', origin: 'https://charity.example' }],
    ['that a person began', { 'sec-fetch-site': 'none' }],
    ['from our origin, of a browser that says no more', { origin: 'https://charity.example' }],
    ['from the host that was asked', { origin: 'http://192.168.1.4:3000', host: '192.168.1.4:3000' }],
    ['of a program', {}],
    ['of a program that names its host', { host: 'charity.example' }],
  ])('%s is let through', (_, headers) => {
    expect(statusOf(headers)).toBe('let through')
  })

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from another site that hides its name', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['from a neighbouring site', { 'sec-fetch-site': 'same-site', origin: 'https://other.charity.example' }],
    ['from another origin, of a browser that says no more', { origin: 'https://evil.example' }],
    ['from a sandboxed page', { origin: 'null' }],
    ['from an origin that only begins like ours', { origin: 'https://charity.example.evil.example' }],
  ])('%s is refused', (_, headers) => {
    expect(statusOf(headers)).toBe(403)
  })
})
