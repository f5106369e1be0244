/** What a donation form offers and asks: from content, for the reader's language. */
import { type WayToPay, waysToPay } from '#lib/giving/donation/amount.ts'
import type { DonationTerms } from '#lib/giving/donation/form.ts'
import { countriesIn, usStates } from '#lib/giving/donation/payer.ts'
import type { Tribute } from '#lib/giving/donation/tribute.ts'
import { cardPayments } from '#lib/giving/orders/card-payments.ts'
import type { Locale } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { hiddenLanguageField, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import type { Currency } from '#lib/platform/money.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import {
  currencyWords,
  donationForm,
  hasExpiredToday,
  reasons,
  site,
  transferAccount,
} from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'

/** From content. A PAN is asked for in India if an encryption key is set; it is sealed for the reference of its gift. */
export function donationTerms(currency: Currency): DonationTerms {
  const { page, citizenship, citizens, ...form } = donationForm(currency)
  const { minimum, maximum, aboveMaximum, addressFrom, whyAddress, feePercent, wallets } = form
  const { code, sign, typed, law } = currencyTerms(currency)
  const asksPan = law === 'india' && env().dataEncryptionKeys.length > 0
  const account = transferAccount(currency)
  // The browser gets no other fields of the purposes.
  const purposes = reasons().map(({ code, label }) => ({ code, label }))
  const locale = readerLocale(page.locale)
  const { rules, checkout, donation, money, tribute, form: around } = textsIn(locale)
  const t = messages(locale)
  const { words, smallest = 'none', whole = t('payment.wholeOnly', { words, smallest }) } = currencyWords(currency)
  return {
    texts: { rules, form: around, checkout, donation, money, tribute },
    locale,
    ...hiddenLanguageField(),
    currency: { code, sign, typed },
    law,
    minimum,
    maximum,
    words: { unit: words, whole },
    aboveMaximum,
    addressFrom,
    whyAddress,
    wallets: wallets.length > 0 && cardPayments() !== 'off',
    feePercent,
    reminder: form.reminder && env().emailjs !== null && env().siteUrlGiven,
    reasons: purposes,
    asksPan,
    certificates: law === 'india' && !hasExpiredToday('approval', currency),
    ways: waysOffered(currency),
    upiMaximum: account?.upi?.maximum,
    sampleAccount: isSample(account) ? t('sample.account') : undefined,
    citizens: (citizenship && citizens) || null,
    card: env().emailjs ? { honor: tributeSentence('honor', locale), memory: tributeSentence('memory', locale) } : null,
    ...(law !== 'india' && { countries: countriesIn(locale), states: usStates }),
  }
}

/** The sentences of the tribute message to a family, with gaps for the two names. */
const tributeSentence = (kind: Tribute['kind'], locale: Locale): string =>
  messages(locale)('mail.card', {
    giver: '{giver}',
    organisation: site().names.organisation,
    tribute: messages(locale)(`tribute.${kind}`, { name: '{name}' }),
  })

/**
 * Cards if a payment service is set up, and the ways of the account for transfers, UPI first. Cards alone if there is neither; the form then
 * says so.
 */
export function waysOffered(currency: Currency): readonly WayToPay[] {
  const account = transferAccount(currency)
  const ways = waysToPay.filter(
    (way) => ({ card: cardPayments() !== 'off', upi: account?.upi !== undefined, bank: account !== undefined })[way],
  )
  return ways.length > 0 ? ways : ['card']
}
