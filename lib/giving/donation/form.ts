/**
 * The donation form: its fields and rules in both currencies, and its total. Pure and browser-safe. The server validates everything again
 * and never trusts the browser's result.
 */
import {
  answerTo,
  emailField,
  type Field,
  type FormDescription,
  type FormValues,
  phoneField,
} from '#lib/contact/forms/form.ts'
import { panError, panLength } from '#lib/giving/donation/pan-rules.ts'
import { type TributeTerms, tributeFields } from '#lib/giving/donation/tribute.ts'
import type { Locale } from '#lib/platform/dates.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import { type DonationTexts, fill } from '#lib/platform/messages/texts.ts'
import {
  type Currency,
  currencyTerms,
  type Frequency,
  formatMoney,
  giftInWords,
  inWholeUnits,
  type Money,
  parseWholeAmount,
  possibleAmounts,
} from '#lib/platform/money.ts'
import { withPlainDigits } from '#lib/platform/typed-text.ts'

/** How a donor pays: at the payment service, or by a transfer of their own (lib/giving/checkout/transfers.ts). */
export const waysToPay = ['card', 'upi', 'bank'] as const
export type WayToPay = (typeof waysToPay)[number]

/** From content; both amounts are in the currency of the form. */
export type DonationTerms = {
  texts: DonationTexts
  /** Address of the form's page. `language`: as the form posts it; undefined in English. */
  locale: Locale
  language?: Language | undefined
  minimum: Money
  maximum: Money
  /** Words for amounts in its currency. */
  words: { unit: string; whole: string }
  /** Whether the form asks for a PAN for tax receipts; it is always optional. */
  asksPan?: boolean
  /** The words about citizenship, where it is asked (India's Foreign Contribution (Regulation) Act, 2010). */
  citizens?: CitizenWords | null
  reasons: readonly { code: number; label: string }[]
  /** Where dollars come from. */
  countries?: readonly Country[]
  /** The states of the USA, as a list to choose from. */
  states?: readonly { value: string; label: string }[]
  /** The ways to pay, if there is more than the card. */
  ways?: readonly WayToPay[] | undefined
  /** Banks let no larger payment by UPI through. */
  upiMaximum?: Money | undefined
  /** Shown if the account for transfers is a sample. */
  sampleAccount?: string | undefined
  /** Whether the form asks in whose honor or memory the gift is. */
  tribute?: TributeTerms
  /** Advice for a gift above the maximum. */
  aboveMaximum?: string | undefined
  /** Why the form asks for an address. */
  whyAddress?: string | undefined
  /** The percentage that donors by card may add for the fees; undefined if the form does not offer it. */
  feePercent?: number | undefined
  /** Whether the form offers a reminder of an unfinished gift. */
  reminder?: boolean
}

/** `code`: ISO 3166. */
export type Country = { code: string; label: string; noPostalCode?: boolean }

type Limits = Pick<DonationTerms, 'texts' | 'locale' | 'minimum' | 'maximum' | 'words' | 'aboveMaximum'>

/** From content: the question, the text for everybody else, and the text of the link to the other form. */
type CitizenWords = { question: string; refusal: string; elsewhere: { label: string; href: string } }

/** How the form asks for an amount. `kind`: of the message about one gift, about each month, or for another amount. */
export const askAmount = (
  { texts, words }: Pick<DonationTerms, 'texts' | 'words'>,
  kind: 'howMuch' | 'howMuchMonthly' | 'otherAmountIn' = 'howMuch',
): string => fill(texts.donation[kind], { unit: words.unit })

const frequencies = ['once', 'monthly'] as const satisfies readonly Frequency[]

