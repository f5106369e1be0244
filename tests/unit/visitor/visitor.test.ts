/** What the site knows of a visitor: the country, and events without a person. */

import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { POST } from '#app/api/analytics/route.ts'
import { GET } from '#app/api/visitor-country/route.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { warningsOf } from '#lib/platform/warnings.ts'
import { analyticsLimit } from '#lib/site/analytics/record.ts'
import { visitorCountry } from '#lib/site/visitor/country.ts'
import { startAnalytics } from '#sandbox/analytics.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { eventually } from '#tests/support/eventually.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import {
  answersJson,
  answersWithoutEnd,
  type Behaviour,
  badDays,
  neverAnswers,
  sharedUpstream,
} from '#tests/support/upstream.ts'

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
        // On a busy machine an answer takes longer than visitors wait for it.
        if (![neverAnswers, answersWithoutEnd].includes(behaviour))
          jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
        service.behave(behaviour)
        expect(await countryAt(indian)).toBe('IN')
        expect(await countryAt(indian)).toBe('IN')
        expect(service.requests).toHaveLength(1)
        jest.restoreAllMocks()
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

describe('analytics', () => {
  let google: Awaited<ReturnType<typeof startAnalytics>>
  beforeAll(async () => {
    google = await startAnalytics({ port: 0 })
  })
  afterAll(() => google.close())

  keepEnvironment()
  beforeEach(async () => {
    await fetch(`${google.url}/_sandbox/reset`, { method: 'POST' })
    setEnvironment({
      SITE_URL: 'https://site.example',
      ANALYTICS_ID: sandboxKeys.analytics.id,
      ANALYTICS_API_SECRET: sandboxKeys.analytics.apiSecret,
      ANALYTICS_API_BASE: google.url,
    })
  })

  const visitor = randomUUID()
  const report = { visitor, session: 1_790_000_000, page: '/India', from: '', event: { name: 'page' } }

  const send = (body: unknown, headers: Record<string, string> = {}) =>
    POST(
      new Request('https://site.example/api/analytics', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        body: JSON.stringify(body),
      }),
    )

  async function counted(count: number) {
    await eventually(() => google.counted().length >= count)
    return google.counted()
  }

  test.each<[{ name: string } & Record<string, unknown>, string, object]>([
    [{ name: 'page' }, 'page_view', {}],
    [{ name: 'form', form: 'contact' }, 'generate_lead', { form_id: 'contact' }],
    [{ name: 'offer', offer: 'monthly', taken: true }, 'select_promotion', { promotion_id: 'monthly' }],
    [{ name: 'story', story: '/India/stories/x' }, 'select_content', { content_id: '/India/stories/x' }],
  ])('%j reaches Google as %s', async (event, name, params) => {
    expect((await send({ ...report, from: 'https://search.example', event })).status).toBe(204)
    const common = {
      page_location: 'https://site.example/India',
      page_referrer: 'https://search.example',
      session_id: '1790000000',
      engagement_time_msec: 1,
    }
    expect(await counted(1)).toMatchObject([{ name, client_id: visitor, params: { ...common, ...params } }])
  })

  test.each([
    ['the query of an address', { ...report, page: '/search?q=asha' }],
    ['a visitor with a name of their own', { ...report, visitor: 'asha' }],
    ['the whole address of the page before', { ...report, from: 'javascript:alert(1)' }],
    ['a property that is not ours', { ...report, email: 'asha@example.org' }],
    [
      'a gift, which only the ledger counts',
      { ...report, event: { name: 'gift', amount: 99, currency: 'INR', kind: 'once' } },
    ],
  ])('%s is refused, and nothing is sent', async (_what, body) => {
    expect((await send(body)).status).toBe(400)
    await send(report)
    expect(await counted(1)).toHaveLength(1)
  })

  test('only the origin of the referring page reaches Google', async () => {
    await send({ ...report, from: 'https://asha:secret@mail.example/inbox?q=asha@example.org#a' })
    expect(await counted(1)).toMatchObject([{ params: { page_referrer: 'https://mail.example' } }])
  })

  test('another site cannot report', async () => {
    expect((await send(report, { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' })).status).toBe(403)
  })

  describe('for a program of the charity’s own', () => {
    let bodies: unknown[] = []
    const program = sharedUpstream((incoming, response) => {
      void json(incoming)
        .catch(() => null)
        .then((body) => {
          bodies.push(body)
          response.writeHead(202).end()
        })
    })
    const offer = { name: 'offer', offer: 'fees', taken: true }
    const search = 'https://search.example'
    async function told(environment: Record<string, string>, ...reports: object[]) {
      bodies = []
      setEnvironment({ ANALYTICS_API_SECRET: undefined, ANALYTICS_API_BASE: program.url, ...environment })
      for (const body of reports) {
        const headers = { 'x-client-address': '203.0.113.78', 'x-forwarded-for': '203.0.113.78' }
        expect((await send({ ...report, from: search, ...body }, headers)).status).toBe(204)
      }
      await eventually(() => bodies.length === reports.length)
      expect(JSON.stringify(program.requests.map(({ headers, url }) => [headers, url]))).not.toContain('203.0.113.78')
      return program.requests
    }

    test('Plausible is told of pages and events, with an address for each visitor that no machine has', async () => {
      const other = { visitor: randomUUID() }
      const requests = await told({ ANALYTICS_ID: 'site.example' }, {}, { event: offer }, other)
      const page = { domain: 'site.example', url: 'https://site.example/India', referrer: search }
      expect(bodies).toEqual(
        expect.arrayContaining([
          { ...page, name: 'pageview' },
          { ...page, name: 'offer-taken', props: { about: 'fees' } },
        ]),
      )
      expect(requests.map(({ method, url }) => [method, url])).toEqual(Array(3).fill(['POST', '/api/event']))
      const addresses = requests.map(({ headers }) => String(headers['x-forwarded-for']))
      expect(new Set(addresses).size).toBe(2)
      for (const address of addresses) expect(address).toMatch(/^2001:db8:(?:[\da-f]{4}:){5}[\da-f]{4}$/)
    })

    test('Matomo is told of pages and events, each of a visitor who is not found by address', async () => {
      const base = `${program.url}/matomo`
      const requests = await told({ ANALYTICS_ID: '7', ANALYTICS_API_BASE: base }, {}, { event: offer })
      const common = {
        ...{ idsite: '7', rec: '1', apiv: '1', send_image: '0', urlref: search, url: 'https://site.example/India' },
        cid: visitor.replaceAll('-', '').slice(0, 16),
      }
      const asked = requests.map(({ url = '' }) => Object.fromEntries(new URL(url, base).searchParams))
      expect(asked).toEqual(
        expect.arrayContaining([common, { ...common, e_c: 'site', e_a: 'offer-taken', e_n: 'fees', ca: '1' }]),
      )
      expect(requests[0]?.url).toMatch(/^\/matomo\/matomo\.php\?/)
    })
  })

  test('without ANALYTICS_ID the address does not exist', async () => {
    setEnvironment({ ANALYTICS_ID: undefined, ANALYTICS_API_SECRET: undefined })
    expect((await send(report)).status).toBe(404)
  })

  test('while Google is down the visitor notices nothing, and operators are warned', async () => {
    setEnvironment({ ANALYTICS_API_BASE: 'http://localhost:1' })
    expect((await send(report)).status).toBe(204)
    await eventually(() => warningsOf('analytics').length > 0)
    expect(warningsOf('analytics').join()).toMatch(/Events are not counted: Google Analytics could not be reached/)
  })

  test('a report over the limit is answered and not counted', async () => {
    const headers = { 'x-client-address': '203.0.113.77' }
    while (limitPage(new Headers(headers), analyticsLimit).ok);
    expect((await send(report, headers)).status).toBe(204)
    await send(report)
    expect(await counted(1)).toHaveLength(1)
  })
})
