/**
 * The card to the family when somebody gives in honor or in memory: composed when it is sent, once for a gift, while the gift is paid.
 * It names the giver and never the amount.
 */
import 'server-only'
import { attemptBehind } from '#lib/checkout/attempts.ts'
import { receipts, site } from '#lib/content/index.ts'
import { tributeIn } from '#lib/donation/tribute-words.ts'
import { env } from '#lib/env.ts'
import { hasPaidGift } from '#lib/ledger/paid-gift.ts'
import type { Mail } from '#lib/providers/emailjs.ts'
import { receiptOffice } from '#lib/receipts/office.ts'

/** Null when the gift was returned, or the card was erased. @param reference of the gift. @throws when the store fails. */
export async function composeTributeCard(reference: string): Promise<Mail | null> {
  const attempt = await attemptBehind(reference)
  if (!attempt?.card || !(await hasPaidGift(reference))) return null
  const { card, donor, answers, currency } = attempt
  const tribute = tributeIn(answers, receipts()[currency].locale)
  if (!tribute) return null
  const { organisation } = site().names
  const giver = donor.organisation ?? donor.name
  const params = {
    email: card.email,
    name: card.to,
    tribute,
    sentence: `${giver} has given to ${organisation} ${tribute}.`,
    message: card.message,
    from: card.from || giver,
    organisation,
    link: env().siteUrl,
    office: `${giver} asked us to write to you, and we keep your address only for this card. Questions, or something wrong with it? Write to ${receiptOffice(currency).email}.`,
  }
  return { template: 'card', params }
}
