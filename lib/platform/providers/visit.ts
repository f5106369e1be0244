/**
 * Sends what visitors did to the program that counts visits; each program has a file of its own. The server sends it, so that no foreign script runs in the
 * browser and no program sees a visitor's address.
 */
import type { Env } from '#lib/platform/env.ts'
import { request } from '#lib/platform/providers/fetch.ts'
import { type Result, success } from '#lib/platform/result.ts'

export type VisitName = 'page' | 'form' | 'story' | 'offer' | 'offer-taken'
/** `visitor`: a random UUID. `session`: when the visit began, in seconds. `page`: its whole address. `from`: an origin, or empty. `about`: which form, story or offer. */
export type Visit = { visitor: string; session: number; page: string; from: string; name: VisitName; about: string }

/** Sends one event. Never throws: the failure is a sentence for the log. */
export type SendVisit = (account: NonNullable<Env['analytics']>, visit: Visit) => Promise<Result<null, string>>

/** @param name of the program, as sentences name it. */
export function sendVisit(
  name: string,
  url: string,
  body: object | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result<null, string>> {
  const options: RequestInit = {
    method: 'POST',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
  }
  return request({ vendor: 'analytics-service', name, timeoutMs: 3000 }, url, options, async (response) => {
    await response.body?.cancel()
    return success(null)
  })
}
