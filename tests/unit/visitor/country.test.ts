import { GET } from '#app/api/visitor-country/route.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { visitorCountry } from '#lib/site/visitor/country.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { answersJson, type Behaviour, badDays, neverAnswers, sharedUpstream } from '#tests/support/upstream.ts'

const american = '8.8.8.8'
const indian = '49.36.1.1'
const countryOf = (headers: Record<string, string>) => visitorCountry(new Headers(headers))
const countryAt = (address: string) => countryOf({ 'x-client-address': address })

describe('The country of a visitor', () => {
  keepEnvironment()
  beforeEach(() => setEnvironment({ IPINFO_TOKEN: undefined }))
  afterEach(() => {
    jest.restoreAllMocks()
    resetProcessState('visitor-countries')
  })

  describe('from the embedded database', () => {
    test.each([
      [american, 'US'],
      [indian, 'IN'],
      [`::ffff:${indian}`, 'IN'],
      ['2001:4860:4860::8888', 'US'],
      ['41.90.64.1', 'KE'],
    ])('of %s is %s', async (address, country) => expect(await countryAt(address)).toBe(country))

    test.each([
      ...['127.0.0.1', '::1', '10.1.2.3', 'fe80::1', '::ffff:10.0.0.1', '192.0.2.1', '224.0.0.1'],
      ...['', 'localhost', '8.8.8', '../../etc/passwd', '999.1.1.1'],
    ])('of %j, which is in no country, is unknown', async (address) => expect(await countryAt(address)).toBeNull())

    test('is unknown without the address that our server found', async () => {
      expect(await countryOf({ 'x-forwarded-for': indian })).toBeNull()
    })
  })

  describe('from the hosting', () => {
    const cloudflare = { 'cf-ipcountry': 'KE', 'x-client-address': american }

    test('is believed when it came through a proxy that the operator trusts', async () => {
      expect(await countryOf({ ...cloudflare, 'x-via-trusted-proxy': '1' })).toBe('KE')
      expect(await countryOf({ 'cloudfront-viewer-country': 'IN', 'x-via-trusted-proxy': '1' })).toBe('IN')
    })

    test('is not believed from anybody else', async () => expect(await countryOf(cloudflare)).toBe('US'))

    test.each(['XX', 'T1', 'kenya', ''])('that says %j is passed over', async (value) => {
      expect(await countryOf({ ...cloudflare, 'cf-ipcountry': value, 'x-via-trusted-proxy': '1' })).toBe('US')
    })
  })

  describe('from the IP service', () => {
    const service = sharedUpstream(answersJson({ ip: american, country: 'ZW' }))
    beforeEach(() => setEnvironment({ IPINFO_TOKEN: 'token', IPINFO_API_BASE: service.url }))

    test.each([
      ['', { ip: american, country: 'ZW' }, '/8.8.8.8/json'],
      ['/lite', { country: 'Zimbabwe', country_code: 'ZW' }, '/lite/8.8.8.8'],
    ])('is asked for with the token in a header, where no log keeps it: %j', async (base, answer, url) => {
      service.behave(answersJson(answer))
      setEnvironment({ IPINFO_API_BASE: `${service.url}${base}` })
      expect(await countryAt(american)).toBe('ZW')
      expect(service.requests).toMatchObject([{ url, headers: { authorization: 'Bearer token' } }])
    })

    test('is asked for once in ten minutes, unless a thousand others came since', async () => {
      await countryAt(american)
      await countryAt(american)
      expect(service.requests).toHaveLength(1)
      const later = Date.now() + 10 * 60_000
      stopClock(new Date(later))
      await countryAt(american)
      expect(service.requests).toHaveLength(2)
      for (let number = 0; number < 1000; number += 1) await countryAt(`1.2.${number >> 8}.${number & 255}`)
      await countryAt(american)
      expect(service.requests).toHaveLength(1003)
    })

    const failures: (readonly [string, Behaviour])[] = [
      ...badDays,
      ['403', answersJson({ error: 'x' }, 403)],
      ['a bogus address', answersJson({ bogon: true })],
      ['a name', answersJson({ country: 'Kenya' })],
      ['no answer', neverAnswers],
    ]
    test.each(failures)(
      'that gives %s gives way to the embedded database, and is left alone for a minute',
      async (_, behaviour) => {
        service.behave(behaviour)
        expect(await countryAt(indian)).toBe('IN')
        expect(await countryAt(indian)).toBe('IN')
        expect(service.requests).toHaveLength(1)
      },
    )
  })

  test('is answered to this visitor only', async () => {
    const headers = { 'x-client-address': indian }
    const response = await GET(new Request('http://localhost/api/visitor-country', { headers }))
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.json()).toEqual({ country: 'IN' })
  })
})
