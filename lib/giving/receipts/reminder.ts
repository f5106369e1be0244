/**
 * The one mail about a gift that was begun and not finished, to a donor who asked for it: an hour later, composed when it is sent. Anybody can
 * type somebody else's address, so it repeats nothing that was typed but the amount, and its link names nothing personal.
 */
import { sql } from 'kysely'
import { frequencyOf } from '#lib/giving/donation/amount.ts'
import type { DonationValues } from '#lib/giving/donation/form.ts'
import { tributeOf } from '#lib/giving/donation/tribute.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { formAddress } from '#lib/giving/orders/form-start.ts'
import { feeIn, type Order } from '#lib/giving/orders/order.ts'
import { reminderKind } from '#lib/giving/orders/start.ts'
import { findOrder, ordersOfMailbox } from '#lib/giving/orders/store.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { emailKey } from '#lib/platform/http/client-address.ts'
import { inLanguage, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { giftInWords } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { donationForm, receiptTerms } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

export const reminderMail = { kind: reminderKind, compose } satisfies MailKind

/**
 * Whether the gift is unfinished: false once the donor has given, if the order is about to be erased or a day old, and if for the same
 * mailbox another one was begun later or was reminded of within a day.
 */
async function isUnfinished({ reference, donor, createdAt, eraseAfter }: Order): Promise<boolean> {
  if (eraseAfter !== null || createdAt < utcNow(-dayMs)) return false
  const { db } = await store()
  const gift = await db
    .selectFrom('gifts')
    .select('id')
    .where('status', '!=', 'undone')
    .where((row) =>
      row.or([
        row('reference', '=', reference),
        row.and([row(sql`lower(donor_email)`, '=', donor.email.toLowerCase()), row('recorded_at', '>', createdAt)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (gift) return false
  const dayBefore = new Date(Date.parse(createdAt) - dayMs).toISOString()
  const others = (await ordersOfMailbox(emailKey(donor.email), dayBefore)).filter(
    (order) => order.reference !== reference,
  )
  if (others.some((order) => order.createdAt > createdAt)) return false
  const reminded = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', reminderKind)
    .where('state', '!=', 'waiting')
    .where('subject_id', 'in', ['', ...others.map((order) => order.reference)])
    .executeTakeFirst()
  return reminded === undefined
}

/** Asks the provider, because a webhook may be late. Without an answer, no mail claims that nothing was charged. */
async function mayBePaid({ pageId }: Order): Promise<boolean> {
  const session = pageId ? await cardProvider()?.readSession(pageId) : undefined
  return !session?.ok || !['failed', 'expired'].includes(session.value.state)
}

/** Null when it is no longer needed, or is switched off in content. @throws when the store fails. */
async function compose(reference: string): Promise<Mail | null> {
  const order = await findOrder(reference)
  if (!order || !(await isUnfinished(order)) || (await mayBePaid(order))) return null
  return inLanguage(order.language, () => {
    const { donor, answers, money: total } = order
    const { currency } = total
    const form = donationForm(currency)
    if (!form.reminder) return null
    const t = messages()
    const money = { amount: total.amount - (feeIn(order, total)?.amount ?? 0), currency }
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
    const office = receiptOffice(currency)
    return siteMail({
      to: donor.email,
      replyTo: office.email,
      subject: t('mail.reminderSubject'),
      parts: [
        { paragraph: t('mail.reminder', { amount: giftInWords(money, frequency ?? 'once', textsIn().money, locale) }) },
        { button: t('mail.goOn'), link: env().siteUrl + localizedHref(formAddress(form.page, form, choices)) },
        { note: t('mail.questionsReminder', office) },
      ],
    })
  })
}
