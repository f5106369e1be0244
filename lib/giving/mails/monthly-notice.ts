/** About a monthly gift: the bank has confirmed new terms, the card ends, or a year has passed. */
import { type MonthlyNotice, monthlyNoticeKind, monthlyNoticePayload } from '#lib/giving/ledger/monthly-notices.ts'
import { aboutGift, queuedGift } from '#lib/giving/mails/describe.ts'
import { giftsPage } from '#lib/giving/receipts/links.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { bankAsksAbove } from '#lib/site/content/index.ts'

/** Keys of messages. */
const wording = {
  mandate: ['mail.mandateSubject', 'mail.mandate', 'mail.toGifts', 'mail.questionsChange'],
  card: ['mail.cardEndsSubject', 'mail.cardEnds', 'gifts.card', 'mail.questionsGift'],
  raise: ['mail.raiseSubject', 'mail.raise', 'gifts.changeAmount', 'mail.questionsGift'],
} as const satisfies Record<MonthlyNotice, readonly string[]>

export const monthlyNoticeMail = aboutGift({
  kind: monthlyNoticeKind,
  id: queuedGift,
  facts: (_, { payload }) => monthlyNoticePayload.parse(payload),
  content({ t, gift, notice, amount, day, currency, locale, inWords, dayOf, greeting, contact }) {
    const limit = bankAsksAbove(currency)
    const page = giftsPage()
    const [subject, text, button, questions] = wording[notice]
    const facts = {
      amount: inWords(amount),
      // A card ends everywhere with its month; the next payment is on a day of the office.
      day: notice === 'card' ? dayInWords(new Date(day), locale, { zone: 'UTC' }) : dayOf(day),
      limit: limit ? formatMoney(limit, locale) : 'none',
    }
    return {
      subject: t(subject),
      parts: [
        greeting(gift.donor_name),
        { paragraph: t(text, facts) },
        page && { button: t(button), link: page },
        { note: t(questions, contact) },
      ],
    }
  },
})
