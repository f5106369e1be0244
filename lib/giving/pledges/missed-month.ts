/**
 * Monthly gifts by standing order whose next month did not come: one friendly mail about each such month. Composed when it is sent, so nobody
 * is reminded of a gift that has been confirmed in the meantime.
 */
import { givenGifts } from '#lib/giving/ledger/paid-gift.ts'
import { isStandingOrder, type Order } from '#lib/giving/orders/order.ts'
import { announced, findOrder } from '#lib/giving/orders/store.ts'
import { accountParts } from '#lib/giving/pledges/mail.ts'
import { stopLink } from '#lib/giving/receipts/links.ts'
import { addresseeOf, howToStop, receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { dayInWords, dayLater } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { store } from '#lib/platform/store/index.ts'
import { receiptTerms, transferAccount } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

const kind = 'missed-month'
/** Subjects are "G-7KQM-2X9D/2026-12". */
export const missedMonthMail = { kind, compose } satisfies MailKind

/** Banks move a payment to a working day, and some months are shorter. */
const graceDays = 10
/** After so many months in a row the standing order has ended, and nobody is reminded any more. */
const maxInARow = 3
/** Statements are worked through by then, if the office does so once a month for the month before. */
const readAfterMs = 40 * dayMs

/** The last gift of a standing order. `day`: on which it arrived, as the bank states it. */
type LastMonth = { day: string; amount: number }

async function lastMonth(reference: string): Promise<LastMonth | null> {
  const { db } = await store()
  const gift = await givenGifts(db)
    .select(['occurred_at', 'amount'])
    .where('subscription_id', '=', reference)
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return gift ? { day: gift.occurred_at.slice(0, 10), amount: gift.amount } : null
}

/** The day to which the bank statements in a currency have been worked through: that of the latest line that somebody confirmed, or forty days ago. */
async function readUntil(currency: Currency): Promise<string> {
  const { db } = await store()
  const { latest } = await db
    .selectFrom('gifts')
    .innerJoin('transfers', 'transfers.id', 'gifts.object_id')
    .select(({ fn }) => fn.max<string | null>('occurred_at').as('latest'))
    .where('currency', '=', currency)
    .where('status', '=', 'paid')
    .where('transfers.text', 'not like', 'Typed: %')
    .executeTakeFirstOrThrow()
  return [latest ?? '', utcNow(-readAfterMs)].sort().at(-1)?.slice(0, 10) ?? ''
}

/** The days on which the months after the last one were expected, and did not come. */
const missedAfter = (last: string, until: string): string[] =>
  Array.from({ length: maxInARow }, (_, index) => dayLater(last, { months: index + 1 })).filter(
    (day) => dayLater(day, { days: graceDays }) <= until,
  )

/** Queues the mails, a day ahead, because a statement may be half confirmed. Daily. @throws when the store fails. */
export async function watchStandingOrders(): Promise<void> {
  if (!env().emailjs) return
  const { db } = await store()
  const until = new Map<Currency, string>()
  for (const order of await announced(['paid'], ['transfer'])) {
    const { reference, money, donor } = order
    const last = isStandingOrder(order) && donor.email ? await lastMonth(reference) : null
    if (!last) continue
    const read = until.get(money.currency) ?? (await readUntil(money.currency))
    until.set(money.currency, read)
    for (const day of missedAfter(last.day, read))
      await enqueue(db, kind, `${reference}/${day.slice(0, 7)}`, { dueAt: utcNow(dayMs) })
  }
  wakeOutboxWorker()
}

/** Null if the month came after all, or the standing order was ended. @throws when the store fails. */
async function compose(subject: string): Promise<Mail | null> {
  const [reference = '', month = ''] = subject.split('/')
  const order = await findOrder(reference)
  const last = order?.state === 'paid' ? await lastMonth(reference) : null
  const day = last && missedAfter(last.day, '9').find((expected) => expected.startsWith(month))
  return order && last && day ? inLanguage(order.language, () => mailAbout(order, last, day)) : null
}

function mailAbout({ reference, donor, money: { currency }, answers }: Order, last: LastMonth, day: string): Mail {
  const t = messages()
  const locale = readerLocale(receiptTerms(currency).locale)
  const office = receiptOffice(currency)
  const contact = { ...office, reference }
  const account = transferAccount(currency)
  const amount = formatMoney({ amount: last.amount, currency }, locale)
  return siteMail({
    to: donor.email,
    replyTo: office.email,
    subject: t('mail.missedSubject'),
    parts: [
      { paragraph: t('mail.dear', { name: addresseeOf(donor.name) }) },
      { paragraph: t('mail.missed', { amount, last: dayInWords(last.day, locale), day: dayInWords(day, locale) }) },
      ...(account ? accountParts(account, { amount, reference, isByUpi: answers.paymentMethod === 'upi' }) : []),
      ...howToStop({ kind: 'monthly', subscription_id: reference }, stopLink(reference), contact),
      { note: t('mail.questionsGift', contact) },
    ],
  })
}
