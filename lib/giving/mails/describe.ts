/**
 * Composes the mails about gifts, when they are sent. Each is described in a file of this folder, which index.ts lists. Only this file finds
 * gift, order and language.
 */
import { findGift, type Gift } from '#lib/giving/ledger/paid-gift.ts'
import type { OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrderWithSecrets } from '#lib/giving/orders/store.ts'
import { giftPayload } from '#lib/giving/receipts/links.ts'
import { addresseeOf, type ReceiptOffice, receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayInWords, type Locale } from '#lib/platform/dates.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage, type Language } from '#lib/platform/languages/index.ts'
import type { Mail, MailContent, Part } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { GiftStatus } from '#lib/platform/store/schema.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { receiptTerms } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

/** `order`: null if it is not kept. */
export type OfGift = { gift: Gift; order: OrderWithSecrets | null }
type OfOrder = { gift: null; order: OrderWithSecrets }

/** What every description needs, in the language of the mail. */
type Words = {
  t: ReturnType<typeof messages>
  currency: Currency
  terms: ReceiptTerms
  office: ReceiptOffice
  /** The office, and what to quote to it. */
  contact: ReceiptOffice & { reference: string }
  locale: Locale
  /** `amount`: in the smallest unit. */
  inWords(amount: number): string
  /** The day of a moment (ISO 8601) at the office. */
  dayOf(moment: string): string
  greeting(name: string): Part
}

/** To the donor, and answered by the office, unless it says otherwise. */
type Content = Omit<MailContent, 'to'> & Partial<Pick<MailContent, 'to'>>
type Composed = Content | null | Promise<Content | null>

type Asked = { subject: string; payload: unknown }

type Description<About, Facts> = Pick<MailKind, 'kind' | 'urgent'> & {
  /** Id of the gift, or reference of the order; by default the subject in the outbox. */
  id?(asked: Asked): string | undefined | Promise<string | undefined>
  /** What the mail needs beside gift and order, read before its language is set. Null when the mail is no longer needed. */
  facts?(about: About, asked: Asked): Facts | null | Promise<Facts | null>
  /** The language of the mail; by default that of the order. */
  language?(facts: Facts): Language
  /** Null when content no longer has what it is about. */
  content(said: Words & About & Facts): Composed
}

/** The id of the gift in the payload, for a kind of mail of which one gift may have several. */
export const queuedGift = ({ payload }: Asked): string => giftPayload.parse(payload).giftId

/** A mail about a gift. `status`: those in which the gift needs the mail; by default all. */
export const aboutGift = <Facts extends object = object>({
  status,
  ...description
}: Description<OfGift, Facts> & { status?: readonly GiftStatus[] }): MailKind =>
  kindOf(description, async (id) => {
    const gift = await findGift(id)
    if (!gift || (status && !status.includes(gift.status))) return null
    return { gift, order: await findOrderWithSecrets(gift.reference) }
  })

/** A mail about an order, which may have no gift yet. */
export const aboutOrder = <Facts extends object = object>(description: Description<OfOrder, Facts>): MailKind =>
  kindOf(description, async (reference) => {
    const order = await findOrderWithSecrets(reference)
    return order && { gift: null, order }
  })

function kindOf<About extends OfGift | OfOrder, Facts extends object>(
  { kind, urgent, id = ({ subject }) => subject, facts, language, content }: Description<About, Facts>,
  find: (id: string) => Promise<About | null>,
): MailKind {
  return {
    kind,
    ...(urgent && { urgent }),
    async compose(subject, payload) {
      const asked = { subject, payload }
      const about = await find((await id(asked)) ?? '')
      const said = about && (facts ? await facts(about, asked) : ({} as Facts))
      return said && composed({ ...about, ...said }, content, language?.(said))
    },
  }
}

export function composed<About extends OfGift | OfOrder>(
  about: About,
  content: (said: Words & About) => Composed,
  language = about.order?.language ?? defaultLanguage,
): Promise<Mail | null> {
  return inLanguage(language, async () => {
    const { to, currency, reference } = about.gift
      ? { ...about.gift, to: about.gift.donor_email, reference: about.gift.reference ?? about.gift.object_id }
      : { ...about.order, to: about.order.donor.email, currency: about.order.money.currency }
    const t = messages()
    const terms = receiptTerms(currency)
    const office = receiptOffice(currency)
    const locale = readerLocale(terms.locale)
    const words: Words = {
      t,
      currency,
      terms,
      office,
      contact: { ...office, reference },
      locale,
      inWords: (amount) => formatMoney({ amount, currency }, locale),
      dayOf: (moment) => dayInWords(new Date(moment), locale, { zone: terms.zone }),
      greeting: (name) => ({ paragraph: t('mail.dear', { name: addresseeOf(name) }) }),
    }
    const said = await content({ ...words, ...about })
    return said && siteMail({ to, replyTo: office.email, ...said })
  })
}
