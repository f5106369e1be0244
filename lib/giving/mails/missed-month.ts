/** One friendly mail about each month of a standing order that did not come. */
import { aboutOrder } from '#lib/giving/mails/describe.ts'
import { accountParts } from '#lib/giving/mails/pledge.ts'
import { missedKind, missedMonth } from '#lib/giving/pledges/missed-month.ts'
import { stopLink } from '#lib/giving/receipts/links.ts'
import { howToStop } from '#lib/giving/receipts/wording.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { transferAccount } from '#lib/site/content/index.ts'

export const missedMonthMail = aboutOrder({
  kind: missedKind,
  id: ({ subject }) => subject.split('/')[0],
  /** Null if the month came after all, or the standing order was ended. */
  facts: ({ order }, { subject }) => missedMonth(order, subject.split('/')[1] ?? ''),
  content({ t, order: { reference, donor, answers }, last, day, currency, locale, inWords, greeting, contact }) {
    const account = transferAccount(currency)
    const amount = inWords(last.amount)
    return {
      subject: t('mail.missedSubject'),
      parts: [
        greeting(donor.name),
        { paragraph: t('mail.missed', { amount, last: dayInWords(last.day, locale), day: dayInWords(day, locale) }) },
        ...(account ? accountParts(account, { amount, reference, isByUpi: answers.paymentMethod === 'upi' }) : []),
        ...howToStop({ kind: 'monthly', subscription_id: reference }, stopLink(reference), contact),
        { note: t('mail.questionsGift', contact) },
      ],
    }
  },
})
