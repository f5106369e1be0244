/** Every kind of mail that this site sends, with its composer. The only module that imports them all. */
import 'server-only'
import { composeMail } from '#lib/contact/enquiries/mail.ts'
import { composeQuarantineMail } from '#lib/contact/enquiries/quarantine-mail.ts'
import { composeAlert } from '#lib/contact/notices/alert.ts'
import { composeSummary, enqueueSummaries } from '#lib/contact/notices/summary.ts'
import { composePledge } from '#lib/giving/pledges/mail.ts'
import { composeFailedPayment } from '#lib/giving/receipts/failed-payment.ts'
import { composeReceipt } from '#lib/giving/receipts/mail.ts'
import { composeGiftsLink } from '#lib/giving/receipts/request-link.ts'
import { composeTributeCard } from '#lib/giving/receipts/tribute-card.ts'
import { composeSponsorship } from '#lib/giving/sponsorship/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { type MailKinds, partitionKinds } from '#lib/platform/outbox/deliver.ts'
import { startOutboxWorker } from '#lib/platform/outbox/worker.ts'

export const mailKinds = {
  receipt: { template: 'receipt', urgent: true, compose: composeReceipt },
  'failed-payment': { template: 'failed', compose: composeFailedPayment },
  pledge: { template: 'pledge', urgent: true, compose: composePledge },
  enquiry: { template: 'enquiry', compose: (id) => composeMail('enquiry', id) },
  'gifts-link': { template: 'link', urgent: true, compose: composeGiftsLink },
  /** Asked for by the donor. The subject is the gift and the day. */
  'receipt-copy': { template: 'receipt', compose: (subject) => composeReceipt(subject.split('/')[0] ?? '') },
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
