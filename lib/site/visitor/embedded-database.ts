/**
 * Country lookup in the database installed with the site, so no address leaves the server. Its data is approximate, but sufficient for
 * choosing an office and a donation page.
 */
import { processState } from '#lib/platform/process-state.ts'
import 'server-only'
import path from 'node:path'
import { type CountryResponse, open } from 'maxmind'

// Written out in full: a computed path would make the build trace all of node_modules.
const file = path.join(
  process.cwd(),
  'node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)

/** A flat record, unlike those of MaxMind's own databases. */
type Row = CountryResponse & { country_code?: string }

const reader = processState('ip-database', () => open<Row>(file)).get

/** ISO 3166 code, or null when the address is not listed. `address`: public; IPv4 not in `::ffff:` form. @throws when the database cannot be read. */
export async function embeddedCountry(address: string): Promise<string | null> {
  const row = (await reader()).get(address)
  return row?.country_code ?? null
}
