/** What a donation form begins with: a gift that the address presets, or what an earlier try without JavaScript left. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { type DonationValues, donationFields, type FieldError, presetReason } from '#lib/giving/donation.ts'
import { donationDraft } from '#lib/giving/donation-draft.ts'
import type { Currency } from '#lib/giving/money.ts'
import { draftToShow } from '#lib/http/drafts.ts'

type Query = Record<string, string | string[] | undefined>

/** `presets` in whole units: an amount that is none of them is typed into the other amount. */
export async function donationStart(
  currency: Currency,
  presets: readonly number[],
  query: Query,
  cookieHeader: string,
) {
  const { id, cancelled } = draftToShow(query, cookieHeader)
  const draft = id ? await donationDraft(id, cookieHeader, currency) : null
  const known = (error: { field: string }): error is FieldError =>
    (donationFields as readonly string[]).includes(error.field)
  const errors = draft?.errors.filter(known) ?? []
  const step: 1 | 2 = draft?.step === 2 ? 2 : 1
  return {
    values: draft?.values ?? presetGift(presets, query),
    step,
    fault: draft?.formError ? { sentence: draft.formError } : errors.length > 0 ? { errors } : null,
    attemptKey: draft?.attemptKey ?? randomUUID(),
    /** Came back from the payment page without paying. */
    cancelled,
  }
}

/** ?reason=7 · ?frequency=monthly&amount=25: what is odd presets nothing. */
function presetGift(presets: readonly number[], { reason, frequency, amount }: Query): DonationValues {
  const typed = typeof amount === 'string' && /^[1-9]\d{0,8}$/.test(amount) ? amount : null
  const other = typed !== null && !presets.includes(Number(typed))
  return {
    paymenttype: frequency === 'monthly' ? 'monthly' : 'once',
    donorType: '1',
    reason: presetReason(reason),
    ...(typed && (other ? { money: 'other', otherMoney: typed } : { money: typed })),
  }
}
