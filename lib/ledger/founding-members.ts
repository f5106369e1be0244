/** Number of monthly donors, for the circle's founding members. Counts recorded gifts only. */
import 'server-only'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { store } from '#lib/store/index.ts'
import { withTimeout } from '#lib/with-timeout.ts'

/** The page does not wait longer for the store. */
const timeoutMs = 500

/** People with at least one paid monthly gift, counted once per normalised e-mail address. Null during the build and while the store is unavailable. */
export async function monthlyDonors(): Promise<number | null> {
  if (env().isBuild) return null
  try {
    return await withTimeout(countDonors(), timeoutMs)
  } catch (error) {
    log.warn('The monthly donors could not be counted', { error })
    return null
  }
}

async function countDonors(): Promise<number> {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select('donor_email')
    .distinct()
    .where('kind', '=', 'monthly')
    .where('status', '=', 'paid')
    .execute()
  return new Set(rows.map(({ donor_email }) => donor_email.trim().toLowerCase())).size
}

export function placesSentence(taken: number, places: number): string {
  const left = places - taken
  if (left <= 0) return `All ${places} founding places are taken. Thank you.`
  if (taken === 0) return `All ${places} founding places are free. Yours would be the first.`
  return `${taken} of ${places} founding places ${taken === 1 ? 'is' : 'are'} taken. ${left} ${left === 1 ? 'is' : 'are'} free.`
}
