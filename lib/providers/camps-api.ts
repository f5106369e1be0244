/**
 * The camp API: the only file that knows its wire format. It answers on the network of the organisation's field teams, so
 * nothing it says is believed before it was checked, and no page waits for it.
 */
import { z } from 'zod'
import { propertyOf } from '#lib/narrow.ts'
import { textOf } from '#lib/providers/answer.ts'

/** AFRICA is South Africa: the key is older than this site. */
export const campCountries = ['INDIA', 'KENYA', 'ZIMBABWE', 'UGANDA', 'AFRICA'] as const
export type CampCountry = (typeof campCountries)[number]

export type CampFigures = {
  totalSurgeryCount: number
  totalCampCount: number
  totalCountryCount: number
  countryWiseCamps: Record<CampCountry, { surgeryCount: number }>
}

export type CampAnswer = { ok: true; figures: CampFigures } | { ok: false; reason: string }

const timeoutMs = 2000
const mostCharacters = 64 * 1024
const addressOfSummary = '/api/country-wise-camps-summary'

/** Bounds far above what the organisation can reach: a figure outside is a mistake upstream, not a success. */
const total = (most: number) => z.int().min(1).max(most)
const surgeries = z.object({ surgeryCount: z.int().min(0).max(1_000_000).default(0) }).default({ surgeryCount: 0 })

const answerSchema = z.object({
  totalSurgeryCount: total(1_000_000),
  totalCampCount: total(100_000),
  totalCountryCount: total(250),
  countryWiseCamps: z.object({
    INDIA: surgeries,
    KENYA: surgeries,
    ZIMBABWE: surgeries,
    UGANDA: surgeries,
    AFRICA: surgeries,
  }),
})

/** Figures that were kept earlier, or null when they are not what they should be. */
export function asCampFigures(value: unknown): CampFigures | null {
  return answerSchema.safeParse(value).data ?? null
}

/** `base` may be the API's origin or the full address of its summary. */
function summaryAddress(base: string): string {
  return base.endsWith('/country-wise-camps-summary') ? base : `${base}${addressOfSummary}`
}

/** fetch says only "fetch failed"; what failed (ECONNREFUSED) is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = propertyOf(error.cause, 'code')
  return `${error.name}: ${error.message}${typeof code === 'string' ? ` (${code})` : ''}`
}

/** Asks once, for at most two seconds, body included. A country that is absent counts 0. Never throws. */
export async function fetchCampFigures(base: string): Promise<CampAnswer> {
  try {
    const response = await fetch(summaryAddress(base), {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { ok: false, reason: `status ${response.status}` }
    }
    const answer = answerSchema.safeParse(JSON.parse(await textOf(response, mostCharacters)))
    if (answer.success) return { ok: true, figures: answer.data }
    const fields = answer.error.issues.map((issue) => issue.path.join('.') || 'answer')
    return { ok: false, reason: `unusable: ${fields.slice(0, 5).join(', ')}` }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}
