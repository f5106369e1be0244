/** Schemas of content/currencies.yaml, content/giving and content/campaigns. Pure zod. */
import { z } from 'zod'
import type { CurrencyTerms } from '#lib/site/content/currencies.ts'
import {
  action,
  campaign,
  claim,
  countryCode,
  currency,
  day,
  distinct,
  group,
  line,
  locale,
  money,
  office,
  picture,
  publication,
  reason,
  reviewed,
  slug,
  text,
  timeZone,
} from './fields.ts'

/** ISO 4217. */
const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be the three capitals of a currency, such as USD')

/** Not marked as words to translate. */
const plainWords = z.string().min(1).max(40)

const currencySchema = group({
  code: currencyCode,
  sign: plainWords.max(5),
  typed: z.array(plainWords).default([]),
  /** Where it is shown first; without it, in the country of its code. */
  countries: z.array(countryCode).min(1).optional(),
  form: slug,
  law: z.enum(['india', 'usa', 'none']).default('none'),
  words: line,
  smallest: line.optional(),
  /** Without it, a message says so. */
  whole: line.optional(),
  receipt: group({
    one: line,
    many: line,
    part: line.optional(),
    parts: line.optional(),
    numbers: z.enum(['millions', 'lakhs']).default('millions'),
  }),
})
export type CurrencyEntry = z.output<typeof currencySchema>

/** content/currencies.yaml: the first one is for visitors of all countries that no other names. */
export const currenciesSchema = group({
  currencies: z
    .array(currencySchema satisfies z.ZodType<CurrencyTerms>)
    .min(1)
    .superRefine(distinct('code', 'sign', 'form')),
})

/** content/giving/reasons.yaml. Gifts are recorded under the code, so it never changes; the first is for donors who name none. */
export const reasonsSchema = group({
  reasons: z
    .array(
      group({
        code: z.int().min(1).max(99),
        label: line,
        /** For the thank-you page: what the gift does, once or monthly; a picture; and a link to read on. */
        does: text.max(240),
        picture,
        next: action,
        /** What the yearly statement in India calls such gifts. */
        donationType: z.enum(['Corpus', 'Specific grant', 'Others']).default('Others'),
      }),
    )
    .min(1)
    .superRefine(distinct('code')),
  /** A text that donors may share, with a link to the page of the form. */
  share: line,
})

/** Text of every receipt besides the gift itself. Provided by the organisation's accountants. */
const receiptTerms = group({
  legalName: line,
  street: line.optional(),
  address: z.array(line).min(1),
  registrations: z
    .array(
      group({
        label: line,
        value: line,
        /** The day of its issue. */
        date: day.optional(),
        /** `approval`: under which gifts are deductible. `fcra`: for foreign contributions to India. Once it has lapsed, forms no longer say so, or ask again. */
        kind: z.enum(['approval', 'fcra']).optional(),
        ...claim,
      }),
    )
    .min(1),
  signatory: group({ name: line.optional(), role: line }),
  locale,
  zone: timeZone,
  /** The first month of the financial year, for yearly statements. */
  yearStarts: z.int().min(1).max(12).default(1),
  office,
  /** Statements about tax: for a gift without anything in return, and for a sponsorship; and who confirmed them. */
  gift: text,
  sponsorship: text,
  ...reviewed,
  /** Of thanks, printed with a receipt that is posted: paragraphs behind the greeting, above the signature. */
  letter: text.optional(),
  /** Added to the receipt of a gift from this amount on. */
  largeGift: group({ from: money, text, ...reviewed }).optional(),
  /** A sentence about tax for the receipts of gifts of that year. */
  yearNote: z
    .array(group({ year: z.int().min(2026), text, ...reviewed }))
    .superRefine(distinct('year'))
    .optional(),
})
/** `disclosures`: those of law.yaml that belong on a receipt. */
export type ReceiptTerms = z.output<typeof receiptTerms> & {
  disclosures?: { texts: readonly { state: string; text: string }[] }
}

/** content/giving/receipts.yaml, by the currency of the gift. */
export const receiptsSchema = group({ receipts: z.record(currency, receiptTerms) })
export type Receipts = z.output<typeof receiptsSchema>['receipts']

/** content/giving/law.yaml. Periods in order; the first has no start. */
export const lawSchema = group({
  /** Limits on gifts in cash, with their sections in words. */
  cash: z
    .record(
      currency,
      group({
        deductible: z.strictObject({ upTo: money, law: z.string().min(1) }),
        refused: z.strictObject({ from: money, law: z.string().min(1) }),
        ...reviewed,
      }),
    )
    .optional(),
  terms: z.array(
    group({
      id: z.string().regex(/^[a-z]+$/, 'must be small letters'),
      /** Valid on every day: used while the words of a period are samples. */
      general: line,
      periods: z
        .array(
          group({
            words: line.optional(),
            ...claim,
          }),
        )
        .min(1)
        .refine((periods) => {
          const starts = periods.map(({ from = '' }) => from)
          return starts[0] === '' && starts.every((from, index) => index === 0 || from > (starts[index - 1] ?? ''))
        }, 'must be in order: the first without from, each later one with a later day'),
    }),
  ),
  /** What states of the USA want donors to read before they pay. */
  disclosures: z
    .array(
      group({
        state: line,
        /** As the state words it, in capitals where it says so. Without it nothing is shown: a lawyer has to find the words. */
        text: text.optional(),
        ...claim,
        source: z.string().startsWith('https://'),
        /** Whether the state wants them on receipts too. */
        receipt: z.literal(true).optional(),
        /** The statute that wants them conspicuous where gifts are made online, and when it was read: they are not folded there. */
        conspicuous: z.string().min(1).max(400).optional(),
      }),
    )
    .default([]),
})
export type Law = z.output<typeof lawSchema>

