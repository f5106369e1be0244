/**
 * The message to the family when somebody gives in honor or in memory: once for a gift, in the language of the giver. It names the giver and
 * never the amount.
 */
import { hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { aboutOrder } from '#lib/giving/mails/describe.ts'
import { tributeIn } from '#lib/giving/products/index.ts'
import { site } from '#lib/site/content/index.ts'

export const tributeMessageMail = aboutOrder({
  kind: 'tribute-card',
  /** Null when the gift was returned, or the message was erased. */
  facts: async ({ order: { card, reference } }) => (card && (await hasPaidGift(reference)) ? { card } : null),
  content({ t, order: { donor, answers }, card, currency, office: { email } }) {
    const tribute = tributeIn(answers, currency)
    if (!tribute) return null
    const { organisation } = site().names
    const giver = donor.organisation ?? donor.name
    return {
      to: card.email,
      subject: t('mail.cardSubject', { tribute }),
      parts: [
        { paragraph: t('mail.dear', { name: card.to }) },
        { paragraph: t('mail.card', { giver, organisation, tribute }) },
        { quote: [card.message, card.message && (card.from || giver)].filter(Boolean).join('\n\n') },
        { note: t('mail.cardOffice', { giver, email }) },
      ],
    }
  },
})
