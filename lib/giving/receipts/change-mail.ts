/**
 * The mail that confirms what was changed in a monthly gift by a mailed link, to the address of the gift: whoever did not ask for it reads
 * whom to call. Composed when it is sent.
 */
import 'server-only'
import { findAttempt } from '#lib/giving/checkout/attempts.ts'
import { giftsPage } from '#lib/giving/receipts/gifts-link.ts'
import { receiptOffice } from '#lib/giving/receipts/office.ts'
import { latestMonth } from '#lib/giving/receipts/request-link.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { countMailTo } from '#lib/platform/http/limits/index.ts'
import { mailsPerDay } from '#lib/platform/http/limits/table.ts'
import { inLanguage, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import type { SubscriptionReading } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { receiptTerms, site } from '#lib/site/content/index.ts'

const kind = 'gift-change'
export const changeMail = { kind, template: 'update', compose } satisfies MailKind

type Change = 'amount' | 'day' | 'pause' | 'resume' | 'stop'

/** `reading`: after the change. Never throws: the change is made. */
export async function confirmChange(change: Change, { id, money, next }: SubscriptionReading): Promise<void> {
  if (!env().emailjs?.templates.update) return
  try {
    const gift = await latestMonth(id)
    if (!gift) return
    const { db } = await store()
    // A second press within the minute is the same mail.
    const subject = [gift.id, change, money?.amount ?? '', next?.toISOString() ?? '', utcNow().slice(0, 16)].join('/')
    await db.transaction().execute(async (transaction) => {
      const count = await countMailTo(transaction, kind, gift.donor_email)
      if (count <= mailsPerDay[kind]) await enqueue(transaction, kind, subject)
    })
    wakeOutboxWorker()
  } catch (error) {
    log.error('The mail about a changed monthly gift could not be queued', { subscription: id, change, error })
  }
}

/** Null for a gift that no longer exists. @throws when the store fails. */
async function compose(subject: string): Promise<Mail | null> {
  const [id = '', change = '', amount = '', next = ''] = subject.split('/')
  const { db } = await store()
  const gift = await db.selectFrom('gifts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!gift) return null
  const attempt = await findAttempt(gift.reference)
  return inLanguage(attempt?.language ?? defaultLanguage, () => {
    const t = messages()
    const { currency, reference, object_id, donor_email } = gift
    const { zone, locale } = receiptTerms(currency)
    const params = {
      email: donor_email,
      sentence: t('mail.changed', {
        change,
        amount: formatMoney({ amount: Number(amount), currency }, readerLocale(locale)),
        day: next ? dayInWords(new Date(next), readerLocale(locale), { zone }) : 'none',
      }),
      link: giftsPage() ?? '',
      organisation: site().names.organisation,
      office: t('mail.questionsChange', { ...receiptOffice(currency), reference: reference ?? object_id }),
    }
    return { template: 'update', params }
  })
}
