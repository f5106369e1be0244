/**
 * The donation form: its fields and rules in both currencies, and what its amount comes to. Pure and browser-safe. The server
 * checks everything again; what the browser found is never believed.
 */

import { panError, panLength } from '#lib/donation/pan-rules.ts'
import { type TributeTerms, tributeFields } from '#lib/donation/tribute.ts'
import {
  answerTo,
  emailField,
  type Field,
  type FormDescription,
  type FormValues,
  phoneField,
  somethingMissing,
} from '#lib/forms/form.ts'
import {
  type Currency,
  type Frequency,
  formatMoney,
  giftInWords,
  inWholeUnits,
  type Money,
  parseWholeAmount,
  possibleAmounts,
} from '#lib/money.ts'
import { withPlainDigits } from '#lib/plain-digits.ts'

/** From content; both amounts are in the currency of the form. */
export type DonationTerms = {
  minimum: Money
  maximum: Money
  /** Whether the form asks for a PAN for tax receipts; it is always optional. */
  asksPan?: boolean
  /** The words about citizenship, where it is asked (India's Foreign Contribution (Regulation) Act, 2010). */
  citizens?: CitizenWords | null
  reasons: readonly { code: number; label: string }[]
  /** Where dollars come from. */
  countries?: readonly Country[]
  /** Whether the form asks in whose honor or memory the gift is. */
  tribute?: TributeTerms
  /** What to do with a gift above the maximum. */
  aboveMaximum?: string | undefined
}

/** `code`: ISO 3166. */
export type Country = { code: string; label: string; noPostalCode?: boolean }

type Limits = Pick<DonationTerms, 'minimum' | 'maximum' | 'aboveMaximum'>

/** From content: the question, what everybody else reads, and what the link to the other form says. */
export type CitizenWords = { question: string; refusal: string; elsewhere: { label: string; href: string } }

/** What the form calls the currency's whole unit. */
export const unitOf: Record<Currency, string> = { INR: 'rupees', USD: 'US dollars' }

/** The English of the form's page: Indian for rupees, American for dollars. */
export const organisationIn: Record<Currency, string> = { INR: 'organisation', USD: 'organization' }

const frequencies = [
  { value: 'once', label: 'Once' },
  { value: 'monthly', label: 'Every month' },
] as const satisfies readonly { value: Frequency; label: string }[]

/** Step 1. `money` is a preset or any other amount in whole units, or `other`, which asks for `otherMoney` as typed. */
function giftFields({ reasons, citizens, tribute, ...limits }: DonationTerms) {
  const { currency } = limits.minimum
  const unit = unitOf[currency]
  const organisation = organisationIn[currency]
  return {
    paymenttype: {
      label: 'How often?',
      kind: 'one',
      options: frequencies,
      required: 'Choose whether to give once or every month',
    },
    money: {
      label: `How much, in ${unit}?`,
      required: amountSentence(limits),
      rule: (answer) => (answer === 'other' || isWithin(answer, limits) ? null : amountSentence(limits)),
    },
    otherMoney: {
      label: `Other amount, in ${unit}`,
      hint: amountSentence(limits),
      inputMode: 'numeric',
      autoComplete: 'off',
      maxLength: 40,
      required: amountSentence(limits),
      rule: (answer) => otherAmountError(answer, limits),
      asked: (values) => answerTo(values, 'money') === 'other',
    },
    reason: {
      label: 'What is your gift for?',
      kind: 'one',
      options: reasons.map(({ code, label }) => ({ value: String(code), label })),
      required: 'Choose what your gift is for',
    },
    /** Slug of the campaign whose link led here; the server drops one that content does not know. */
    campaign: { label: 'Campaign', kind: 'hidden' },
    ...(tribute && tributeFields(tribute)),
    donorType: {
      label: 'Who is giving?',
      kind: 'one',
      options: [
        { value: '1', label: 'Individual' },
        { value: '2', label: organisation.replace('o', 'O') },
      ],
      required: `Choose whether you give as an individual or as an ${organisation}`,
    },
    ...(citizens && {
      citizen: {
        label: citizens.question,
        kind: 'one' as const,
        options: [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ],
        required: 'Choose yes or no',
        rule: (answer: string) => (answer === 'no' ? citizens.refusal : null),
      },
    }),
    firstName: {
      label: 'First name',
      hint: 'Or your only name',
      autoComplete: 'given-name',
      maxLength: 100,
      required: true,
    },
    lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: 100 },
    email: { ...emailField, hint: 'For your receipt' },
    phone: { ...phoneField, hint: 'Only for questions about this gift' },
  } satisfies Record<string, Field>
}

type AddressTerms = Pick<DonationTerms, 'minimum' | 'asksPan' | 'countries'>

