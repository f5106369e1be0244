/** Confirms a change of a monthly gift to the address of the gift, so that whoever did not ask for it reads whom to call. */
import { aboutGift, queuedGift } from '#lib/giving/mails/describe.ts'
import { changeKind, changePayload } from '#lib/giving/receipts/change-subscription.ts'
import { giftsPage } from '#lib/giving/receipts/links.ts'

export const changeMail = aboutGift({
  kind: changeKind,
  id: queuedGift,
  facts: (_, { payload }) => changePayload.parse(payload),
  content({ t, change, amount, next, inWords, dayOf, contact }) {
    const page = giftsPage()
    return {
      subject: t('mail.changedSubject', { change }),
      parts: [
        { paragraph: t('mail.changed', { change, amount: inWords(amount ?? 0), day: next ? dayOf(next) : 'none' }) },
        page && { button: t('mail.gifts'), link: page, quiet: true },
        { paragraph: t('mail.questionsChange', contact) },
      ],
    }
  },
})
