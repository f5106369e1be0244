/**
 * The card to the family when somebody gives in honor or in memory: composed when it is sent, once for a gift, while the gift is paid, in the
 * language of the giver.
 * It names the giver and never the amount.
 */
import 'server-only'
import { type AttemptBehind, attemptBehind, type TributeCard } from '#lib/giving/checkout/attempts.ts'
import { tributeIn } from '#lib/giving/donation/tribute-words.ts'
import { hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { receiptOffice } from '#lib/giving/receipts/office.ts'
import { env } from '#lib/platform/env.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { receiptTerms, site } from '#lib/site/content/index.ts'

export const tributeCardMail = { kind: 'tribute-card', template: 'card', compose } satisfies MailKind

/** Null when the gift was returned, or the card was erased. @param reference of the gift. @throws when the store fails. */
async function compose(reference: string): Promise<Mail | null> {
  const attempt = await attemptBehind(reference)
  if (!attempt?.card || !(await hasPaidGift(reference))) return null
  const { card } = attempt
  return inLanguage(attempt.language, () => mailWith(card, attempt))
}

function mailWith(card: TributeCard, { donor, answers, currency }: AttemptBehind): Mail | null {
  const t = messages()
  const tribute = tributeIn(answers, readerLocale(receiptTerms(currency).locale))
  if (!tribute) return null
  const { organisation } = site().names
  const giver = donor.organisation ?? donor.name
  const params = {
    email: card.email,
    name: card.to,
    tribute,
    sentence: t('mail.card', { giver, organisation, tribute }),
    message: card.message,
    from: card.from || giver,
    organisation,
    link: env().siteUrl,
    office: t('mail.cardOffice', { giver, email: receiptOffice(currency).email }),
  }
  return { template: 'card', params }
}
