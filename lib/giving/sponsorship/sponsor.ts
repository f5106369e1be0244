/** What a sponsor answered: for the office's mail, the books and the lists. */
import { readValues } from '#lib/contact/forms/form.ts'
import { isPart, type Order } from '#lib/giving/orders/order.ts'
import {
  chosenLevels,
  describeSponsorship,
  type SponsorshipLevel,
  type SponsorshipValues,
} from '#lib/giving/sponsorship/form.ts'
import { datedEvent, termsOf } from '#lib/giving/sponsorship/terms.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import { isSponsorshipEvent, sponsorshipForm } from '#lib/site/content/index.ts'

/** A sponsor's details beyond name and e-mail address, for display: level names, telephone number and so on. */
export type SponsorDetails = Readonly<Record<(typeof sponsorColumns)[number], string>>
export const sponsorColumns = [
  'levels',
  'telephone',
  'website',
  'address',
  'contact information',
  'promotional items',
  'comments',
] as const

type Form = ReturnType<typeof sponsorshipForm>
/** By the form, because describing it takes longer than reading the answers of a sponsor. Of the labels, which depend on the language, nothing is used here. */
const descriptions = new WeakMap<Form, ReturnType<typeof describeSponsorship>>()
function descriptionOf(form: Form) {
  const known = descriptions.get(form) ?? describeSponsorship(termsOf(form.event))
  descriptions.set(form, known)
  return known
}

type SponsorAnswers = { values: SponsorshipValues; levels: readonly SponsorshipLevel[]; event: string }

type PaidPart = { amount: number; given_back: number }

/** A sponsor's answers; without levels if only a part of the invoice came, as what it is for is not known. Null if they are not kept. `event`: its name and date. */
export function sponsorAnswers(order: Order | null, gift: PaidPart | null): SponsorAnswers | null {
  if (!order || !isSponsorshipEvent(order.form)) return null
  const form = sponsorshipForm(order.form)
  const values = readValues<SponsorshipValues>(descriptionOf(form), order.answers)
  const { day } = order.answers
  return {
    values,
    levels: gift && isPart(order, gift) ? [] : chosenLevels(values, form.levels),
    // Sponsorships from before dates were stored have none.
    event: typeof day === 'string' ? datedEvent(form, day) : form.name,
  }
}

/** A sponsor's details for the books and the office; null for a gift that is no sponsorship, and if they are not kept. */
export function sponsorOf({
  kind,
  order,
  ...gift
}: { kind: string; order: Order | null } & Partial<PaidPart>): SponsorDetails | null {
  const { amount, given_back = 0 } = gift
  const answers =
    kind === 'sponsorship' ? sponsorAnswers(order, amount === undefined ? null : { amount, given_back }) : null
  if (!answers) return null
  const { levels, event, values } = answers
  return {
    levels: [...levels.map(({ name }) => name), event].join(', '),
    telephone: values.phone,
    website: values.website,
    address: values.address,
    'contact information': values.contact,
    'promotional items': values.promotionalItems ? 'yes' : 'no',
    comments: values.comments,
  }
}

/** To the office, in the current language. Single-line answers stay on one line. Only the comments, which come last, have several. */
export function sponsorshipLetter(
  opening: string,
  { values, levels, total }: Pick<SponsorAnswers, 'values' | 'levels'> & { total: Money },
): string {
  const { firstName, address, website, contact, promotionalItems, comments } = values
  const onOneLine = (answer: string) =>
    answer
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', ')
  const t = messages()
  const inWords = (money: Money) => formatMoney(money, currentLocale())
  const answerLine = (label: string, answer: string) => (answer ? [`${label}: ${onOneLine(answer)}`] : [])
  return [
    opening,
    '',
    ...levels.map(({ name, price }) => `${name}: ${inWords(price)}`),
    t('officeMail.total', { total: inWords(total) }),
    '',
    ...answerLine(t('officeMail.to'), firstName),
    ...answerLine(t('officeMail.address'), address),
    ...answerLine(t('officeMail.website'), website),
    ...answerLine(t('officeMail.contact'), contact),
    t('officeMail.items', { items: promotionalItems ? 'yes' : 'no' }),
    ...(comments ? ['', t('officeMail.comments'), comments] : []),
  ].join('\n')
}
