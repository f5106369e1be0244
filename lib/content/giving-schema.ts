/** Schemas of content/giving: pages around a payment form, with the form's options and the blocks beside it. Pure zod. */
import { z } from 'zod'
import { day, group, line, markdown, money, picture, text, timeZone } from './fields.ts'
import { pageSchema } from './schema.ts'
import type { SponsorshipEvent } from './sponsorship-events.ts'

/** A page at an address defined in code: aliases would need an entry in lib/routes. */
const formPage = { ...pageSchema.shape, aliases: z.array(z.never('is not read here')).default([]) }

const ways = {
  /** Shown beside the button: who sees the card. */
  reassurance: text,
  refunds: z.array(text).min(1),
}

/** content/giving/5k-run.yaml and father-daughter-dance.yaml. */
export const sponsorshipSchema = group({
  ...formPage,
  /** As in "Your sponsorship of …". */
  event: line,
  choose: z.enum(['one', 'several']),
  levels: z
    .array(
      group({
        /** Stable identifier, printed on old forms: never change it. */
        id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be small letters, digits and hyphens'),
        name: line,
        price: money,
        text: text.optional(),
      }),
    )
    .min(1)
    .refine((levels) => new Set(levels.map(({ id }) => id)).size === levels.length, 'has two levels with one id'),
  /** Promotional items for the bags: offered until the end of the deadline day, in the event's time zone. */
  items: group({
    label: line,
    deadline: day,
    zone: timeZone,
  }),
  /** How to pay without a card. */
  invoice: markdown,
  ...ways,
})
export type Sponsorship = z.output<typeof sponsorshipSchema> & { id: SponsorshipEvent }

/** content/giving/usa.yaml: the page for gifts in dollars. */
export const usaGivingSchema = group({
  ...formPage,
  address: z.literal('/Donate'),
  /** The giving partner's form, which opens in a dialog. */
  partner: group({
    /** Its name under `external` in site.yaml. lib/content/code-pages.ts allows only that origin in a frame. */
    form: z.literal('giving-form-usa'),
    title: line,
    /** Shown above the form, with a plain link to it. */
    blocked: line,
    link: line,
  }),
  heading: line,
  intro: text,
  picture,
  presets: z.array(group({ amount: money, pays: line })).length(4),
  minimum: money,
  maximum: money,
  ...ways,
})
export type UsaGiving = z.output<typeof usaGivingSchema>

/** Text of every receipt besides the gift itself. Provided by the organisation's accountants. */
const receiptTerms = group({
  legalName: line,
  address: z.array(line).min(1),
  /** EIN, PAN, 80G approval … */
  registrations: z.array(group({ label: line, value: line })).min(1),
  signatory: group({ name: line, role: line }),
  /** Time zone of the date on a receipt. */
  zone: timeZone,
  /** A code of `offices` in site.yaml. */
  office: z.string().regex(/^[A-Z]{2}$/, 'must be the two capitals of a country, such as IN'),
  /** Statements about tax: for a gift, in return for which nothing is given, and for a sponsorship. */
  gift: text,
  sponsorship: text,
})
export type ReceiptTerms = z.output<typeof receiptTerms>

/** content/giving/receipts.yaml, by the currency of the gift. */
export const receiptsSchema = group({ INR: receiptTerms, USD: receiptTerms })
export type Receipts = z.output<typeof receiptsSchema>
