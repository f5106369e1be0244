/**
 * The donation forms on the server: what they ask by, how a gift becomes a payment, and what their pages begin with. The amount
 * is computed here from what was chosen; a total that the browser claims is only compared.
 */
import 'server-only'
import { carryFormDraft, type FormDraft, formStart, readFormDraft } from '#lib/checkout/form-drafts.ts'
import type { ReadForm, Refused } from '#lib/checkout/handle-request.ts'
import type { CheckoutPlan } from '#lib/checkout/start-checkout.ts'
import { indiaGiving, site, usaGiving } from '#lib/content/index.ts'
import { openPan, panDigest, panIsAsked, sealPan } from '#lib/donation/pan.ts'
import { plainPan } from '#lib/donation/pan-rules.ts'
import { payerOf } from '#lib/donation/payer.ts'
import { type DonationRequest, readDonationRequest } from '#lib/donation/read-request.ts'
import { donationForm } from '#lib/donation/redisplayed-form.ts'
import {
  checkDetails,
  checkDonation,
  chosenMoney,
  type DonationField,
  type DonationTerms,
  type DonationValues,
  donationFields,
  frequencyOf,
  presetReason,
  stepOf,
  summaryLine,
} from '#lib/donation/rules.ts'
import { env } from '#lib/env.ts'
import { type Currency, type Frequency, formatMoney, inWholeUnits, type Money } from '#lib/money.ts'

/** The form in rupees: its content, and a PAN only where one can be kept encrypted. */
export function indiaTerms(): DonationTerms {
  const { minimum, maximum, reasons, citizenship, citizens } = indiaGiving()
  const asksPan = panIsAsked()
  return { minimum, maximum, reasons, asksPan, citizens: (citizenship && citizens) || null }
}

/** The form in dollars: its own limits, and the purposes that gifts in rupees have too. */
export function usaTerms(): DonationTerms {
  const { minimum, maximum } = usaGiving()
  return { minimum, maximum, reasons: indiaGiving().reasons }
}

/** `fragment`: where the form stands on its page. */
const forms = {
  INR: { kind: 'india', form: 'donate-india', address: '/DonateIndia', fragment: '', smallest: 'paise' },
  USD: { kind: 'usa', form: 'donate-usa', address: '/Donate', fragment: '#card-form', smallest: 'cents' },
} as const satisfies Record<Currency, object>

/** Both forms send to one address: the currency tells which it was. */
export const readDonation: ReadForm = (data, kind) => {
  const read = readDonationRequest(data, kind)
  if (!read.ok) return read
  const { values, currency } = read.request
  const terms = currency === 'USD' ? usaTerms() : indiaTerms()
  return {
    ok: true,
    form: {
      plan: () => planDonation(read.request, terms),
      carry: (shown) => carryDonationDraft({ values, ...shown }, currency),
      again: () => donationForm(values, terms),
      turn(intent) {
        if (intent === 'back') return { errors: [], step: 1 }
        if (intent !== 'next') return null
        const errors = checkDetails(values, terms)
        return { errors, step: errors.length > 0 ? 1 : 2 }
      },
      officeEmail: site().names.email,
    },
  }
}

export function planDonation(
  { values: typed, claimed, uiMode }: Omit<DonationRequest, 'currency'>,
  terms: DonationTerms,
): { kind: 'planned'; plan: CheckoutPlan } | Refused<DonationField> {
  const { currency } = terms.minimum
  const { kind, address } = forms[currency]
  const { pan, ...values } = answersAsked(typed, terms)
  const errors = checkDonation({ ...values, pan }, terms)
  const money = chosenMoney(values, currency)
  const frequency = frequencyOf(values)
  if (errors.length > 0 || !money || !frequency)
    return { kind: 'invalid', sentence: summaryLine(values, errors), errors }
  if (claimed && claimed.amount !== money.amount) return { kind: 'disagrees', sentence: disagreement(money) }
  const { firstName = '', lastName = '', email = '', org_name } = values
  const page = `${env().siteUrl}${address}`
  return {
    kind: 'planned',
    plan: {
      kind,
      money,
      frequency,
      donor: { name: `${firstName} ${lastName}`.trim(), email, organisation: org_name || undefined },
      payer: payerOf(values),
      answers: values,
      pan: pan ? { digest: panDigest(pan), seal: (reference) => sealPan(pan, reference) } : undefined,
      lines: [{ name: lineItemName(values, frequency, terms), money }],
      metadata: { form: kind, frequency, reason: values.reason ?? '', donorType: values.donorType ?? '' },
      uiMode,
      thankYou: `${page}/thank-you`,
      cancelled: `${page}?cancelled=1`,
    },
  }
}