/** Where a donor sends a gift. Not translated: account numbers are copied exactly. */
const transferAccount = group({
  ...claim,
  holder: z.string().min(1).max(100),
  details: z.array(group({ label: line, value: z.string().min(1).max(80) })).min(1),
  upi: group({
    /** https://www.npci.org.in/what-we-do/upi/product-overview: a name, @, and a handle. */
    address: z.string().regex(/^[\w.-]{2,256}@[A-Za-z]{2,64}$/, 'must be a UPI address such as name@bank'),
    /** The largest payment that banks allow. */
    maximum: money,
    /** ISO 18245, as the bank registered the merchant: 8398 is for charities. */
    merchantCode: z
      .string()
      .regex(/^\d{4}$/, 'must be the four digits of the merchant category code')
      .optional(),
    /** A whole link that the bank signed. The signature covers each field, so no amount and no reference can be added to it. */
    signedLink: z
      .string()
      .regex(/^upi:\/\/pay\?\S+&sign=\S+$/, 'must be the whole signed link of the bank: upi://pay?…&sign=…')
      .optional(),
  }).optional(),
})

const column = z.string().min(1).max(80)
const account = z.string().min(1).max(100)

/** In which order a file writes days. */
export const dateFormats = ['Y-M-D', 'D MMM Y', 'D/M/Y', 'M/D/Y'] as const

/** A layout of bank statements: the names of its columns. */
export const statementLayout = group({
  id: slug,
  /** For operators. */
  about: z.string().min(1),
  currency,
  /** In which order days are written in digits. Days with the name of a month, and those of a workbook, are read with any. */
  dates: z.enum(dateFormats),
  date: column,
  /** Searched for the reference and the name of the donor. */
  text: z.array(column).min(1),
  /** The incoming amount; empty, zero or negative for outgoing payments. */
  received: column,
  /** The column with CR or DR, if `received` has both directions without a sign. */
  direction: column.optional(),
  /** Other headings by which the layout is known. */
  also: z.array(column).min(1).optional(),
  /** How many columns a file without headings has. They are named Column 1, Column 2 … */
  columns: z.int().min(2).max(200).optional(),
})
export type StatementLayout = z.output<typeof statementLayout>

/** content/giving/transfers.yaml: accounts by the currency of the gift, and the column names of bank statements. */
export const transfersSchema = group({
  accounts: z.record(currency, transferAccount).default({}),
  /** Other accounts of the organisation whose statements the office reads. */
  otherAccounts: z
    .array(group({ id: slug, about: z.string().min(1).max(80), currency, number: z.string().regex(/^[\w -]{4,40}$/) }))
    .superRefine(distinct('id'))
    .default([]),
  statements: z.array(statementLayout).min(1).superRefine(distinct('id')),
})

/** content/giving/accounts.yaml: the accounts of the bookkeeping (lib/giving/exchange/journal.ts), by the currency of the gift. */
export const accountsSchema = group({
  accounts: z.record(
    currency,
    group({
      /** Where money arrives, by how it was paid; `other` for every way that is not named. */
      received: z.partialRecord(z.enum(['card', 'upi', 'bank-debit', 'transfer', 'cheque', 'cash', 'other']), account),
      /** By the code of the purpose, or `sponsorship` and `ticket`; `other` for every one that is not named. */
      income: z.record(z.string().regex(/^(?:\d{1,2}|sponsorship|ticket|other)$/), account),
      /** What the payment service keeps. Without it, fees are left out. */
      fees: account.optional(),
    }).refine(({ received, income }) => received.other && income.other, 'needs "other" in received and in income'),
  ),
})

/** content/giving/buttons.yaml: what the Donate buttons of a page select (lib/giving/donation/donate-destinations.ts). */
export const buttonsSchema = group({
  buttons: z.array(
    group({
      page: z.string().startsWith('/'),
      section: z
        .string()
        .regex(/^[a-z-]+$/)
        .optional(),
      reason: reason.optional(),
      /** In the form of the usual currency only. */
      campaign: campaign.optional(),
      /** Given to every month, in any currency. */
      monthly: campaign.optional(),
    }),
  ),
})

/** content/campaigns/{slug}.yaml. Gifts are recorded under the slug, so it never changes. */
export const campaignSchema = group({
  /** As in a receipt: "Cleft-Free World (The legacy continues)". */
  title: line,
  /** The purpose that its links preselect, a code of reasons.yaml. */
  reason,
  /** The goal's currency is the one in which the campaign counts its gifts. */
  goal: money.optional(),
  /** First and last day, UTC. */
  starts: day,
  ends: day.optional(),
  /** Number of the same campaign at the giving partner. */
  partner: z
    .string()
    .regex(/^\d{1,12}$/, 'must be the digits of the partner\'s campaign, such as "8483"')
    .optional(),
  ...publication,
}).refine(({ starts, ends }) => ends === undefined || starts <= ends, {
  path: ['ends'],
  error: 'is before the campaign starts',
})
export type Campaign = z.output<typeof campaignSchema> & { slug: string }