/** Step 1. `money` is a preset or any other amount in whole units, or `other`, which asks for `otherMoney` as typed. */
function giftFields({ reasons, citizens, tribute, ways = ['card'], ...limits }: DonationTerms) {
  const { donation, rules, form } = limits.texts
  return {
    paymenttype: {
      label: donation.howOften,
      kind: 'one',
      // A transfer cannot be collected every month.
      options: frequencies
        .filter((value) => value === 'once' || ways.includes('card'))
        .map((value) => ({ value, label: donation[value] })),
      required: donation.chooseFrequency,
    },
    money: {
      label: askAmount(limits),
      required: amountSentence(limits),
      rule: (answer) => (answer === 'other' || isWithin(answer, limits) ? null : amountSentence(limits)),
    },
    otherMoney: {
      label: askAmount(limits, 'otherAmountIn'),
      hint: amountSentence(limits),
      called: donation.yourAmount,
      inputMode: 'numeric',
      autoComplete: 'off',
      maxLength: 40,
      required: amountSentence(limits),
      rule: (answer) => otherAmountError(answer, limits),
      asked: (values) => answerTo(values, 'money') === 'other',
    },
    reason: {
      label: donation.whatFor,
      kind: 'one',
      options: reasons.map(({ code, label }) => ({ value: String(code), label })),
      required: donation.choosePurpose,
    },
    /** Slug of the campaign whose link led here; the server drops one that content does not know. */
    campaign: { label: donation.campaign, kind: 'hidden' },
    ...(tribute && tributeFields(tribute)),
    donorType: {
      label: donation.whoGives,
      kind: 'one',
      options: [
        { value: '1', label: donation.individual },
        { value: '2', label: donation.organisation },
      ],
      required: donation.chooseDonor,
    },
    ...(citizens && {
      citizen: {
        label: citizens.question,
        kind: 'one' as const,
        options: [
          { value: 'yes', label: donation.yes },
          { value: 'no', label: donation.no },
        ],
        required: donation.chooseYesOrNo,
        rule: (answer: string) => (answer === 'no' ? citizens.refusal : null),
      },
    }),
    firstName: {
      label: form.firstName,
      hint: donation.onlyName,
      autoComplete: 'given-name',
      called: rules.yourFirstName,
      passedOn: 'name',
      maxLength: 100,
      required: true,
    },
    lastName: {
      label: form.lastName,
      autoComplete: 'family-name',
      called: rules.yourLastName,
      passedOn: 'name',
      maxLength: 100,
    },
    email: { ...emailField(rules, form.email), hint: donation.forReceipt },
    phone: { ...phoneField(rules, form.phone), hint: donation.forQuestions },
  } satisfies Record<string, Field>
}

type AddressTerms = Pick<
  DonationTerms,
  'texts' | 'locale' | 'minimum' | 'asksPan' | 'countries' | 'ways' | 'upiMaximum' | 'feePercent' | 'reminder'
>

/** Step 2. Rupees come from addresses in India, which has PIN codes; dollars from anywhere. */
function addressFields(terms: AddressTerms) {
  const { texts, locale, minimum, asksPan, countries = [], ways = [], feePercent, reminder } = terms
  const { currency } = minimum
  const { donation } = texts
  const asked = (values: Paid) => wayToPay(values, terms) === 'card'
  return {
    org_name: {
      label: donation.organisationName,
      autoComplete: 'organization',
      called: donation.yourOrganisationName,
      passedOn: 'name',
      maxLength: 160,
      required: true,
      asked: isOrganisation,
    },
    line1: {
      label: donation.street,
      kind: 'text',
      rows: 2,
      autoComplete: 'street-address',
      called: donation.yourStreet,
      maxLength: 320,
      required: true,
    },
    city: {
      label: donation.city,
      autoComplete: 'address-level2',
      called: donation.yourCity,
      maxLength: 100,
      required: true,
    },
    state: { label: donation.state, autoComplete: 'address-level1', called: donation.yourState, maxLength: 100 },
    ...(currencyTerms(currency).law === 'india' ? placeInIndia(texts) : placeAnywhere(texts, countries)),
    ...(asksPan && {
      pan: {
        label: donation.pan,
        hint: donation.panHint,
        autoComplete: 'off',
        maxLength: panLength,
        rule: (answer: string, values: FormValues) => panError(answer, isOrganisation(values), donation),
      },
    }),
    ...(ways.length > 1 && {
      paymentMethod: {
        label: donation.howToPay,
        kind: 'one' as const,
        options: ways.map((value) => ({
          value,
          label: { card: donation.byCard, upi: donation.byUpi, bank: donation.byBank }[value],
        })),
        required: donation.choosePayment,
        rule: (answer: string, values: FormValues) => upiError(answer, values, terms),
        asked: isOnce,
      },
    }),
    ...(feePercent && { coverFees: { label: coverFees(donation, feePercent, locale), asked } }),
    ...(reminder && { remind: { label: donation.remind, asked } }),
  } satisfies Record<string, Field>
}

