/**
 * The IP geolocation service; the only file that knows its wire format. It receives visitors' addresses, so it is used only when the
 * operator configures a token, and never from a browser.
 */

import type { Env } from '#lib/platform/env.ts'
import { measureCall } from '#lib/platform/metrics.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { describeFetchError } from '#lib/platform/providers/fetch.ts'

const timeoutMs = 1000

/** The lite API has no `/json`: https://ipinfo.io/developers/lite-api */
function lookUpAddress(base: string, address: string): string {
  const path = encodeURIComponent(address)
  return base.endsWith('/lite') ? `${base}/${path}` : `${base}/${path}/json`
}

/**
 * ISO 3166 country code of an address; null without a result within a second. Never throws.
 * `country` is a code in `/json` and a name in the lite API, which has the code in `country_code`.
 */
export async function fetchCountry(address: string, service: NonNullable<Env['ipinfo']>): Promise<string | null> {
  const { country } = await measureCall(
    'ipinfo',
    () => ask(address, service),
    ({ fault }) => fault ?? true,
  )
  return country
}

type Answer = { country: string | null; fault: string | null }
const failed = (fault: string): Answer => ({ country: null, fault })

async function ask(address: string, service: NonNullable<Env['ipinfo']>): Promise<Answer> {
  try {
    const response = await fetch(lookUpAddress(service.apiBase, address), {
      headers: { accept: 'application/json', authorization: `Bearer ${service.token}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return failed(`ipinfo responded with status ${response.status}`)
    }
    const answer: unknown = await response.json()
    if (!isRecord(answer)) return failed('ipinfo returned an unusable response')
    const code = propertyOf(answer, 'country_code') ?? propertyOf(answer, 'country')
    return { country: typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null, fault: null }
  } catch (error) {
    return failed(describeFetchError(error, 'ipinfo', timeoutMs))
  }
}
