/**
 * The donation form: its fields and rules in both currencies. Pure and browser-safe. The server validates everything again and never
 * trusts the browser's result.
 */
import {
  answerTo,
  emailField,
  type Field,
  type FormDescription,
  type FormValues,
  phoneField,
} from '#lib/contact/forms/form.ts'
import {
  type AmountTerms,
  amountSentence,
  askAmount,
  asksAddress,
  feesLabel,
  frequencies,
  isWithin,
  otherAmountError,
  upiError,
  wayToPay,
} from '#lib/giving/donation/amount.ts'
import { tributeFields } from '#lib/giving/donation/tribute.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import type { DonationTexts } from '#lib/platform/messages/texts.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { plainCode, toAsciiDigits } from '#lib/platform/typed-text.ts'
import type { CurrencyTerms } from '#lib/site/content/currencies.ts'

/** From content. `language`: as the form posts it; undefined in the main one. */
export type DonationTerms = AmountTerms & {
  /** Whose rules the address follows. */
  law: CurrencyTerms['law']
  language?: Language | undefined
  /** Whether the form asks for a PAN with the address, for tax receipts; it is always optional. */
  asksPan?: boolean
  /** The words about citizenship, where it is asked (India's Foreign Contribution (Regulation) Act, 2010). */
  citizens?: CitizenWords | null
  reasons: readonly { code: number; label: string }[]
  /** Where dollars come from. */
  countries?: readonly Country[]
  /** The states of the USA, as a list to choose from. */
  states?: readonly { value: string; label: string }[]
  /** Shown if the account for transfers is a sample. */
  sampleAccount?: string | undefined
  /** Sentences of the tribute message to a family, with {giver} and {name}; null if none can be sent. */
  card?: { honor: string; memory: string } | null
  /** Why the form asks for an address. */
  whyAddress?: string | undefined
  /** Whether the form offers a reminder of an unfinished gift. */
  reminder?: boolean
}

/** `code`: ISO 3166. */
export type Country = { code: string; label: string; noPostalCode?: boolean }

/** From content: the question, the text for everybody else, and the text of the link to the other form. */
type CitizenWords = { question: string; refusal: string; elsewhere: { label: string; href: string } }

/** Step 1. */
function giftFields({ reasons, citizens, card, law, ...limits }: DonationTerms) {
  const { donation, rules, form, tribute } = limits.texts
  return {
    paymenttype: {
      label: donation.howOften,
      kind: 'one',
      options: frequencies.map((value) => ({ value, label: donation[value] })),
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
    ...tributeFields(tribute, Boolean(card)),
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
    // The office in India calls a donor whose transfer it cannot find.
    ...(law === 'india' && { phone: { ...phoneField(rules, form.phone), hint: donation.forQuestions } }),
  } satisfies Record<string, Field>
}

/**
 * Step 2, or the end of the only step of a form that asks for an address with large gifts alone: how to pay, and then what that needs. Rupees
 * come from addresses in India, which has PIN codes; dollars from anywhere.
 */
function addressFields(terms: DonationTerms) {
  const { texts, asksPan, certificates, countries = [], ways, feePercent, reminder } = terms
  const { donation } = texts
  const byCard = (values: FormValues) => wayToPay(values, terms) === 'card'
  const asked = (values: FormValues) => asksAddress(values, terms)
  return {
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
      },
    }),
    ...(certificates && { certificate: { label: donation.wantCertificate, asked: (values) => !byCard(values) } }),
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
      asked,
    },
    city: {
      label: donation.city,
      autoComplete: 'address-level2',
      called: donation.yourCity,
      maxLength: 100,
      required: true,
      asked,
    },
    state: {
      label: donation.state,
      autoComplete: 'address-level1',
      called: donation.yourState,
      maxLength: 100,
      asked,
    },
    ...(terms.law === 'india' ? placeInIndia(texts, asked) : placeAnywhere(texts, countries, asked)),
    ...(asksPan && {
      pan: {
        label: donation.pan,
        hint: donation.panHint,
        autoComplete: 'off',
        maxLength: codeLength,
        read: plainCode,
        asked,
        rule(answer: string, values: FormValues) {
          const fault = panFault(answer, isOrganisation(values))
          return fault && donation[fault]
        },
      },
    }),
    ...(feePercent && { coverFees: { label: feesLabel(terms, feePercent), asked: byCard } }),
    ...(reminder && { remind: { label: donation.remind, asked: byCard } }),
  } satisfies Record<string, Field>
}

