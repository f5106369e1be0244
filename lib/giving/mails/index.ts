/** Every mail about a gift or an order. */
import { campReportMail } from '#lib/giving/mails/camp-report.ts'
import { changeMail } from '#lib/giving/mails/change.ts'
import { failedPaymentMail } from '#lib/giving/mails/failed-payment.ts'
import { freeMail } from '#lib/giving/mails/free-tickets.ts'
import { giftsLinkMail } from '#lib/giving/mails/gifts-link.ts'
import { missedMonthMail } from '#lib/giving/mails/missed-month.ts'
import { monthlyNoticeMail } from '#lib/giving/mails/monthly-notice.ts'
import { pledgeMail } from '#lib/giving/mails/pledge.ts'
import { receiptChangeMail, receiptCopyMail, receiptMail, receiptsChangeMail } from '#lib/giving/mails/receipt.ts'
import { reminderMail } from '#lib/giving/mails/reminder.ts'
import { sponsorshipMail } from '#lib/giving/mails/sponsorship.ts'
import { tributeMessageMail } from '#lib/giving/mails/tribute-message.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'

export const giftMails: readonly MailKind[] = [
  receiptMail,
  receiptChangeMail,
  receiptsChangeMail,
  receiptCopyMail,
  failedPaymentMail,
  freeMail,
  pledgeMail,
  giftsLinkMail,
  changeMail,
  monthlyNoticeMail,
  missedMonthMail,
  reminderMail,
  tributeMessageMail,
  campReportMail,
  sponsorshipMail,
]
