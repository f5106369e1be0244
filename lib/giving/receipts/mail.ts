/**
 * Composes receipts when they are sent, from the current ledger, so that a receipt never covers money that has been refunded.
 */
import 'server-only'
import { type AttemptBehind, attemptBehind, feeIn } from '#lib/giving/checkout/attempts.ts'
import { tributeIn } from '#lib/giving/donation/tribute-words.ts'
import { type Gift, giftIn } from '#lib/giving/ledger/paid-gift.ts'
import { giftPurpose } from '#lib/giving/ledger/report.ts'
import { giftsPage } from '#lib/giving/receipts/gifts-link.ts'
import { receiptOffice } from '#lib/giving/receipts/office.ts'
import { stopLink } from '#lib/giving/receipts/stop-link.ts'
import { type InReturn, receiptParams } from '#lib/giving/receipts/wording.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import {
  isSponsorshipEvent,
  reasons,
  receiptTerms,
  recordedCampaign,
  sponsorshipForm,
} from '#lib/site/content/index.ts'

export const receiptMail = { kind: 'receipt', template: 'receipt', urgent: true, compose } satisfies MailKind
/** Asked for by the donor. The subject is the gift and the day. */
export const receiptCopyMail = {
  kind: 'receipt-copy',
  template: 'receipt',
  compose: (subject) => compose(subject.split('/')[0] ?? ''),
} satisfies MailKind

/** Null when the gift was refunded or disputed. @throws when the store fails. */
async function compose(giftId: string): Promise<Mail | null> {
  const gift = await giftIn('paid', giftId)
  if (!gift) return null
  const attempt = gift.reference ? await attemptBehind(gift.reference) : null
  return inLanguage(attempt?.language ?? defaultLanguage, () => receiptFor(gift, attempt))
}

function receiptFor(gift: Gift, attempt: AttemptBehind | null): Mail {
  const currency = gift.currency
  const params = receiptParams(
    {
      kind: gift.kind,
      money: { amount: gift.amount, currency },
      paidAt: new Date(gift.occurred_at),
      donor: { name: gift.donor_name, email: gift.donor_email },
      purpose: purposeInWords(gift, attempt),
      reference: gift.reference,
      payment: gift.object_id,
      stopLink: gift.subscription_id ? stopLink(gift.subscription_id) : null,
      giftsPage: giftsPage(),
      inReturn: inReturnFor(attempt),
      fee: feeIn(attempt, gift),
    },
    receiptTerms(currency, new Date(gift.occurred_at)),
    receiptOffice(currency),
  )
  return { template: 'receipt', params }
}

/** Null for a gift, and unless content states the value of each level of the sponsorship. */
export function inReturnFor(attempt: AttemptBehind | null): InReturn | null {
  const ids = attempt?.answers.levels
  if (!isSponsorshipEvent(attempt?.form) || !Array.isArray(ids)) return null
  const chosen = sponsorshipForm(attempt.form).levels.filter(({ id }) => ids.includes(id))
  const values = chosen.flatMap(({ fairValue }) => fairValue?.amount.amount ?? [])
  if (chosen.length === 0 || values.length < chosen.length) return null
  const amount = values.reduce((sum, value) => sum + value, 0)
  return { what: chosen.flatMap(({ includes = [] }) => includes), value: { amount, currency: attempt.currency } }
}

/** "Cleft-Free World", "Cleft-Free World (The legacy continues), in memory of Ruth Lee", "Sponsorship of the 5K Run4Love". */
export function purposeInWords(
  gift: Pick<Gift, 'kind' | 'reason' | 'campaign' | 'currency'>,
  attempt: AttemptBehind | null,
  { withTribute = true } = {},
): string {
  const t = messages()
  if (isSponsorshipEvent(attempt?.form)) return t('mail.sponsorshipOf', { name: sponsorshipForm(attempt.form).name })
  const purpose = giftPurpose(gift, new Map(reasons().map(({ code, label }) => [code, label])))
  const title = recordedCampaign(gift.campaign)?.title
  const named = title && title !== purpose ? `${purpose} (${title})` : purpose
  const tribute = withTribute && attempt && tributeIn(attempt.answers, readerLocale(receiptTerms(gift.currency).locale))
  return tribute ? `${named}, ${tribute}` : named
}