/** Step 2. Rupees come from addresses in India, which has PIN codes; dollars from anywhere. */
function addressFields({ minimum: { currency }, asksPan, countries = [] }: AddressTerms) {
  const organisation = organisationIn[currency]
  return {
    org_name: {
      label: `Name of your ${organisation}`,
      autoComplete: 'organization',
      called: `the name of your ${organisation}`,
      maxLength: 160,
      required: true,
      asked: isOrganisation,
    },
    line1: {
      label: 'Address line 1',
      autoComplete: 'address-line1',
      called: 'the first line of your address',
      maxLength: 160,
      required: true,
    },
    line2: {
      label: 'Address line 2',
      autoComplete: 'address-line2',
      called: 'the second line of your address',
      maxLength: 160,
    },
    city: { label: 'Town or city', autoComplete: 'address-level2', maxLength: 100, required: true },
    state: { label: 'State', autoComplete: 'address-level1', maxLength: 100 },
    ...(currency === 'USD' ? placeAnywhere(countries) : placeInIndia),
    ...(asksPan && {
      pan: {
        label: 'Your PAN',
        hint: 'For a tax receipt in India, like ABCPE1234F. We keep it encrypted; the payment service never sees it.',
        autoComplete: 'off',
        maxLength: panLength,
        rule: (answer: string, values: FormValues) => panError(answer, isOrganisation(values)),
      },
    }),
  } satisfies Record<string, Field>
}

const isOrganisation = (values: { donorType?: unknown }) => values.donorType === '2'

const pinMessage = 'Enter your PIN code: six digits, like 400001'

const placeInIndia = {
  postal_code: {
    label: 'PIN code',
    inputMode: 'numeric',
    autoComplete: 'postal-code',
    maxLength: 12,
    required: pinMessage,
    // Six digits, the first not 0, often written with a space after the third.
    rule: (answer) => (/^[1-9]\d{2} ?\d{3}$/.test(answer) ? null : pinMessage),
  },
  country: {
    label: 'Country',
    kind: 'hidden',
    rule: (answer) => (answer === 'IN' ? null : 'This form is for addresses in India'),
  },
} satisfies Record<string, Field>

const placeAnywhere = (countries: readonly Country[]) =>
  ({
    postal_code: {
      label: 'ZIP or postal code',
      autoComplete: 'postal-code',
      called: 'your ZIP or postal code',
      maxLength: 12,
      required: true,
      asked: (values) => !countries.some(({ code, noPostalCode }) => noPostalCode && code === values.country),
    },
    country: {
      label: 'Country',
      kind: 'one',
      options: countries.map(({ code, label }) => ({ value: code, label })),
      autoComplete: 'country',
      required: 'Choose your country',
    },
  }) satisfies Record<string, Field>

export type DonationField = keyof ReturnType<typeof giftFields> | keyof ReturnType<typeof addressFields>

/** The answers as text; a missing one counts as empty. */
export type DonationValues = { [Name in DonationField]?: string }

/** Step 1. */
export const describeGift = (terms: DonationTerms): FormDescription => ({
  fields: giftFields(terms),
  missing: somethingMissing,
})

/** Both steps. `citizen` and `pan` are there only where they are asked. */
export function describeDonation(terms: DonationTerms) {
  const fields = { ...giftFields(terms), ...addressFields(terms) }
  return { fields, missing: somethingMissing } as FormDescription<DonationField>
}

const addressNames = new Set(Object.keys(addressFields({ minimum: { amount: 0, currency: 'INR' }, asksPan: true })))
export const stepOf = (field: string): 1 | 2 => (addressNames.has(field) ? 2 : 1)

/** `reason` of `?reason=`, when it is one of the eight; else ''. */
export function presetReason(reason: unknown): string {
  return typeof reason === 'string' && /^[1-8]$/.test(reason) ? reason : ''
}

export function frequencyOf({ paymenttype }: DonationValues): Frequency | null {
  return frequencies.find(({ value }) => value === paymenttype)?.value ?? null
}

/** The amount chosen or typed, whatever the limits; null while there is none that can be read. */
export function chosenMoney({ money, otherMoney }: DonationValues, currency: Currency = 'INR'): Money | null {
  return parseWholeAmount((money === 'other' ? otherMoney : money) ?? '', currency)
}

/** What the last button says: the exact total. */
export function payLabel(values: DonationValues, currency: Currency = 'INR'): string {
  const money = chosenMoney(values, currency)
  return money ? `Give ${giftInWords(money, frequencyOf(values) ?? 'once')}` : 'Give'
}

/** How the form asks for the amount. */
function amountSentence({ minimum, maximum }: Limits): string {
  return `Choose or enter an amount between ${formatMoney(minimum)} and ${formatMoney(maximum)}`
}

const fractionSentences: Record<Currency, string> = {
  INR: 'Enter whole rupees, without paise, like 1,000',
  USD: 'Enter whole dollars, without cents, like 1,000',
}

function isWithin(answer: string, { minimum, maximum }: Limits): boolean {
  const money = parseWholeAmount(answer, minimum.currency)
  return money !== null && money.amount >= minimum.amount && money.amount <= maximum.amount
}

function otherAmountError(answer: string, limits: Limits): string | null {
  if (isWithin(answer, limits)) return null
  const isAbove = (parseWholeAmount(answer, limits.minimum.currency)?.amount ?? 0) > limits.maximum.amount
  if (isAbove && limits.aboveMaximum) return limits.aboveMaximum
  const { currency } = limits.minimum
  // "1000.50" may well be between the limits: those alone would explain nothing.
  if (/\d\.\d{1,2}$/.test(withPlainDigits(answer))) return fractionSentences[currency]
  const meant = possibleAmounts(answer, currency)
  if (!meant.some(({ amount }) => amount >= limits.minimum.amount && amount <= limits.maximum.amount))
    return amountSentence(limits)
  const choice = meant.map((money) => formatMoney(money)).join(' or ')
  return `Do you mean ${choice}? Enter the amount in digits only, like ${inWholeUnits(meant[0] ?? limits.minimum)}`
}