/** What was typed into questions that were not asked (another amount, an organisation's name, a PAN) is no part of the gift. */
function answersAsked(typed: DonationValues, { asksPan, citizens }: DonationTerms): DonationValues {
  return {
    ...typed,
    otherMoney: typed.money === 'other' ? typed.otherMoney : '',
    org_name: typed.donorType === '2' ? typed.org_name : '',
    citizen: citizens ? typed.citizen : '',
    pan: asksPan ? plainPan(typed.pan ?? '') : '',
  }
}

const disagreement = (money: Money) =>
  `The amounts do not agree: the gift that was chosen comes to ${formatMoney(money)} (${money.amount} ${forms[money.currency].smallest}). No money was taken. Please reload the page and try again.`

/** What the payment page and the bank's app say. */
function lineItemName({ reason }: DonationValues, frequency: Frequency, { reasons }: DonationTerms): string {
  const label = reasons.find(({ code }) => String(code) === reason)?.label ?? reasons[0]?.label
  return `${label} (${frequency === 'monthly' ? 'monthly gift' : 'one gift'})`
}

export type DonationDraft = FormDraft<DonationValues, DonationField>

/** What the PAN of a draft is bound to: a draft has no gift yet. */
const panPlace = 'draft'

/** A PAN is kept encrypted, or not at all. One step is shown at a time, the first that needs mending. */
function carryDonationDraft({ values: typed, errors, ...shown }: FormDraft<DonationValues>, currency: Currency) {
  const { pan, ...values } = typed
  const step = shown.step ?? (errors.some(({ field }) => stepOf(field) === 1) ? 1 : 2)
  return carryFormDraft(forms[currency], {
    ...shown,
    values: pan && panIsAsked() ? { ...values, sealedPan: sealPan(pan, panPlace) } : values,
    errors: errors.filter(({ field }) => stepOf(field) === step),
    step,
  })
}

/** Null when there is none: over, another browser's, or made up. */
export async function donationDraft(
  id: string,
  cookieHeader: string | null,
  currency: Currency = 'INR',
): Promise<DonationDraft | null> {
  const draft = await readFormDraft(forms[currency].form, id, cookieHeader, donationFields)
  if (!draft) return null
  const { sealedPan, ...values } = draft.values
  const pan = typeof sealedPan === 'string' ? openPan(sealedPan, panPlace) : null
  return { ...draft, values: { ...(values as DonationValues), ...(pan?.ok && { pan: pan.pan }) } }
}

type Query = Record<string, string | string[] | undefined>

/**
 * What a donation form begins with: a gift that the address presets, or what an earlier try without JavaScript left.
 * An amount that is none of the `presets` is typed into the other amount.
 */
export async function donationStart(
  currency: Currency,
  presets: readonly { amount: Money }[],
  query: Query,
  cookieHeader: string,
) {
  const start = await formStart(query, cookieHeader, (id) => donationDraft(id, cookieHeader, currency))
  return { ...start, values: start.values ?? presetGift(presets, query), step: start.step ?? 1 }
}

/** ?reason=7 · ?frequency=monthly&amount=25: what is odd presets nothing. */
function presetGift(presets: readonly { amount: Money }[], { reason, frequency, amount }: Query): DonationValues {
  const typed = typeof amount === 'string' && /^[1-9]\d{0,8}$/.test(amount) ? amount : null
  const other = typed !== null && !presets.some((preset) => inWholeUnits(preset.amount) === Number(typed))
  return {
    paymenttype: frequency === 'monthly' ? 'monthly' : 'once',
    donorType: '1',
    reason: presetReason(reason),
    ...(typed && (other ? { money: 'other', otherMoney: typed } : { money: typed })),
  }
}
