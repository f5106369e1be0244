/** To the office: a sponsorship was paid. */
import { officeContent } from '#lib/contact/enquiries/mail.ts'
import { normalizePhone } from '#lib/contact/forms/read-post.ts'
import { aboutGift } from '#lib/giving/mails/describe.ts'
import { modes } from '#lib/giving/orders/order.ts'
import { addresseeOf } from '#lib/giving/receipts/wording.ts'
import { sponsorAnswers, sponsorshipLetter } from '#lib/giving/sponsorship/sponsor.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'

export const sponsorshipMail = aboutGift({
  kind: 'sponsorship',
  status: ['paid'],
  language: () => defaultLanguage,
  content({ gift, order, contact: { reference } }) {
    const answers = sponsorAnswers(order, gift)
    const total = { amount: gift.amount, currency: gift.currency }
    const method = isOneOf(modes, gift.method) ? gift.method : 'online'
    const t = messages()
    const fields = {
      firstname: answers?.values.firstName ?? addresseeOf(gift.donor_name),
      number: normalizePhone(answers?.values.phone ?? ''),
      email: gift.donor_email,
      message: answers
        ? sponsorshipLetter(t('officeMail.sponsorshipPaid', { event: answers.event, method }), { ...answers, total })
        : t('officeMail.sponsorshipAlone', { total: formatMoney(total, currentLocale()) }),
    }
    const title = t('officeMail.sponsorshipTitle')
    return officeContent({ title, fields, form: 'sponsorship', reference, sentAt: gift.occurred_at })
  },
})
