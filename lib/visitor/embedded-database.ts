/**
 * Countries of addresses from the database that is installed with the site: no address leaves the server. Its data is
 * approximate and good enough to choose an office and a donation page.
 */
import { processState } from '#lib/process-state.ts'
import 'server-only'
import path from 'node:path'
import { type CountryResponse, open } from 'maxmind'

// Written out in full: with a computed path the build would take the whole of node_modules along.
const file = path.join(
  process.cwd(),
  'node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)

/** One flat field, unlike the records of MaxMind's own databases. */
type Row = CountryResponse & { country_code?: string }

const reader = processState('ip-database', () => open<Row>(file)).get

/** ISO 3166 code, or null when the address is in no row. `address`: a public one, IPv4 not in its `::ffff:` form. @throws when the database cannot be read. */
export async function embeddedCountry(address: string): Promise<string | null> {
  const row = (await reader()).get(address)
  return row?.country_code ?? null
}
