/**
 * The camp API; the only file that knows its wire format. It runs on the field teams' network, so its data is validated before use
 * and no page waits for it.
 */
import { z } from 'zod'
import { request, textOf } from '#lib/platform/providers/fetch.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

const service = { vendor: 'camps', name: 'The camp API', timeoutMs: 2000 } as const
const maxCharacters = 64 * 1024
const summaryPath = '/api/country-wise-camps-summary'

/** Bounds far above the real figures: a value outside is an upstream error. */
const total = (max: number) => z.int().min(1).max(max)
const count = z.int().min(0).max(1_000_000)
/** Undefined for a country without a count: content has a figure for it. */
const surgeries = z
  .object({ surgeryCount: count.optional() })
  .optional()
  .transform((country) => (country?.surgeryCount === undefined ? undefined : { surgeryCount: country.surgeryCount }))

const responseSchema = z.object({
  totalSurgeryCount: total(1_000_000),
  totalCampCount: total(100_000),
  totalCountryCount: total(250),
  countryWiseCamps: z.record(z.string(), surgeries),
})
export type CampFigures = z.output<typeof responseSchema>

/** Validates stored figures; null when they are invalid. */
export function parseCampFigures(value: unknown): CampFigures | null {
  return responseSchema.safeParse(value).data ?? null
}

/** `base`: the API's origin, or the full address of its summary. */
function summaryAddress(base: string): string {
  return base.endsWith('/country-wise-camps-summary') ? base : `${base}${summaryPath}`
}

/** One request of at most two seconds, including the body. Never throws: the failure is a sentence. */
export const fetchCampFigures = (base: string): Promise<Result<CampFigures, string>> =>
  request(service, summaryAddress(base), { headers: { accept: 'application/json' } }, async (response) => {
    const answer = responseSchema.safeParse(JSON.parse(await textOf(response, maxCharacters)))
    if (answer.success) return success(answer.data)
    const fields = answer.error.issues.map((issue) => issue.path.join('.') || 'answer')
    return failure(`The camp API responded with unusable figures: ${fields.slice(0, 5).join(', ')}`)
  })
