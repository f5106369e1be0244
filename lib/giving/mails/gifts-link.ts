/** The link to all gifts of an e-mail address. It expires half an hour after composing. */
import { aboutGift, queuedGift } from '#lib/giving/mails/describe.ts'
import { arrivedStatuses } from '#lib/giving/orders/order.ts'
import { giftsPath, giftsToken, linkMinutes } from '#lib/giving/receipts/links.ts'
import { isOffered, linkKind } from '#lib/giving/receipts/request-link.ts'
import { env } from '#lib/platform/env.ts'

export const giftsLinkMail = aboutGift({
  kind: linkKind,
  urgent: true,
  status: arrivedStatuses,
  id: queuedGift,
  facts: () => (isOffered() ? {} : null),
  content: ({ t, gift, greeting, office }) => ({
    subject: t('mail.linkSubject'),
    parts: [
      greeting(gift.donor_name),
      { paragraph: t('mail.link', { minutes: String(linkMinutes) }) },
      { button: t('mail.toGifts'), link: `${env().siteUrl}${giftsPath(giftsToken(gift.id))}` },
      { note: t('mail.questionsLink', office) },
    ],
  }),
})
