/** Stand-in for the IP service (ipinfo's shapes). Knows a handful of addresses reserved for documentation; never looks anything up. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { type Call, control, json, type Reply, type Service, startService } from './http.ts'

/** RFC 5737 addresses, so that no test carries somebody's real one. Every other public address is in the United States. */
const documented: Readonly<Record<string, string>> = {
  '203.0.113.1': 'IN',
  '203.0.113.2': 'KE',
  '203.0.113.3': 'US',
}

const ranges = {
  private: /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/,
  privateSix: /^(::1$|f[cd][0-9a-f]{2}:|fe80:)/i,
}

const countryName = new Intl.DisplayNames('en', { type: 'region' })

export function startIp(options: { port: number; token: string }): Promise<Service> {
  let table = new Map(Object.entries(documented))

  const refused = (status: number, title: string, message: string): Reply =>
    json(status, { status, error: { title, message } })

  const lookUp =
    (answer: (address: string, country: string) => unknown) =>
    (call: Call): Reply => {
      const bearer = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1]
      const token = call.query.get('token') ?? bearer
      if (token === undefined || token === '') {
        return refused(403, 'Forbidden', 'A token is needed: give it as ?token= or as a bearer token.')
      }
      if (token !== options.token) return refused(403, 'Unknown token', 'Provided token not supported.')
      const address = call.params.ip ?? ''
      if (isIP(address) === 0) return refused(404, 'Wrong ip', 'Please provide a valid IP address')
      if (ranges.private.test(address) || ranges.privateSix.test(address))
        return json(200, { ip: address, bogon: true })
      return json(200, answer(address, table.get(address) ?? 'US'))
    }

  const full = lookUp((ip, country) => ({
    ip,
    city: 'Sample City',
    region: 'Sample Region',
    country,
    loc: '0.0000,0.0000',
    org: 'AS64496 Sandbox Network',
    postal: '00000',
    timezone: 'Etc/UTC',
  }))
  const lite = lookUp((ip, country) => ({
    ip,
    asn: 'AS64496',
    as_name: 'Sandbox Network',
    as_domain: 'example.org',
    country_code: country,
    country: countryName.of(country),
  }))

  return startService({
    name: 'IP service',
    about: `Says in which country an address is. Its token is ${options.token}.`,
    port: options.port,
    reset() {
      table = new Map(Object.entries(documented))
    },
    failure: (status) =>
      status === 429
        ? refused(429, 'Rate limit hit', 'You have hit your rate limit.')
        : refused(500, 'Server error', 'Something went wrong.'),
    unknown: () => refused(404, 'Not found', 'There is nothing at this address.'),
    routes: [
      { method: 'GET', path: '/:ip/json', kind: 'api', about: 'All that is known; "country" is a code.', handle: full },
      {
        method: 'GET',
        path: '/lite/:ip',
        kind: 'api',
        about: '"country_code" is a code, "country" a name.',
        handle: lite,
      },
      { method: 'GET', path: '/:ip', kind: 'api', about: 'The same as /:ip/json.', handle: full },
    ],
    controls: [
      control({
        path: '/_sandbox/countries',
        about: 'Adds addresses to the table.',
        input: z.record(z.string(), z.string().regex(/^[A-Z]{2}$/)),
        example: { '203.0.113.9': 'ZW' },
        act(countries) {
          for (const [address, country] of Object.entries(countries)) table.set(address, country)
          return json(200, { countries: Object.fromEntries(table) })
        },
      }),
    ],
  })
}
