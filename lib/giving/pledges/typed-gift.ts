/** The rules of what the office types about a gift that came by cash, cheque or transfer. Failures name the field, in sentences for the office. */
import { isEmail } from '#lib/contact/forms/form.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import { panError } from '#lib/giving/donation/form.ts'
import { idKinds, sealId } from '#lib/giving/orders/identity.ts'
import { modes, type Order } from '#lib/giving/orders/order.ts'
import { readAmount, readDay } from '#lib/giving/pledges/statement-cells.ts'
import { now } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import type { Currency, Money } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { newReference } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { plainCode, toAsciiDigits } from '#lib/platform/typed-text.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { currencies, currencyTerms, isCurrency } from '#lib/site/content/currencies.ts'
import { campaign, donationForm, reasons, receiptTerms } from '#lib/site/content/index.ts'

/** `day`: on which the money arrived, year-month-day. */
export type Payment = { money: Money; day: string; mode: (typeof modes)[number] }

export type TypedPayment = { amount: string; currency: string; day: string; mode: string }

/** `email`: empty for a donor who has none. `citizen`: yes or no. `reason`: a purpose code. `campaign`: a slug. */
export type TypedDonor = { name: string } & {
  [Field in 'organisation' | 'email' | 'address' | 'idKind' | 'idNumber' | 'citizen' | 'reason' | 'campaign']?: string
}

const present = (faults: readonly (readonly [field: string, message: string | false])[]): FieldError[] =>
  faults.flatMap(([field, message]) => (message ? [{ field, message }] : []))
const listed = (words: readonly (string | number)[]) => words.join(', ')

export function readPayment({
  amount: typed,
  currency,
  day: typedDay,
  mode,
}: TypedPayment): Result<Payment, FieldError[]> {
  const day = toAsciiDigits(typedDay)
  const code = currency.toUpperCase()
  const known = currencies().map((each) => each.code)
  if (!isCurrency(code)) return failure(present([['currency', `The currency is one of ${listed(known)}.`]]))
  const amount = readAmount(typed, code)
  const isDay = /^20/.test(day) && readDay(day, 'Y-M-D') !== null
  const faults = present([
    [
      'amount',
      (amount === 'unreadable' || amount <= 0) &&
        `${typed ? `${typed} is not an amount in ${code}` : 'The amount is empty'}: write it like 2500 or 2500.50.`,
    ],
    ['day', !isDay && `${day || 'Nothing'} is not a day: write it like 2026-11-21.`],
    ['day', isDay && isLate(day, code) && lateDay(day)],
    ['mode', !isOneOf(modes, mode) && `The mode is one of ${listed(modes)}.`],
  ])
  if (faults.length > 0 || amount === 'unreadable' || !isOneOf(modes, mode)) return failure(faults)
  return success({ money: { amount, currency: code }, day, mode })
}

/** Whether the day has not begun where the receipts of this currency are written. */
export const isLate = (day: string, currency: Currency): boolean =>
  day > wallTime(receiptTerms(currency).zone, now()).slice(0, 10)
export const lateDay = (day: string) => `${day} is after today.`

/** An order that no form has sent, but for donor, answers and money. */
export const withoutForm = {
  product: 'gift',
  payBy: 'office',
  state: 'draft',
  frequency: 'once',
  language: defaultLanguage,
  identity: null,
  card: null,
  limitKeys: null,
  pageId: null,
  createdAt: '',
  eraseAfter: null,
  endedAt: null,
} satisfies Partial<Order>

