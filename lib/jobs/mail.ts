/** Every kind of mail that this site sends, with its composer. The only module that imports them all. */
import 'server-only'
import { composeMail } from '#lib/enquiries/mail.ts'
import { composeQuarantineMail } from '#lib/enquiries/quarantine-mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { composeAlert } from '#lib/notices/alert.ts'
import { composeSummary, enqueueSummaries } from '#lib/notices/summary.ts'
import { type MailKinds, partitionKinds } from '#lib/outbox/deliver.ts'
import { startOutboxWorker } from '#lib/outbox/worker.ts'
import { composeChangeLink } from '#lib/receipts/change-gift.ts'
import { composeFailedPayment } from '#lib/receipts/failed-payment.ts'
import { composeReceipt } from '#lib/receipts/mail.ts'
import { composeTributeCard } from '#lib/receipts/tribute-card.ts'
import { composeSponsorship } from '#lib/sponsorship/mail.ts'

export const mailKinds = {
  receipt: { template: 'receipt', urgent: true, compose: composeReceipt },
  'failed-payment': { template: 'failed', compose: composeFailedPayment },
  enquiry: { template: 'enquiry', compose: (id) => composeMail('enquiry', id) },
  'portal-link': { template: 'link', urgent: true, compose: composeChangeLink },
  'tribute-card': { template: 'card', compose: composeTributeCard },
  quarantine: { template: 'enquiry', compose: composeQuarantineMail },
  sponsorship: { template: 'enquiry', compose: composeSponsorship },
  newsletter: { template: 'newsletter', compose: (id) => composeMail('newsletter', id) },
  alert: { template: 'notice', urgent: true, compose: composeAlert },
  summary: { template: 'notice', compose: composeSummary },
} as const satisfies MailKinds

export const partitionedMailKinds = () => partitionKinds(mailKinds)

export function startMailWorker(): void {
  startOutboxWorker({
    kinds: mailKinds,
    async daily() {
      const results = await Promise.allSettled([enqueueSummaries(), enforceRetention()])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
  })
}
