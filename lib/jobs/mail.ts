/** Every kind of mail that this site sends. The only module that imports them all. */
import { enquiryMail, helpMail, quarantineMail } from '#lib/contact/enquiries/mail.ts'
import { confirmMail, newsletterMail, unsubscribedMail } from '#lib/contact/enquiries/newsletter.ts'
import { enqueueExpiries, expiryMail } from '#lib/contact/notices/expiry.ts'
import { watchMonthlyGifts } from '#lib/giving/ledger/monthly-notices.ts'
import { giftMails } from '#lib/giving/mails/index.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { watchStandingOrders } from '#lib/giving/pledges/missed-month.ts'
import { mailCampReports } from '#lib/giving/receipts/camp-report.ts'
import { countDocumentsInQuestion } from '#lib/giving/receipts/year-lists.ts'
import { operatorAlert } from '#lib/jobs/alert.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { enqueueSummaries, summaryMail } from '#lib/jobs/summary.ts'
import { signInMail } from '#lib/office/access/sign-in.ts'
import type { MailKind, MailKinds } from '#lib/platform/outbox/deliver.ts'
import { startOutboxWorker } from '#lib/platform/outbox/worker.ts'

/** Every kind is described in one file and listed here, or in that of mails about gifts. */
const mails: readonly MailKind[] = [
  ...giftMails,
  helpMail,
  signInMail,
  enquiryMail,
  quarantineMail,
  newsletterMail,
  confirmMail,
  unsubscribedMail,
  operatorAlert,
  expiryMail,
  summaryMail,
]

export const mailKinds: MailKinds = Object.fromEntries(mails.map((mail) => [mail.kind, mail]))

export function startMailWorker(): void {
  startOutboxWorker({
    kinds: mailKinds,
    async daily() {
      const results = await Promise.allSettled([
        enqueueSummaries(),
        enqueueExpiries(),
        mailCampReports(),
        enforceRetention(),
        watchMonthlyGifts(cardProvider()),
        watchStandingOrders(),
        countDocumentsInQuestion(),
      ])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
  })
}
