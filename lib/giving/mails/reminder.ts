/**
 * The one mail about a gift that was begun and not finished, to a donor who asked for it: an hour later. Anybody can
 * type somebody else's address, so it repeats nothing that was typed but the amount, and its link names nothing personal.
 */
import { sql } from 'kysely'
import { frequencyOf } from '#lib/giving/donation/amount.ts'
import type { DonationValues } from '#lib/giving/donation/form.ts'
import { tributeOf } from '#lib/giving/donation/tribute.ts'
import { aboutOrder } from '#lib/giving/mails/describe.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { formAddress } from '#lib/giving/orders/form-start.ts'
import { feeIn, type Order } from '#lib/giving/orders/order.ts'
import { reminderKind } from '#lib/giving/orders/start.ts'
import { ordersOfMailbox } from '#lib/giving/orders/store.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { emailKey } from '#lib/platform/http/client-address.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { giftInWords } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { donationForm } from '#lib/site/content/index.ts'

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
    .where(
      'subject_id',
      'in',
      others.map((order) => order.reference),
    )
    .executeTakeFirst()
  return reminded === undefined
}

/** Asks the provider, because a webhook may be late. Without an answer, no mail says that nothing was charged. */
async function mayBePaid({ pageId }: Order): Promise<boolean> {
  const session = pageId ? await cardProvider()?.readSession(pageId) : undefined
  return !session?.ok || !['failed', 'expired'].includes(session.value.state)
}

export const reminderMail = aboutOrder({
  kind: reminderKind,
  facts: async ({ order }) => ((await isUnfinished(order)) && !(await mayBePaid(order)) ? {} : null),
  /** Null when it is switched off. */
  content({ t, order, currency, locale, office }) {
    const { answers, money: total } = order
    const form = donationForm(currency)
    if (!form.reminder) return null
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
    return {
      subject: t('mail.reminderSubject'),
      parts: [
        { paragraph: t('mail.reminder', { amount: giftInWords(money, frequency ?? 'once', textsIn().money, locale) }) },
        { button: t('mail.goOn'), link: env().siteUrl + localizedHref(formAddress(form.page, form, choices)) },
        { note: t('mail.questionsReminder', office) },
      ],
    }
  },
})
