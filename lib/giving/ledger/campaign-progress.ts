/** A campaign's total for pages: its paid gifts, and the monthly circle's founding members. Counts recorded gifts only. */
import { dayMs, now, withTimeout } from '#lib/platform/clock.ts'
import { dayInWords, type Locale } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { setLiveVersion } from '#lib/platform/live.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { logFailures } from '#lib/platform/warnings.ts'
import type { Campaign } from '#lib/site/content/giving-schema.ts'

/** Pages do not wait longer for the store. */
const timeoutMs = 500

/** The total of paid gifts to the campaign in each currency, less refunds. Null during the build and while the store is unavailable. */
export const campaignTotals = (slug: string): Promise<readonly Money[] | null> =>
  forPage('The gifts of a campaign could not be summed', () => sumGifts(slug))

async function sumGifts(slug: string): Promise<Money[]> {
  const { db } = await store()
  return db
    .selectFrom('gifts')
    .select(({ fn }) => ['currency', fn.sum<number>('amount').as('amount')])
    .where('campaign', '=', slug)
    .where('status', '=', 'paid')
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/**
 * People with at least one paid monthly gift to the campaign, counted once per normalised e-mail address. Null during the build and
 * while the store is unavailable.
 */
export const monthlyDonors = (slug: string): Promise<number | null> =>
  forPage('The monthly donors could not be counted', () => countDonors(slug))

async function countDonors(slug: string): Promise<number> {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select('donor_email')
    .distinct()
    .where('campaign', '=', slug)
    .where('kind', '=', 'monthly')
    .where('status', '=', 'paid')
    .execute()
  return new Set(rows.map(({ donor_email }) => donor_email.trim().toLowerCase())).size
}

const everyMs = 10_000

let timer: NodeJS.Timeout | undefined

/**
 * Checks now and every ten seconds whether gifts to campaigns were recorded or refunded on any server; pages that show them are then
 * rendered again. Resolves after the first check. Never throws.
 */
export async function watchCampaignGifts(): Promise<void> {
  clearTimeout(timer)
  const shown = await forPage('The gifts of the campaigns could not be counted', countGifts)
  if (shown) setLiveVersion('gifts', shown)
  timer = setTimeout(() => void watchCampaignGifts(), everyMs).unref()
}

async function countGifts() {
  const { db } = await store()
  return db
    .selectFrom('gifts')
    .select(({ fn }) => ['campaign', 'currency', 'status', fn.countAll().as('count'), fn.sum('amount').as('amount')])
    .where('campaign', 'is not', null)
    .groupBy(['campaign', 'status', 'currency'])
    .orderBy('campaign')
    .orderBy('status')
    .orderBy('currency')
    .execute()
}

async function forPage<Value>(complaint: string, read: () => Promise<Value>): Promise<Value | null> {
  if (env().isBuild) return null
  try {
    return await logFailures(complaint, () => withTimeout(read(), timeoutMs))
  } catch {
    return null
  }
}

/** An almost empty bar discourages donors: below this share nothing is shown. */
const minPart = 0.1

/** Empty while few are taken. */
export function placesSentence(taken: number, places: number): string {
  const left = places - taken
  const t = messages()
  if (taken < places * minPart) return ''
  return left <= 0 ? t('campaign.placesTaken', { places }) : t('campaign.placesLeft', { taken, places, left })
}

/** What was given in the currency of the goal. Gifts in other currencies are not converted and do not count. */
export const givenTowards = (goal: Money, totals: readonly Money[]): Money =>
  totals.find(({ currency }) => currency === goal.currency) ?? { amount: 0, currency: goal.currency }

/** "$3,450 of $25,000 has been given through this site." Empty without a goal, and while little has been given. */
export function progressSentence({ goal }: Pick<Campaign, 'goal'>, totals: readonly Money[]): string {
  if (!goal) return ''
  const t = messages()
  const raised = givenTowards(goal, totals)
  if (raised.amount < goal.amount * minPart) return ''
  return t(raised.amount >= goal.amount ? 'campaign.reached' : 'campaign.towards', {
    given: formatMoney(raised, currentLocale()),
    goal: formatMoney(goal, currentLocale()),
  })
}

/** Empty for a campaign that has started and has no end. Days are in UTC. */
export function daysLeftSentence({ starts, ends }: Pick<Campaign, 'starts' | 'ends'>, locale: Locale): string {
  const t = messages(locale)
  const today = now().getTime()
  if (today < Date.parse(starts)) return t('campaign.starts', { day: dayInWords(starts, locale) })
  if (ends === undefined) return ''
  const days = Math.ceil((Date.parse(ends) + dayMs - today) / dayMs)
  const day = dayInWords(ends, locale)
  if (days < 1) return t('campaign.ended', { day })
  return days === 1 ? t('campaign.lastDay') : t('campaign.daysLeft', { days, day })
}
