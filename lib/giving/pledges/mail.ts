/**
 * The mail with the account and the reference for a transfer, composed when it is sent. Anybody can type somebody else's address, so the
 * mail repeats only the amount of what was typed.
 */
import 'server-only'
import { findAttempt } from '#lib/giving/checkout/attempts.ts'
import { upiLink } from '#lib/giving/checkout/transfers.ts'
import { hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { env } from '#lib/platform/env.ts'
import { inLanguage, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { donationForm, receiptTerms, site, transferAccount } from '#lib/site/content/index.ts'

export const pledgeMail = { kind: 'pledge', template: 'pledge', urgent: true, compose } satisfies MailKind

/** Null if the transfer was confirmed, the pledge erased, or the account removed. @throws when the store fails. */
async function compose(reference: string): Promise<Mail | null> {
  const attempt = await findAttempt(reference)
  if (!attempt || (await hasPaidGift(reference))) return null
  const { money, sessionId, donor, answers } = attempt
  const { currency } = money
  return inLanguage(attempt.language, () => {
    const account = transferAccount(currency)
    if (!account) return null
    const t = messages()
    const { siteUrl, siteUrlGiven } = env()
    const page = localizedHref(thankYouAddress(donationForm(currency).page.address))
    const details = [
      ...(account.sample ? [t('sample.account')] : []),
      `${t('transfer.holder')}: ${account.holder}`,
      ...account.details.map(({ label, value }) => `${label}: ${value}`),
      `${t('transfer.reference')}: ${reference}`,
    ]
    const { upi, holder } = account
    const params = {
      email: donor.email,
      amount: formatMoney(money, readerLocale(receiptTerms(currency).locale)),
      reference,
      sentence: t('mail.pledge', {
        amount: formatMoney(money, readerLocale(receiptTerms(currency).locale)),
        reference,
      }),
      account: details.join('\n'),
      upi: upi && answers.paymentMethod === 'upi' ? upiLink({ ...upi, name: holder }, money, reference) : '',
      page: siteUrlGiven ? `${siteUrl}${page}?session_id=${sessionId}` : '',
      organisation: site().names.organisation,
      office: t('mail.questionsPledge', { ...receiptOffice(currency), reference }),
    }
    return { template: 'pledge', params }
  })
}
