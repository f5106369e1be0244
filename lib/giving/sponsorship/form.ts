/**
 * The sponsorship forms: their fields and rules, and the total of the chosen levels. Pure and browser-safe. The server validates
 * everything again; the browser's total is only compared.
 */
import { emailField, type FormDescription, type FormValues, phoneField } from '#lib/contact/forms/form.ts'
import { fill, type SponsorshipTexts } from '#lib/platform/messages/texts.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'

/**
 * The page that explains what happens next to a visitor who asked for an invoice. `thankYou`: the address of the form's thank-you page.
 * `levels`: ids.
 */
export const invoiceThanks = (thankYou: `/${string}`, reference: string, levels: readonly string[]): `/${string}` =>
  `${thankYou}?invoice=${encodeURIComponent(reference)}&levels=${encodeURIComponent(levels.join('.'))}`

/** In the query of the form's address when it asks for an invoice, and of the page of an invoice. */
export const invoiceField = 'invoice'

export type SponsorshipLevel = { id: string; name: string; price: Money }

/** What a form offers: from content, and the day on which it is asked. */
export type SponsorshipTerms = {
  texts: SponsorshipTexts
  /** The reader's. */
  locale: string
  /**
   * The day of the sponsored event, year-month-day, or only the month in which it is expected, year-month: then a level can be reserved by
   * invoice, not paid. Null if there is no next event, and so nothing to sell.
   */
  day: string | null
  levels: readonly SponsorshipLevel[]
  /** Whether one level can be chosen, or several. */
  choose: 'one' | 'several'
  /** The checkbox for promotional items, and whether they can still be promised. */
  itemsLabel: string
  itemsOpen: boolean
  /** By when they must arrive; and said to those who promise items too late. */
  itemsUntil: string
  itemsClosed: string
}

/** Whether the day of the event is known. */
export const isFixed = (day: string): boolean => day.length > '2027-02'.length

/** With or without https://, as people write it. */
const website = /^(?:https?:\/\/)?[^\s/.:@]+(?:\.[^\s/.:@]+)+(?::\d+)?(?:[/?#]\S*)?$/i

/** `firstName` holds the whole name; the API has always called it that. */
export function describeSponsorship(terms: SponsorshipTerms) {
  const { sponsorship, rules, form } = terms.texts
  const isSingle = terms.choose === 'one'
  return {
    texts: rules,
    fields: {
      levels: {
        label: isSingle ? sponsorship.level : sponsorship.levels,
        hint: isSingle ? sponsorship.levelHint : sponsorship.levelsHint,
        kind: 'several',
        single: isSingle,
        options: terms.levels.map(({ id, name, price }) => ({
          value: id,
          label: `${name}: ${formatMoney(price, terms.locale)}`,
        })),
        required: isSingle ? sponsorship.chooseLevel : sponsorship.chooseLevels,
        rule: (_: string, values: FormValues) => levelsError([values.levels].flat(), terms),
      },
      firstName: {
        label: form.name,
        hint: sponsorship.nameHint,
        autoComplete: 'name',
        called: rules.yourName,
        passedOn: 'name',
        maxLength: 160,
        required: sponsorship.enterName,
      },
      email: { ...emailField(rules, form.email), hint: sponsorship.emailHint },
      phone: phoneField(rules, form.phone),
      website: {
        label: sponsorship.website,
        inputMode: 'url',
        autoComplete: 'url',
        called: sponsorship.yourWebsite,
        maxLength: 200,
        rule: (answer: string) => (website.test(answer) ? null : sponsorship.enterWebsite),
      },
      address: {
        label: sponsorship.address,
        hint: sponsorship.addressHint,
        kind: 'text',
        rows: 2,
        autoComplete: 'street-address',
        called: sponsorship.yourAddress,
        maxLength: 400,
        required: true,
      },
      contact: {
        label: sponsorship.contact,
        hint: sponsorship.contactHint,
        called: sponsorship.theContact,
        maxLength: 300,
      },
      promotionalItems: {
        label: sponsorship.items,
        kind: 'tick',
        options: [{ value: 'yes', label: terms.itemsLabel }],
        rule: () => (terms.itemsOpen ? null : terms.itemsClosed),
      },
      comments: {
        label: sponsorship.comments,
        kind: 'text',
        rows: 4,
        called: sponsorship.yourComments,
        maxLength: 2000,
      },
    },
  } satisfies FormDescription
}

export type SponsorshipField = keyof ReturnType<typeof describeSponsorship>['fields']

/** The answers: texts, the ids of the levels chosen, and whether the box is ticked. */
export type SponsorshipValues = { [Name in Exclude<SponsorshipField, 'levels' | 'promotionalItems'>]: string } & {
  levels: readonly string[]
  promotionalItems: boolean
}

function levelsError(
  chosen: readonly unknown[],
  { levels, choose, texts: { sponsorship } }: SponsorshipTerms,
): string | null {
  if (chosen.some((id) => !levels.some((level) => level.id === id))) return sponsorship.levelNotOffered
  return choose === 'one' && chosen.length > 1 ? sponsorship.oneLevelOnly : null
}

/** The levels that were chosen, in the order of the form; unknown ids are left out. */
export function chosenLevels<Level extends SponsorshipLevel>(
  { levels: chosen }: Pick<SponsorshipValues, 'levels'>,
  levels: readonly Level[],
): Level[] {
  return levels.filter(({ id }) => chosen.includes(id))
}

/** The total of the chosen levels: 0 without any. */
export function sponsorshipTotal(
  values: Pick<SponsorshipValues, 'levels'>,
  levels: readonly SponsorshipLevel[],
): Money {
  return {
    amount: chosenLevels(values, levels).reduce((sum, { price }) => sum + price.amount, 0),
    currency: levels[0]?.price.currency ?? '',
  }
}

/** Label of the button: the exact total. */
export function sponsorLabel(total: Money, { texts: { sponsorship }, locale }: SponsorshipTerms): string {
  return total.amount > 0
    ? fill(sponsorship.sponsorWith, { amount: formatMoney(total, locale) })
    : sponsorship.sponsorOnline
}
