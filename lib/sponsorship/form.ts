/**
 * The sponsorship forms: their fields and rules, and what the chosen levels come to. Pure and browser-safe. The server checks
 * everything again; a total that the browser found is only compared.
 */
import { emailField, type FormDescription, type FormValues, phoneField, somethingMissing } from '#lib/forms/form.ts'
import { formatMoney, type Money } from '#lib/money.ts'

/** Where somebody who asked for an invoice reads what happens next. `thankYou`: the address of the form's thank-you page. */
export const invoiceThanks = (thankYou: `/${string}`, reference: string): `/${string}` =>
  `${thankYou}?invoice=${encodeURIComponent(reference)}`

/** What happens next with a request for an invoice. */
export const invoiceNext =
  'Your request is kept, and on its way to our office. The office writes the invoice for your sponsorship and sends it to the e-mail address that you gave. Nothing has been paid yet.'

export type SponsorshipLevel = { id: string; name: string; price: Money }

/** What a form offers: from content, and the day on which it is asked. */
export type SponsorshipTerms = {
  /** The day of the event that is sponsored, year-month-day; null when none is coming: then nothing is sold. */
  day: string | null
  levels: readonly SponsorshipLevel[]
  /** One level, or as many as wanted. */
  choose: 'one' | 'several'
  /** The box for promotional items, and whether they can still be promised. */
  itemsLabel: string
  itemsOpen: boolean
  /** By when they must arrive; and said to those who promise items too late. */
  itemsUntil: string
  itemsClosed: string
}

/** With or without https://, as people write it. */
const website = /^(?:https?:\/\/)?[^\s/.:@]+(?:\.[^\s/.:@]+)+(?::\d+)?(?:[/?#]\S*)?$/i

/** `firstName` holds the whole name, as the wire has always called it. */
export function describeSponsorship(terms: SponsorshipTerms) {
  const one = terms.choose === 'one'
  return {
    missing: somethingMissing,
    fields: {
      levels: {
        label: one ? 'Your level' : 'Your levels',
        hint: one ? 'Choose one.' : 'Choose one or several.',
        kind: 'several',
        single: one,
        options: terms.levels.map(({ id, name, price }) => ({
          value: id,
          label: `${name}: ${formatMoney(price)}`,
        })),
        required: one ? 'Choose a level' : 'Choose at least one level',
        rule: (_: string, values: FormValues) => levelsError([values.levels].flat(), terms),
      },
      firstName: {
        label: 'Name',
        hint: 'Yours, or your company’s',
        autoComplete: 'name',
        maxLength: 160,
        required: 'Enter your name, or the name of your company',
      },
      email: { ...emailField, hint: 'For your receipt or invoice' },
      phone: { ...phoneField, required: true },
      website: {
        label: 'Website',
        inputMode: 'url',
        autoComplete: 'url',
        called: 'the address of your website',
        maxLength: 200,
        rule: (answer: string) =>
          website.test(answer) ? null : 'Enter your website, like www.example.org, or leave it empty',
      },
      address: {
        label: 'Address',
        hint: 'Street, town or city, state and ZIP code',
        kind: 'text',
        rows: 2,
        autoComplete: 'street-address',
        maxLength: 400,
        required: true,
      },
      contact: {
        label: 'Contact information',
        hint: 'If we should write to somebody else: who, and how',
        called: 'the contact information',
        maxLength: 300,
      },
      promotionalItems: {
        label: 'Promotional items',
        kind: 'tick',
        options: [{ value: 'yes', label: terms.itemsLabel }],
        rule: () => (terms.itemsOpen ? null : terms.itemsClosed),
      },
      comments: { label: 'Comments', kind: 'text', rows: 4, maxLength: 2000 },
    },
  } satisfies FormDescription
}

export type SponsorshipField = keyof ReturnType<typeof describeSponsorship>['fields']

/** The answers: texts, the ids of the levels chosen, and whether the box is ticked. */
export type SponsorshipValues = { [Name in Exclude<SponsorshipField, 'levels' | 'promotionalItems'>]: string } & {
  levels: readonly string[]
  promotionalItems: boolean
}

export const emptySponsorship: SponsorshipValues = {
  levels: [],
  firstName: '',
  email: '',
  phone: '',
  website: '',
  address: '',
  contact: '',
  promotionalItems: false,
  comments: '',
}

function levelsError(chosen: readonly unknown[], { levels, choose }: SponsorshipTerms): string | null {
  if (chosen.some((id) => !levels.some((level) => level.id === id)))
    return 'Choose your level again: the one that was sent is not offered here'
  return choose === 'one' && chosen.length > 1 ? 'Choose one level only' : null
}

/** The levels that were chosen, in the order of the form; unknown ids are left out. */
export function chosenLevels<Level extends SponsorshipLevel>(
  { levels: chosen }: Pick<SponsorshipValues, 'levels'>,
  levels: readonly Level[],
): Level[] {
  return levels.filter(({ id }) => chosen.includes(id))
}

/** What the chosen levels come to: nought while none is chosen. */
export function sponsorshipTotal(
  values: Pick<SponsorshipValues, 'levels'>,
  levels: readonly SponsorshipLevel[],
): Money {
  const amount = chosenLevels(values, levels).reduce((sum, { price }) => sum + price.amount, 0)
  return { amount, currency: 'USD' }
}

/** What the button says: the exact total. */
export function sponsorLabel(total: Money): string {
  return total.amount > 0 ? `Sponsor with ${formatMoney(total)}` : 'Sponsor online'
}
