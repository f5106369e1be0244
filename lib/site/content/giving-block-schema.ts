/** Schemas of the blocks that take payments: their forms are read from here, and so are the terms of the server. */
import { z } from 'zod'
import { formatMoney } from '#lib/platform/money.ts'
import {
  action,
  blockGroup,
  currency,
  distinct,
  event,
  external,
  fairValue,
  group,
  href,
  kind,
  line,
  markdown,
  money,
  picture,
  slug,
  text,
} from './fields.ts'

/** Shown instead of a form while its event has no coming date: what to do next. */
const closed = group({ text: markdown, actions: z.array(action).min(1).max(2) })

export const givingBlockSchemas = {
  /** The card form for gifts in one currency, used on one page. All its amounts are in that currency. */
  'donation-form': blockGroup('donation-form', 'Asking', 'The gift form of a currency. One on a page.', {
    id: slug.optional(),
    currency,
    heading: line,
    intro: text,
    picture,
    /** A story of what the gifts are for: its face and first sentence stand above the amounts. */
    story: group({ href }).optional(),
    /**
     * `pays`: what a single gift pays for; `paysMonthly`: what a monthly one does, if different. `writtenFor`: the amount that the
     * sentences were written for, so that the check warns when only the amount is changed.
     */
    presets: z
      .array(group({ amount: money, writtenFor: money.optional(), pays: line, paysMonthly: line.optional() }))
      .length(4),
    /** What is chosen when the form opens, unless the link to it says otherwise. Left out: the second amount, once. */
    chosen: group({ frequency: z.enum(['once', 'monthly']), amount: money }).optional(),
    minimum: money,
    maximum: money,
    /** For donors who want to give more: how, and whom to call. */
    aboveMaximum: text,
    /** Shown beside the amounts: the tax effect of a gift. */
    tax: line,
    /** Link to the form in another currency, if there is one. */
    otherForm: group({ question: line, link: action }).optional(),
    /** Other ways to give, below the form. */
    otherWays: z.array(action).default([]),
    /** Above this amount, the donor's bank asks for a confirmation every month. Omitted if banks do not ask. */
    mandateAbove: money.optional(),
    /** The monthly amount suggested on the thank-you page of a single gift. Omitted: no suggestion. */
    monthlyAfter: money.optional(),
    /** How many percent of a gift by card a donor may add for the fees, if the donor ticks it. Left out, nobody is asked. */
    feePercent: z.number().positive().max(10).optional(),
    /** Whether a donor may ask to be reminded once of a gift that is not finished. */
    reminder: z.boolean().default(false),
    /** The wallets that are turned on at the payment service, by their names, which are the same in every language. Named beside the card. */
    wallets: z.array(kind(z.string().min(1).max(40), { isLine: true })).default([]),
    /** From this amount in a year on the form asks for an address. Left out: it always does. */
    addressFrom: money.optional(),
    /** Why the form asks for an address. */
    whyAddress: text.optional(),
    /** Whether `citizens` is asked: gifts of anybody else are foreign contributions (Foreign Contribution (Regulation) Act, 2010). */
    citizenship: z.boolean().default(true),
    citizens: group({
      question: line,
      /** Shown to everybody else; no payment is started. */
      refusal: text,
      /** The link to the form for everybody else. */
      elsewhere: action,
    }).optional(),
    /** Shown beside the button: who sees the card details. */
    reassurance: text,
    /** Offered on the thank-you page. */
    next: action,
  })
    .refine(
      ({ chosen, presets }) =>
        !chosen || presets.some(({ amount }) => formatMoney(amount) === formatMoney(chosen.amount)),
      {
        path: ['chosen', 'amount'],
        error: 'must be one of the amounts in `presets`',
      },
    )
    .superRefine(({ currency, presets, minimum, maximum, ...others }, context) => {
      const report = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
      const { mandateAbove, monthlyAfter, addressFrom } = others
      const amounts = { minimum, maximum, mandateAbove, monthlyAfter, addressFrom }
      const wrongField = Object.entries(amounts).find(([, amount]) => amount && amount.currency !== currency)?.[0]
      if (wrongField || presets.some(({ amount }) => amount.currency !== currency))
        return report([wrongField ?? 'presets'], `must be in ${currency}`)
      if (minimum.amount >= maximum.amount)
        return report(['minimum'], `must be below the maximum, ${formatMoney(maximum)}`)
      for (const [index, { amount }] of presets.entries()) {
        const at = ['presets', index, 'amount']
        if (amount.amount < minimum.amount) report(at, `is below the minimum, ${formatMoney(minimum)}`)
        else if (amount.amount > maximum.amount) report(at, `is above the maximum, ${formatMoney(maximum)}`)
        else if (presets.findIndex((preset) => preset.amount.amount === amount.amount) < index)
          report(at, 'is the amount of another preset')
      }
    }),
  'sponsorship-form': blockGroup('sponsorship-form', 'Asking', 'The form for sponsors of an event. One on a page.', {
    id: slug.optional(),
    /** The id in API requests; recorded with payments, so it never changes. */
    event: slug,
    /** A file of content/events. Its next date is sponsored; without one, the form is closed. */
    calendarEvent: event,
    /** As in "Your sponsorship of …". */
    name: line,
    choose: z.enum(['one', 'several']),
    levels: z
      .array(
        group({
          /** The id in API requests; recorded with payments, so it never changes. */
          id: slug,
          name: line,
          price: money,
          /** What a sponsor gets for it. */
          includes: z.array(line).min(1).optional(),
          fairValue: fairValue.optional(),
        }),
      )
      .min(1)
      .refine(
        (levels) => levels.every(({ price }) => price.currency === levels[0]?.price.currency),
        'must have their prices in one currency',
      )
      .refine(
        (levels) => levels.every(({ price }, index) => price.amount <= (levels[index - 1]?.price.amount ?? Infinity)),
        'must be in the order of their prices, the highest first',
      )
      .refine(
        (levels) => levels.every(({ price, fairValue }) => !fairValue || fairValue.amount.currency === price.currency),
        'must have their values in the currency of their prices',
      )
      .superRefine(distinct('id')),
    /** Promotional items for the bags: offered until the end of this day before the event, where the event is. */
    items: group({ label: line, daysBefore: z.int().min(0).max(365) }),
    closed,
    reassurance: text,
    invoice: markdown,
    /** For the thank-you page: what sponsors hear next and when, a picture, a text to share, and further links. */
    thanks: group({ text: text.optional(), picture, share: line }),
    next: action,
  }),
  'ticket-form': blockGroup('ticket-form', 'Asking', 'The form for tickets of an event. One on a page.', {
    id: slug.optional(),
    /** A file of content/events with `tickets`, whose prices are in this currency. */
    event,
    currency,
    reassurance: text,
    closed,
    /** For the thank-you page: a picture, a text to share, and further links. */
    thanks: group({ picture, share: line }),
    next: action,
  }),
  /** A giving partner's form, in a dialog that every link of the page to `href` opens. */
  'partner-form': blockGroup('partner-form', 'Asking', 'The form of a giving partner elsewhere.', {
    href: external,
    title: line,
    /** Shown above the form, with the plain link to it. */
    blocked: line,
    link: line,
  }),
} as const

/** Blocks that need the request, and an island in the browser. */
export type GivingKind = keyof typeof givingBlockSchemas
export const givingKinds = Object.keys(givingBlockSchemas) as GivingKind[]
