/**
 * The events that are counted for visitors who agreed, and the report by which their browser sends one (app/api/analytics/). Neither can
 * hold personal data: no query string, no title, nothing typed into a form. Gifts are not among them, because reports from browsers can be
 * forged; the ledger counts gifts (`charity gifts`, charity_gifts_recorded_total of /api/metrics).
 */
import { z } from 'zod'

const path = z.string().regex(/^\/[\w./-]{0,199}$/, 'must be the path of a page, without query')

const eventSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('page') }),
  z.strictObject({ name: z.literal('form'), form: z.string().regex(/^[a-z-]{1,40}$/) }),
  z.strictObject({ name: z.literal('story'), story: path }),
  /** Requests besides the gift itself: shown or accepted. */
  z.strictObject({ name: z.literal('offer'), offer: z.enum(['monthly', 'fees']), taken: z.boolean() }),
])
export type AnalyticsEvent = z.infer<typeof eventSchema>

export const reportSchema = z.strictObject({
  /** Random number of this browser, generated when the visitor agreed. */
  visitor: z.uuid(),
  /** Unix time in seconds at which the visit began. */
  session: z.int().positive().max(99_999_999_999),
  page: path,
  /** Origin of the referring site; '' for none. */
  from: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/ })
      .max(200)
      .transform((address) => new URL(address).origin),
  ]),
  event: eventSchema,
})
export type AnalyticsReport = z.infer<typeof reportSchema>
