/**
 * The donation form between two requests, for browsers without JavaScript: what was typed, what is wrong with it, which
 * step to show. Holds no card data, because none ever reaches this site, and a PAN only encrypted.
 */
import 'server-only'
import type { DonationValues } from '#lib/giving/donation.ts'
import type { Currency } from '#lib/giving/money.ts'
import { openPan, panIsAsked, sealPan } from '#lib/giving/pan.ts'
import { readDraft, saveDraft } from '#lib/http/drafts.ts'
import type { FieldError } from '#lib/http/problem.ts'

export type DonationDraft = {
  values: DonationValues
  errors: readonly FieldError[]
  step: 1 | 2
  /** What went wrong with the gift as a whole, such as a payment service that is away. */
  formError?: string | undefined
  /** The key of a payment that may have been started: it is not started twice. */
  attemptKey?: string | null | undefined
}

const forms: Record<Currency, { form: string; address: string; steps: string }> = {
  INR: { form: 'donate-india', address: '/DonateIndia', steps: '' },
  // The form stands further down that page.
  USD: { form: 'donate-usa', address: '/Donate', steps: '#card-form' },
}

/** What the PAN of a draft is bound to: a draft has no gift yet. */
const place = 'draft'

function sealed({ pan, ...values }: DonationValues): Record<string, unknown> {
  return pan && panIsAsked() ? { ...values, sealedPan: sealPan(pan, place) } : values
}

function opened({ sealedPan, ...values }: Record<string, unknown>): DonationValues {
  const pan = typeof sealedPan === 'string' ? openPan(sealedPan, place) : null
  return { ...(values as DonationValues), ...(pan?.ok && { pan: pan.pan }) }
}

/** Keeps the draft; the address that shows it, and the cookie without which it stays shut. */
export async function keepDonationDraft(
  { values, errors, step, formError, attemptKey }: DonationDraft,
  currency: Currency = 'INR',
) {
  const { form, address, steps } = forms[currency]
  const { id, cookie } = await saveDraft(form, {
    values: sealed(values),
    errors,
    step,
    ...(formError && { formError }),
    ...(attemptKey && { attemptKey }),
  })
  const wrong = errors.length > 0 || formError !== undefined
  return { address: `${address}?draft=${id}${wrong ? '#error-summary' : `&step=${step}${steps}`}`, cookie }
}

/** Null when there is none: over, another browser's, or made up. */
export async function donationDraft(
  id: string,
  cookieHeader: string | null,
  currency: Currency = 'INR',
): Promise<DonationDraft | null> {
  const draft = await readDraft(forms[currency].form, id, cookieHeader)
  if (!draft) return null
  const { values, errors, step, formError, attemptKey } = draft
  return {
    values: opened(values),
    errors,
    step: step === 2 ? 2 : 1,
    ...(formError && { formError }),
    ...(attemptKey && { attemptKey }),
  }
}