const coverFees = ({ coverFees }: DonationTexts['donation'], percent: number, locale: Locale) =>
  fill(coverFees, {
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100),
  })

const isOnce = (values: { paymenttype?: unknown }) => values.paymenttype !== 'monthly'

function upiError(answer: string, values: FormValues, { texts, locale, minimum, upiMaximum }: AddressTerms) {
  const chosen = { money: answerTo(values, 'money'), otherMoney: answerTo(values, 'otherMoney') }
  const money = chosenMoney(chosen, minimum.currency)
  if (answer !== 'upi' || !money || !upiMaximum || money.amount <= upiMaximum.amount) return null
  return fill(texts.donation.upiUpTo, { amount: formatMoney(upiMaximum, locale) })
}

type Paid = { paymenttype?: unknown; paymentMethod?: unknown }

/** A monthly gift is paid by card. Without a choice the first way on offer applies. */
export function wayToPay(values: Paid, { ways = ['card'] }: Pick<DonationTerms, 'ways'>): WayToPay {
  const chosen = isOnce(values) ? ways.find((way) => way === values.paymentMethod) : undefined
  return chosen ?? ways[0] ?? 'card'
}

const isOrganisation = (values: { donorType?: unknown }) => values.donorType === '2'

const placeInIndia = ({ donation }: DonationTexts) =>
  ({
    postal_code: {
      label: donation.pinCode,
      inputMode: 'numeric',
      autoComplete: 'postal-code',
      maxLength: 12,
      required: donation.enterPinCode,
      // Six digits, the first not 0, often written with a space after the third.
      rule: (answer) => (/^[1-9]\d{2} ?\d{3}$/.test(answer) ? null : donation.enterPinCode),
    },
    country: {
      label: donation.country,
      kind: 'hidden',
      rule: (answer) => (answer === 'IN' ? null : donation.onlyIndia),
    },
  }) satisfies Record<string, Field>

const placeAnywhere = ({ donation }: DonationTexts, countries: readonly Country[]) =>
  ({
    postal_code: {
      label: donation.postalCode,
      autoComplete: 'postal-code',
      called: donation.yourPostalCode,
      maxLength: 12,
      required: true,
      asked: (values) => !countries.some(({ code, noPostalCode }) => noPostalCode && code === values.country),
    },
    country: {
      label: donation.country,
      kind: 'one',
      options: countries.map(({ code, label }) => ({ value: code, label })),
      autoComplete: 'country',
      required: donation.chooseCountry,
    },
  }) satisfies Record<string, Field>

export type DonationField = keyof ReturnType<typeof giftFields> | keyof ReturnType<typeof addressFields>

/** The answers as text; a missing one counts as empty. */
export type DonationValues = { [Name in DonationField]?: string }

/** Step 1. */
export const describeGift = (terms: DonationTerms): FormDescription => ({
  fields: giftFields(terms),
  texts: terms.texts.rules,
})

