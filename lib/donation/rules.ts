/**
 * The donation form's fields and rules, shared by the page, the browser and the server. Pure and browser-safe: no zod,
 * no environment. The server asks the same questions again; what the browser found is never believed.
 */

import { panError, panLength } from '#lib/donation/pan-rules.ts'
import {
  contactLengths,
  emailError,
  gatherErrors,
  phoneError,
  somethingMissing,
  somethingWrong,
  textError as textAnswerError,
  tooLong as tooLongAnswer,
} from '#lib/forms/field-rules.ts'
import { type Currency, type Frequency, formatMoney, giftInWords, type Money, parseWholeAmount } from '#lib/money.ts'

export { somethingMissing, somethingWrong } from '#lib/forms/field-rules.ts'

/**
 * Step 1. `money` is a preset in whole units, any whole amount, or `other`, which asks for `otherMoney` as typed; `citizen`
 * (yes or no) is asked where the organisation has to.
 */
export const detailsFields = [
  'paymenttype',
  'money',
  'otherMoney',
  'reason',
  'donorType',
  'citizen',
  'firstName',
  'lastName',
  'email',
  'phone',
] as const

/** Step 2. `org_name` is asked only of organisations (donor type 2), as in the specification; `pan` where it can be kept. */
export const addressFields = ['org_name', 'line1', 'line2', 'city', 'state', 'postal_code', 'country', 'pan'] as const

export const donationFields = [...detailsFields, ...addressFields] as const
export type DonationField = (typeof donationFields)[number]

/** What stands in the form, as text; a missing field counts as empty. */
export type DonationValues = { [Field in DonationField]?: string | undefined }

export type FieldError = { field: DonationField; message: string }

/** From content; both amounts are in the currency of the form. */
export type Limits = {
  minimum: Money
  maximum: Money
  /** Whether a PAN for tax receipts is asked for: nobody has to give one. */
  asksPan?: boolean
  /** The words about citizenship, where it is asked (India's Foreign Contribution (Regulation) Act, 2010). */
  citizens?: CitizenWords | null
}

export type DonationTerms = Limits & { reasons: readonly { code: number; label: string }[] }

/** From content: the question, what everybody else reads, and what the link to the other form says. */
export type CitizenWords = { question: string; refusal: string; elsewhere: string }

export const donorTypes = [
  { code: '1', label: 'Individual' },
  { code: '2', label: 'Organisation' },
] as const

export const yesOrNo = [
  { code: 'yes', label: 'Yes' },
  { code: 'no', label: 'No' },
] as const

export const frequencies = [
  { code: 'once', label: 'Once' },
  { code: 'monthly', label: 'Every month' },
] as const satisfies readonly { code: Frequency; label: string }[]

/** Characters at most; `maxlength` of the inputs. */
export const lengths = {
  firstName: 100,
  lastName: 100,
  ...contactLengths,
  otherMoney: 20,
  org_name: 160,
  line1: 160,
  line2: 160,
  city: 100,
  state: 100,
  postal_code: 12,
  country: 60,
  pan: panLength,
} as const satisfies Partial<Record<DonationField, number>>

const value = (values: DonationValues, field: DonationField) => (values[field] ?? '').trim()

/** `reason` of `?reason=`, when it is one of the eight; else ''. */
export function presetReason(reason: unknown): string {
  return typeof reason === 'string' && /^[1-8]$/.test(reason) ? reason : ''
}

export function frequencyOf(values: DonationValues): Frequency | null {
  const chosen = value(values, 'paymenttype')
  return chosen === 'once' || chosen === 'monthly' ? chosen : null
}

/** The amount chosen or typed, whatever the limits; null while there is none that can be read. */
export function chosenMoney(values: DonationValues, currency: Currency = 'INR'): Money | null {
  const choice = value(values, 'money')
  return parseWholeAmount(choice === 'other' ? value(values, 'otherMoney') : choice, currency)
}

/** What the last button says: the exact total. */
export function payLabel(values: DonationValues, currency: Currency = 'INR'): string {
  const money = chosenMoney(values, currency)
  return money ? `Give ${giftInWords(money, frequencyOf(values) ?? 'once')}` : 'Give'
}

/** How the form asks for the amount. */
export function amountSentence({ minimum, maximum }: Limits): string {
  return `Choose or enter an amount between ${formatMoney(minimum)} and ${formatMoney(maximum)}`
}

