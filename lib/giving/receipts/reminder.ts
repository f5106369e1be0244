/**
 * The one mail about a gift that was begun and not finished, to a donor who asked for it: an hour later, composed when it is sent. Anybody can
 * type somebody else's address, so it repeats nothing that was typed but the amount, and its link names nothing personal.
 */
import 'server-only'
import { type AttemptBehind, feeIn, reminderKind, unfinishedAttempt } from '#lib/giving/checkout/attempts.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { formAddress } from '#lib/giving/checkout/form-address.ts'
import { type DonationValues, frequencyOf } from '#lib/giving/donation/form.ts'
import { tributeOf } from '#lib/giving/donation/tribute-words.ts'
import { receiptOffice } from '#lib/giving/receipts/office.ts'
import { env } from '#lib/platform/env.ts'
import { hrefHere, inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { giftInWords } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { donationForm, receiptTerms, site } from '#lib/site/content/index.ts'

export const reminderMail = { kind: reminderKind, template: 'update', compose } satisfies MailKind

/** Asks the provider, because a webhook may be late. Without an answer nobody is told that nothing was charged. */
async function mayBePaid({ sessionId }: AttemptBehind): Promise<boolean> {
  const session = sessionId ? await cardProvider()?.readSession(sessionId) : undefined
  return !session?.ok || !['failed', 'expired'].includes(session.value.state)
}

/** Null when it is not needed any more (`unfinishedAttempt`), or switched off in content. @throws when the store fails. */
async function compose(reference: string): Promise<Mail | null> {
  const attempt = await unfinishedAttempt(reference)
  if (!attempt || (await mayBePaid(attempt))) return null
  return inLanguage(attempt.language, () => {
    const { donor, answers, amount, currency } = attempt
    const form = donationForm(currency)
    if (!form.reminder) return null
    const t = messages()
    const money = { amount: amount - (feeIn(attempt, attempt)?.amount ?? 0), currency }
    const { reason, campaign }: DonationValues = answers
    const frequency = frequencyOf(answers)
    const choices = {
      money,
      frequency,
      reason: Number(reason),
      campaign: campaign ?? null,
      tribute: tributeOf(answers),
    }
    const locale = readerLocale(receiptTerms(currency).locale)
    const params = {
      email: donor.email,
      sentence: t('mail.reminder', { amount: giftInWords(money, frequency ?? 'once', textsIn().money, locale) }),
      link: env().siteUrl + hrefHere(formAddress(form.page, form, choices)),
      organisation: site().names.organisation,
      office: t('mail.questionsReminder', receiptOffice(currency)),
    }
    return { template: 'update', params }
  })
}