/** Both steps. `citizen`, `pan` and the fields after it are present only if the form asks for them. */
export function describeDonation(terms: DonationTerms) {
  const fields = { ...giftFields(terms), ...addressFields(terms) }
  return { fields, texts: terms.texts.rules } as FormDescription<DonationField>
}

const addressNames = new Set(['org_name', 'line1', 'city', 'state', 'postal_code', 'country', 'pan', 'paymentMethod'])
export const stepOf = (field: string): 1 | 2 => (addressNames.has(field) ? 2 : 1)

export function frequencyOf({ paymenttype }: DonationValues): Frequency | null {
  return frequencies.find((one) => one === paymenttype) ?? null
}

/** The amount chosen or typed, whatever the limits; null if it cannot be read. */
export function chosenMoney(
  { money, otherMoney }: { money?: string; otherMoney?: string },
  currency: Currency,
): Money | null {
  return parseWholeAmount((money === 'other' ? otherMoney : money) ?? '', currency)
}

type TotalTerms = Pick<DonationTerms, 'minimum' | 'ways' | 'feePercent'>

/** The amount that a donor may add for the card fees; null if the form does not offer it. */
export function feeOffered(values: DonationValues, terms: TotalTerms): Money | null {
  const money = chosenMoney(values, terms.minimum.currency)
  if (!money || !terms.feePercent || wayToPay(values, terms) !== 'card') return null
  return { ...money, amount: Math.round((money.amount * terms.feePercent) / 100) }
}

/** The same, but null unless the donor ticked it. */
export const feeOf = (values: DonationValues, terms: TotalTerms): Money | null =>
  values.coverFees === 'yes' ? feeOffered(values, terms) : null

/** The amount charged: the gift plus the fee. */
export function totalOf(values: DonationValues, terms: TotalTerms): Money | null {
  const money = chosenMoney(values, terms.minimum.currency)
  return money && { ...money, amount: money.amount + (feeOf(values, terms)?.amount ?? 0) }
}

/** Label of the last button: the exact total. */
export function payLabel(values: DonationValues, terms: DonationTerms): string {
  const { texts, locale, ways } = terms
  const money = totalOf(values, terms)
  if (!money) return texts.donation.give
  const label = wayToPay(values, { ways }) === 'card' ? texts.donation.giveGift : texts.donation.showDetails
  return fill(label, { gift: giftInWords(money, frequencyOf(values) ?? 'once', texts.money, locale) })
}

/** How the form asks for the amount. */
const amountSentence = ({ texts, locale, minimum, maximum }: Limits) =>
  fill(texts.donation.amountBetween, {
    minimum: formatMoney(minimum, locale),
    maximum: formatMoney(maximum, locale),
  })

function isWithin(answer: string, { minimum, maximum }: Limits): boolean {
  const money = parseWholeAmount(answer, minimum.currency)
  return money !== null && money.amount >= minimum.amount && money.amount <= maximum.amount
}

function otherAmountError(answer: string, limits: Limits): string | null {
  if (isWithin(answer, limits)) return null
  const isAbove = (parseWholeAmount(answer, limits.minimum.currency)?.amount ?? 0) > limits.maximum.amount
  if (isAbove && limits.aboveMaximum) return limits.aboveMaximum
  const { currency } = limits.minimum
  const { donation } = limits.texts
  // "1000.50" may be within the limits, so the limits alone would not explain the error.
  if (/\d\.\d{1,2}$/.test(withPlainDigits(answer))) return fill(donation.wholeLike, { whole: limits.words.whole })
  const meant = possibleAmounts(answer, currency)
  if (!meant.some(({ amount }) => amount >= limits.minimum.amount && amount <= limits.maximum.amount))
    return amountSentence(limits)
  const [first = '', second] = meant.map((money) => formatMoney(money, limits.locale))
  return fill(donation.amountMeant, {
    amount: second ? fill(donation.eitherAmount, { first, second }) : first,
    digits: String(inWholeUnits(meant[0] ?? limits.minimum)),
  })
}
