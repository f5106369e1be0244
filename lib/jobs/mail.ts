/** Every kind of mail that this site sends. The only module that imports them all. */
import { enquiryMail, helpMail, quarantineMail } from '#lib/contact/enquiries/mail.ts'
import { confirmMail, newsletterMail, unsubscribedMail } from '#lib/contact/enquiries/newsletter.ts'
import { enqueueExpiries, expiryMail } from '#lib/contact/notices/expiry.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { pledgeMail } from '#lib/giving/pledges/mail.ts'
import { missedMonthMail, watchStandingOrders } from '#lib/giving/pledges/missed-month.ts'
import { campReportMail, mailCampReports } from '#lib/giving/receipts/camp-report.ts'
import { changeMail } from '#lib/giving/receipts/change-subscription.ts'
import { failedPaymentMail } from '#lib/giving/receipts/failed-payment.ts'
import {
  freeMail,
  receiptChangeMail,
  receiptCopyMail,
  receiptMail,
  tributeCardMail,
} from '#lib/giving/receipts/mail.ts'
import { noticeMail, watchMonthlyGifts } from '#lib/giving/receipts/monthly-notice.ts'
import { reminderMail } from '#lib/giving/receipts/reminder.ts'
import { giftsLinkMail } from '#lib/giving/receipts/request-link.ts'
import { sponsorshipMail } from '#lib/giving/receipts/sponsorship-mail.ts'
import { operatorAlert } from '#lib/jobs/alert.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { enqueueSummaries, summaryMail } from '#lib/jobs/summary.ts'
import { signInMail } from '#lib/office/access/sign-in.ts'
import type { MailKind, MailKinds } from '#lib/platform/outbox/deliver.ts'
import { startOutboxWorker } from '#lib/platform/outbox/worker.ts'

/** Every kind is described in one file and listed here. */
const mails: readonly MailKind[] = [
  helpMail,
  signInMail,
  receiptMail,
  receiptChangeMail,
  failedPaymentMail,
  freeMail,
  pledgeMail,
  enquiryMail,
  giftsLinkMail,
  receiptCopyMail,
  changeMail,
  noticeMail,
  missedMonthMail,
  reminderMail,
  tributeCardMail,
  campReportMail,
  quarantineMail,
  sponsorshipMail,
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
      ])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
  })
}