const isOrganisation = (values: { donorType?: unknown }) => values.donorType === '2'

const placeInIndia = ({ donation }: DonationTexts, asked: (values: FormValues) => boolean) =>
  ({
    postal_code: {
      label: donation.pinCode,
      inputMode: 'numeric',
      autoComplete: 'postal-code',
      maxLength: codeLength,
      read: plainCode,
      required: donation.enterPinCode,
      asked,
      rule: (answer) => (/^[1-9]\d{5}$/.test(answer) ? null : donation.enterPinCode),
    },
    country: {
      label: donation.country,
      kind: 'hidden',
      rule: (answer) => (answer === 'IN' ? null : donation.onlyIndia),
    },
  }) satisfies Record<string, Field>

const placeAnywhere = (
  { donation }: DonationTexts,
  countries: readonly Country[],
  asked: (values: FormValues) => boolean,
) =>
  ({
    postal_code: {
      label: donation.postalCode,
      autoComplete: 'postal-code',
      called: donation.yourPostalCode,
      maxLength: 12,
      read: toAsciiDigits,
      required: true,
      asked: (values) =>
        asked(values) && !countries.some(({ code, noPostalCode }) => noPostalCode && code === values.country),
    },
    country: {
      label: donation.country,
      kind: 'one',
      options: countries.map(({ code, label }) => ({ value: code, label })),
      autoComplete: 'country',
      required: donation.chooseCountry,
      asked,
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

/** Whether the payment follows the first step. */
export const hasOneStep = ({ addressFrom }: Pick<DonationTerms, 'addressFrom'>) => addressFrom !== undefined

/** Both steps. `phone`, `citizen`, `pan` and the fields after it are present only if the form asks for them. */
export function describeDonation(terms: DonationTerms) {
  const address: Readonly<Record<string, Field>> = addressFields(terms)
  const step = hasOneStep(terms) ? 1 : 2
  const others = Object.entries(address).map(([name, field]) => [name, { ...field, step }])
  const fields = { ...giftFields(terms), ...Object.fromEntries(others) }
  return { fields, texts: terms.texts.rules } as FormDescription<DonationField>
}

/** The step of a field of {@link describeDonation}; 1 for unknown names. */
export const stepOf = (fields: Readonly<Record<string, Field>>, name: string): 1 | 2 =>
  (isKeyOf(fields, name) && fields[name]?.step) || 1

/** What the browser lets people type: mathematical digits count twice, and any sign may stand between. */
const codeLength = 40
/**
 * India's Permanent Account Number: ten characters, AAAAA9999A, whose fourth letter says what kind of holder it has (Income-tax Rules,
 * rule 114).
 */
const panShape = /^[A-Z]{3}[ABCEFGHJLPT][A-Z]\d{4}[A-Z]$/

type PanTexts = Pick<DonationTexts['donation'], 'panWrong' | 'panOfPerson' | 'panOfOrganisation'>

/** Null if it can be a PAN of this kind of donor. `pan`: as `plainCode` reads it. */
export function panFault(pan: string, organisation: boolean): keyof PanTexts | null {
  if (!panShape.test(pan)) return 'panWrong'
  if (pan[3] === 'P' && organisation) return 'panOfPerson'
  return pan[3] !== 'P' && !organisation ? 'panOfOrganisation' : null
}
