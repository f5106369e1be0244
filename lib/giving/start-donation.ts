/**
 * The donation forms' use case: check, compare the total, start the checkout. The amount is computed here from what was
 * chosen; a total that the browser claims is only compared.
 */
import 'server-only'
import {
  checkDonation,
  chosenMoney,
  type DonationValues,
  type FieldError,
  type Frequency,
  frequencyOf,
  type Limits,
  summaryLine,
} from '#lib/giving/donation.ts'
import { payerOf } from '#lib/giving/donation-payer.ts'
import type { DonationRequest } from '#lib/giving/donation-request.ts'
import { type Currency, formatMoney, type Money } from '#lib/giving/money.ts'
import { panDigest, sealPan } from '#lib/giving/pan.ts'
import { plainPan } from '#lib/giving/pan-rules.ts'
import {
  type CheckoutFailure,
  type CheckoutPorts,
  type CheckoutStarted,
  startCheckout,
} from '#lib/giving/start-checkout.ts'

export type DonationResult =
  | CheckoutStarted
  | CheckoutFailure
  | { kind: 'invalid'; sentence: string; errors: FieldError[] }
  /** The claimed total is not the total of what was chosen. */
  | { kind: 'disagrees'; sentence: string; total: Money }

/** What a form takes: rupees unless its limits say dollars. */
export type DonationTerms = Limits & { reasons: readonly { code: number; label: string }[] }

export type DonationPorts = CheckoutPorts & { giving: DonationTerms; siteUrl: string }

const forms: Record<Currency, { kind: string; address: string; smallest: string }> = {
  INR: { kind: 'india', address: '/DonateIndia', smallest: 'paise' },
  USD: { kind: 'usa', address: '/Donate', smallest: 'cents' },
}

export async function startDonation(
  { values: typed, claimedAmount, uiMode }: Omit<DonationRequest, 'currency'>,
  idempotencyKey: string | null,
  { giving, siteUrl, ...ports }: DonationPorts,
): Promise<DonationResult> {
  const { currency = 'INR' } = giving
  const { kind, address } = forms[currency]
  const { pan, ...values } = answersAsked(typed, giving)
  const errors = checkDonation({ ...values, pan }, giving)
  const money = chosenMoney(values, currency)
  const frequency = frequencyOf(values)
  if (errors.length > 0 || !money || !frequency) {
    return { kind: 'invalid', sentence: summaryLine(values, errors), errors }
  }
  if (claimedAmount !== null && claimedAmount !== money.amount) {
    return { kind: 'disagrees', sentence: disagreement(money), total: money }
  }
  return startCheckout(
    {
      kind,
      money,
      frequency,
      donor: donorOf(values),
      payer: payerOf(values),
      answers: values,
      pan: pan ? { digest: panDigest(pan), seal: (reference) => sealPan(pan, reference) } : undefined,
      lines: [{ name: purposeOf(values, frequency, giving), money }],
      facts: { form: kind, frequency, reason: values.reason ?? '', donorType: values.donorType ?? '' },
      uiMode,
      idempotencyKey,
      thankYou: `${siteUrl}${address}/thank-you`,
      cancelled: `${siteUrl}${address}?cancelled=1`,
    },
    ports,
  )
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
function purposeOf({ reason }: DonationValues, frequency: Frequency, { reasons }: DonationTerms): string {
  const label = reasons.find(({ code }) => String(code) === reason)?.label ?? reasons[0]?.label
  return `${label} (${frequency === 'monthly' ? 'monthly gift' : 'one gift'})`
}

function donorOf({ firstName = '', lastName = '', email = '', org_name }: DonationValues) {
  return { name: `${firstName} ${lastName}`.trim(), email, organisation: org_name || undefined }
}
