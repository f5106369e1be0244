/** All that differs between the forms that are stored and mailed to the office. */
import { helpForm, invoiceForm, newsletterForm } from '#lib/site/content/form-ids.ts'

export const enquiryMails = ['enquiry', 'newsletter', 'help'] as const
export type EnquiryMail = (typeof enquiryMails)[number]

type FormKind = {
  /** Kind of its mail in the outbox. It also names its texts: the data notice (`privacy.*`) and the thanks (`thanks.*`). */
  mail: EnquiryMail
  /** Whether its answers are encrypted, and found by decrypting all of them. */
  isEncrypted: boolean
  /** Whether the sender must first confirm by mail, if such mail can be sent. */
  needsConfirmation: boolean
  /** Whether analytics counts it, with the sender's consent. */
  isCounted: boolean
  /** Whether its message repeats the answers to its own questions, which the mail then leaves out. */
  repeatsAnswers: boolean
}

const enquiry: FormKind = {
  mail: 'enquiry',
  isEncrypted: false,
  needsConfirmation: false,
  isCounted: true,
  repeatsAnswers: false,
}

/** The others are kinds of `enquiry`. */
const kinds = new Map<string, FormKind>([
  // It says something about a patient's health, and nobody else may learn who asked for a surgery.
  [
    helpForm,
    {
      ...enquiry,
      mail: 'help',
      isEncrypted: true,
      isCounted: false,
    },
  ],
  [newsletterForm, { ...enquiry, mail: 'newsletter', needsConfirmation: true }],
  [invoiceForm, { ...enquiry, repeatsAnswers: true }],
])

export const kindOfForm = (form: string): FormKind => kinds.get(form) ?? enquiry
