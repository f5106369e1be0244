/** Mail to the office about a sponsorship that was paid. Composed when it is sent, from the ledger as it stands then. */
import { officeMail } from '#lib/contact/enquiries/mail.ts'
import { normalizePhone } from '#lib/contact/forms/read-post.ts'
import { giftIn } from '#lib/giving/ledger/paid-gift.ts'
import { modes } from '#lib/giving/orders/order.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { addresseeOf } from '#lib/giving/receipts/wording.ts'
import { sponsorAnswers, sponsorshipLetter } from '#lib/giving/sponsorship/sponsor.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'

export const sponsorshipMail = { kind: 'sponsorship', compose } satisfies MailKind

/** Null when it was refunded or is disputed: then there is no mail. @throws when the store fails. */
async function compose(giftId: string): Promise<Mail | null> {
  const gift = await giftIn('paid', giftId)
  if (!gift) return null
  const answers = sponsorAnswers(await findOrder(gift.reference), gift)
  const total = { amount: gift.amount, currency: gift.currency }
  const paid = isOneOf(modes, gift.method) ? `was paid by ${gift.method}` : 'was paid online'
  const fields = {
    firstname: answers?.values.firstName ?? addresseeOf(gift.donor_name),
    number: normalizePhone(answers?.values.phone ?? ''),
    email: gift.donor_email,
    message: answers
      ? sponsorshipLetter(`This sponsorship of ${answers.event} ${paid}.`, { ...answers, total })
      : `A sponsorship of ${formatMoney(total)} was paid online. Its answers are not in the store: look the payment up at the payment provider by its reference.`,
  }
  const reference = gift.reference ?? gift.object_id
  return officeMail({ fields, form: 'sponsorship', reference, sentAt: gift.occurred_at })
}
