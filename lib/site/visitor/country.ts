/**
 * The visitor's country, determined on the server: from the hosting's header, else the IP service, else the embedded database.
 * Null when unknown; pages must work without it.
 */
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { type CountryResponse, open } from 'maxmind'
import { minuteMs, now } from '#lib/platform/clock.ts'
import { type Env, env } from '#lib/platform/env.ts'
import { clientAddress } from '#lib/platform/http/client-address.ts'
import { processState } from '#lib/platform/process-state.ts'
import { fetchCountry } from '#lib/platform/providers/ip-info.ts'
import { logFailures } from '#lib/platform/warnings.ts'

/**
 * Country lookup in the database installed with the site, so no address leaves the server. Its data is approximate, but sufficient for
 * choosing an office and a donation page.
 */
// Written out in full: a computed path would make the build trace all of node_modules.
const file = path.join(
  process.cwd(),
  'node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)

/** A flat record, unlike those of MaxMind's own databases. */
type Row = CountryResponse & { country_code?: string }

const reader = processState('ip-database', () => open<Row>(file)).get

/** ISO 3166 code, or null when the address is not listed. `address`: public; IPv4 not in `::ffff:` form. @throws when the database cannot be read. */
async function embeddedCountry(address: string): Promise<string | null> {
  const row = (await reader()).get(address)
  return row?.country_code ?? null
}

const maxKeptAddresses = 1000
const keepMs = 10 * minuteMs
/** How long the embedded result is cached after the service failed. */
const keepAfterFailureMs = minuteMs

type IpService = NonNullable<Env['ipinfo']>
type CachedCountry = { country: string | null; until: number }
const cache = processState('visitor-countries', () => new Map<string, CachedCountry>()).get

/** XX and ZZ mean unknown (Cloudflare, CLDR); T1 (Tor) is not a country. */
function asCode(value: string | null): string | null {
  return value !== null && /^[A-Z]{2}$/.test(value) && value !== 'XX' && value !== 'ZZ' ? value : null
}

/** Hosting headers are trusted only where a known proxy sets them. */
function hostingCountry(headers: Headers): string | null {
  if (headers.get('x-via-trusted-proxy') !== '1') return null
  return asCode(headers.get('cf-ipcountry')) ?? asCode(headers.get('cloudfront-viewer-country'))
}

/** A sandbox on this machine is also asked about local addresses, so that the demo can show what visitors from a country see. */
const knowsThisMachine = ({ apiBase }: IpService) => new URL(apiBase).hostname === 'localhost'

async function fromService(address: string, service: IpService): Promise<CachedCountry> {
  const country = await fetchCountry(address, service)
  if (country) return { country, until: now().getTime() + keepMs }
  return { country: await embeddedCountry(address), until: now().getTime() + keepAfterFailureMs }
}

/** Each address is looked up once in ten minutes; least recently used entries are evicted first. */
async function fromServiceOnce(address: string, service: IpService): Promise<string | null> {
  const known = cache()
  const kept = known.get(address)
  const current = kept && now().getTime() < kept.until ? kept : await fromService(address, service)
  known.delete(address)
  known.set(address, current)
  const oldest = known.size > maxKeptAddresses ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  return current.country
}

/** ISO 3166 code, or null: unknown, private or malformed address, or any failure. Never throws; takes a second at most. */
export async function visitorCountry(headers: Headers): Promise<string | null> {
  try {
    const told = hostingCountry(headers)
    if (told) return told
    const address = clientAddress(headers)
    if (!address) return null
    const service = env().ipinfo
    const range = ipaddr.parse(address).range()
    if (range === 'loopback' && service && knowsThisMachine(service)) return await fetchCountry(address, service)
    // Private, documentation and other special ranges (RFC 6890) have no country.
    if (range !== 'unicast') return null
    const find = () => (service ? fromServiceOnce(address, service) : embeddedCountry(address))
    return await logFailures('The countries of visitors cannot be looked up', find)
  } catch {
    return null
  }
}