function textError(values: DonationValues, field: keyof typeof lengths, missing: string, called: string) {
  return textAnswerError(value(values, field), missing, lengths[field], called)
}

function tooLong(values: DonationValues, field: keyof typeof lengths, called: string) {
  return tooLongAnswer(value(values, field), lengths[field], called)
}

const fractionSentences: Record<Currency, string> = {
  INR: 'Enter whole rupees, without paise, like 1,000',
  USD: 'Enter whole dollars, without cents, like 1,000',
}

/** "1000.50" may well be between the limits: those alone would explain nothing. */
const fraction = /\d\.\d{1,2}$/

function amountError(values: DonationValues, limits: Limits) {
  const { minimum, maximum } = limits
  const { currency } = minimum
  const money = chosenMoney(values, currency)
  if (money && money.amount >= minimum.amount && money.amount <= maximum.amount) return null
  const isFraction = value(values, 'money') === 'other' && fraction.test(value(values, 'otherMoney'))
  return isFraction ? fractionSentences[currency] : amountSentence(limits)
}

function citizenError(values: DonationValues, words: CitizenWords | null | undefined) {
  const answered = value(values, 'citizen')
  if (!words || answered === 'yes') return null
  return answered === 'no' ? words.refusal : 'Choose yes or no'
}

function postalCodeError(values: DonationValues) {
  // An Indian PIN code: six digits, the first not 0, often written with a space after the third.
  return /^[1-9]\d{2} ?\d{3}$/.test(value(values, 'postal_code'))
    ? null
    : 'Enter your PIN code: six digits, like 400001'
}

/** Step 1's errors, in the order of the form. */
export function checkDetails(values: DonationValues, limits: Limits): FieldError[] {
  return gatherErrors(donationFields, {
    paymenttype: frequencyOf(values) ? null : 'Choose whether to give once or every month',
    [value(values, 'money') === 'other' ? 'otherMoney' : 'money']: amountError(values, limits),
    reason: presetReason(value(values, 'reason')) ? null : 'Choose what your gift is for',
    donorType: /^[12]$/.test(value(values, 'donorType'))
      ? null
      : 'Choose whether you give as an individual or as an organisation',
    citizen: citizenError(values, limits.citizens),
    firstName: textError(values, 'firstName', 'Enter your first name', 'your first name'),
    lastName: textError(values, 'lastName', 'Enter your last name', 'your last name'),
    email: emailError(value(values, 'email')),
    phone: phoneError(value(values, 'phone')),
  })
}

/** Rupees come from addresses in India, which has PIN codes; dollars from anywhere. */
function placeErrors(values: DonationValues, currency: Currency): Partial<Record<DonationField, string | null>> {
  if (currency === 'INR') {
    return {
      postal_code: postalCodeError(values),
      country: ['', 'IN'].includes(value(values, 'country')) ? null : 'This form is for addresses in India',
    }
  }
  return {
    postal_code: textError(values, 'postal_code', 'Enter your ZIP or postal code', 'your ZIP or postal code'),
    country: textError(values, 'country', 'Enter your country', 'the name of your country'),
  }
}

/** Step 2's errors, in the order of the form. */
export function checkAddress(values: DonationValues, currency: Currency = 'INR', asksPan = false): FieldError[] {
  const organisation = value(values, 'donorType') === '2'
  return gatherErrors(donationFields, {
    org_name: organisation
      ? textError(values, 'org_name', 'Enter the name of your organisation', 'the name of your organisation')
      : null,
    line1: textError(values, 'line1', 'Enter the first line of your address', 'the first line of your address'),
    line2: tooLong(values, 'line2', 'the second line of your address'),
    city: textError(values, 'city', 'Enter your town or city', 'your town or city'),
    state: tooLong(values, 'state', 'your state'),
    ...placeErrors(values, currency),
    pan: asksPan ? panError(value(values, 'pan'), organisation) : null,
  })
}

/** Both steps' errors, in the order of the form. */
export function checkDonation(values: DonationValues, limits: Limits): FieldError[] {
  return [...checkDetails(values, limits), ...checkAddress(values, limits.minimum.currency, limits.asksPan)]
}

export function stepOf(field: string): 1 | 2 {
  return (detailsFields as readonly string[]).includes(field) ? 1 : 2
}

/** The line at the top of the error summary. */
export function summaryLine(values: DonationValues, errors: readonly FieldError[]): string {
  return errors.some(({ field }) => value(values, field) === '') ? somethingMissing : somethingWrong
}
