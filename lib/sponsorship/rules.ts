/**
 * The sponsorship forms' fields and rules, shared by the page, the browser and the server. Pure and browser-safe: no zod,
 * no environment. The server asks the same questions again; a total that the browser found is only compared.
 */

import { type SponsorshipEvent, sponsorshipAddress } from '#lib/content/sponsorship-events.ts'
import {
  contactLengths,
  emailError,
  gatherErrors,
  phoneError,
  somethingMissing,
  somethingWrong,
  textError,
  tooLong,
} from '#lib/forms/field-rules.ts'
import { formatMoney, type Money } from '#lib/money.ts'

/** Where somebody who asked for an invoice reads what happens next. */
export const invoiceThanks = (event: SponsorshipEvent, reference: string): `/${string}` =>
  `${sponsorshipAddress[event]}/thank-you?invoice=${encodeURIComponent(reference)}`

/** What becomes of a request for an invoice that was kept. */
export const invoiceNext =
  'Your request is kept, and on its way to our office. The office writes the invoice for your sponsorship and sends it to the e-mail address that you gave. Nothing has been paid yet.'

/** In the order of the form. `firstName` holds the whole name, as the wire has always called it. */
export const sponsorshipFields = [
  'levels',
  'firstName',
  'email',
  'phone',
  'website',
  'address',
  'contact',
  'promotionalItems',
  'comments',
] as const
export type SponsorshipField = (typeof sponsorshipFields)[number]

/** What stands in the form: texts, the ids of the levels chosen, and whether the box is ticked. */
export type SponsorshipValues = { [Field in Exclude<SponsorshipField, 'levels' | 'promotionalItems'>]: string } & {
  levels: readonly string[]
  promotionalItems: boolean
}

export type SponsorshipError = { field: SponsorshipField; message: string }

export type SponsorshipLevel = { id: string; name: string; price: Money }

/** What a form asks by: from content, and the day on which it is asked. */
export type SponsorshipTerms = {
  levels: readonly SponsorshipLevel[]
  /** One level, or as many as wanted. */
  choose: 'one' | 'several'
  /** Items for the bags may still be promised. */
  itemsOpen: boolean
  /** Said to those who promise items too late. */
  itemsClosed: string
}

/** Characters at most; `maxlength` of the inputs. */
export const sponsorshipLengths = {
  firstName: 160,
  ...contactLengths,
  website: 200,
  address: 400,
  contact: 300,
  comments: 2000,
} as const

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
  return total.amount > 0 ? `Sponsor with ${formatMoney(total)}` : 'Sponsor by card'
}

function levelsError({ levels: chosen }: SponsorshipValues, { levels, choose }: SponsorshipTerms): string | null {
  const one = choose === 'one'
  if (chosen.length === 0) return one ? 'Choose a level' : 'Choose at least one level'
  if (chosen.some((id) => !levels.some((level) => level.id === id)))
    return 'Choose your level again: the one that was sent is not offered here'
  return one && new Set(chosen).size > 1 ? 'Choose one level only' : null
}

/** With or without https://, as people write it. */
const website = /^(?:https?:\/\/)?[^\s/.:@]+(?:\.[^\s/.:@]+)+(?::\d+)?(?:[/?#]\S*)?$/i

function websiteError({ website: typed }: SponsorshipValues): string | null {
  if (typed !== '' && !website.test(typed)) return 'Enter your website, like www.example.org, or leave it empty'
  return tooLong(typed, sponsorshipLengths.website, 'the address of your website')
}

/** In the order of the form. */
export function checkSponsorship(values: SponsorshipValues, terms: SponsorshipTerms): SponsorshipError[] {
  const { firstName, email, phone, address, contact, comments } = values
  const most = sponsorshipLengths
  return gatherErrors(sponsorshipFields, {
    levels: levelsError(values, terms),
    firstName: textError(firstName, 'Enter your name, or the name of your company', most.firstName, 'your name'),
    email: emailError(email),
    phone: phoneError(phone),
    website: websiteError(values),
    address: textError(address, 'Enter your address', most.address, 'your address'),
    contact: tooLong(contact, most.contact, 'the contact information'),
    promotionalItems: values.promotionalItems && !terms.itemsOpen ? terms.itemsClosed : null,
    comments: tooLong(comments, most.comments, 'your comments'),
  })
}

/** The line at the top of the error summary. */
export function sponsorshipSummary(values: SponsorshipValues, errors: readonly { field: string }[]): string {
  const empty = (field: string) => {
    const answer = Object.hasOwn(values, field) ? values[field as SponsorshipField] : undefined
    return answer === '' || (Array.isArray(answer) && answer.length === 0)
  }
  return errors.some(({ field }) => empty(field)) ? somethingMissing : somethingWrong
}
