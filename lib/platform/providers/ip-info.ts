/**
 * The IP geolocation service; the only file that knows its wire format. It receives visitors' addresses, so it is used only when the
 * operator configures a token, and never from a browser.
 */

import type { Env } from '#lib/platform/env.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { request } from '#lib/platform/providers/fetch.ts'
import { failure, success } from '#lib/platform/result.ts'

const service = { vendor: 'ipinfo', name: 'ipinfo', timeoutMs: 1000 } as const

/** The lite API has no `/json`: https://ipinfo.io/developers/lite-api */
function lookUpAddress(base: string, address: string): string {
  const path = encodeURIComponent(address)
  return base.endsWith('/lite') ? `${base}/${path}` : `${base}/${path}/json`
}

/**
 * ISO 3166 country code of an address; null without a result within a second. Never throws.
 * `country` is a code in `/json` and a name in the lite API, which has the code in `country_code`.
 */
export async function fetchCountry(
  address: string,
  { apiBase, token }: NonNullable<Env['ipinfo']>,
): Promise<string | null> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const found = await request(service, lookUpAddress(apiBase, address), { headers }, async (response) => {
    const answer: unknown = await response.json()
    if (!isRecord(answer)) return failure('ipinfo returned an unusable response')
    const code = propertyOf(answer, 'country_code') ?? propertyOf(answer, 'country')
    return success(typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null)
  })
  return found.ok ? found.value : null
}