/** What a form would have stored of this donor, under a new reference. */
export function readDonor(typed: TypedDonor, money: Money): Result<Order, FieldError[]> {
  const { citizen = '', reason = '', campaign: slug = '', idKind: kind = '', idNumber = '' } = typed
  const [name, organisation, email] = [typed.name, typed.organisation ?? '', typed.email ?? ''].map(oneLine)
  const address = manyLines(typed.address ?? '')
  const { law, form } = currencyTerms(money.currency)
  const number = plainCode(idNumber)
  const codes = reasons().map(({ code }) => String(code))
  const { citizenship, citizens } = donationForm(money.currency)
  const faults = present([
    ['name', !name && 'The name is empty.'],
    ['name', (name ?? '').length > 160 && 'A name has 160 characters at most.'],
    ['organisation', (organisation ?? '').length > 160 && 'A name has 160 characters at most.'],
    ['address', address.length > 400 && 'The address has 400 characters at most.'],
    ['email', !!email && !isEmail(email) && `${email} is not an email address.`],
    [
      'reason',
      !!reason &&
        !codes.includes(reason) &&
        `The reason is one of ${listed(codes)}, as in content/giving/reasons.yaml.`,
    ],
    ['campaign', !!slug && !campaign(slug) && `There is no campaign ${slug}.`],
    ['idNumber', !!(kind || number) && idError(kind, number, { law, isOrganisation: Boolean(organisation) })],
    ['citizen', citizenship && !!citizens && citizen !== 'yes' && citizenError(citizen, citizens.question)],
  ])
  if (faults.length > 0) return failure(faults)
  const reference = newReference('G')
  return success({
    ...withoutForm,
    reference,
    form,
    money,
    identity: number ? sealId(reference, number) : null,
    donor: { name: name ?? '', email: email ?? '', ...(organisation && { organisation }) },
    answers: {
      donorType: organisation ? '2' : '1',
      ...(reason && { reason }),
      ...(slug && { campaign: slug }),
      ...(citizen && { citizen }),
      ...(address && { address }),
      ...(number && { idKind: kind }),
    },
  })
}

/** Foreign Contribution (Regulation) Act, 2010, as on the form. */
const citizenError = (citizen: string, question: string) =>
  citizen === 'no'
    ? 'Rupees from anybody but citizens of India and organisations registered there are a foreign contribution. Do not bank them; ask your lawyer.'
    : `Answer yes or no: ${question}`

type IdRule = { law: string; isOrganisation: boolean }

/** Words of the rule for PANs, for the office. */
const panTexts = {
  panWrong: 'This is not a PAN. A PAN looks like ABCPE1234F.',
  panOfPerson: 'This is the PAN of a person, and the donor is an organisation.',
  panOfOrganisation: 'This is the PAN of an organisation: give its name too.',
}

/** `number`: as `plainCode` writes it. False if it can be that of such a document. */
function idError(kind: string, number: string, { law, isOrganisation }: IdRule): string | false {
  if (law !== 'india') return 'The number of an identity document is kept for gifts in rupees only.'
  if (!isOneOf(idKinds, kind)) return `The identity document is one of ${listed(idKinds)}.`
  if (env().dataEncryptionKeys.length === 0)
    return 'DATA_ENCRYPTION_KEY is not set, so no number of an identity document can be kept.'
  if (kind === 'pan' && number) return panError(number, isOrganisation, panTexts) ?? false
  if (kind === 'aadhaar') return !isAadhaar(number) && 'This is not an Aadhaar number. Check its twelve digits.'
  return !/^[A-Z\d/]{4,30}$/.test(number) && `This is not the number of such a document (${kind}).`
}

/** Twelve digits, of which the last one checks the others by Verhoeff’s scheme: UIDAI, which multiplies in the dihedral group D5. */
export function isAadhaar(number: string): boolean {
  const permuted = (digit: number, times: number): number =>
    times === 0 ? digit : permuted(Number('1576283094'[digit]), times - 1)
  const product = (a: number, b: number) => ((a < 5 ? a + b : a - b + 5) % 5) + (a < 5 === b < 5 ? 0 : 5)
  const check = [...number].reverse().reduce((sum, digit, place) => product(sum, permuted(Number(digit), place)), 0)
  return /^[2-9]\d{11}$/.test(number) && check === 0
}
