/** The sections of the message catalogues that browsers get unformatted. Safe in a browser. */
import type en from '#messages/en.json'

export type Messages = typeof en

/** Error messages of every form. */
export type RuleTexts = Messages['rules']
/** Texts around the questions of every form. */
export type FormTexts = Messages['form']
type PaymentTexts = Pick<Messages, 'rules' | 'form' | 'checkout'>
export type DonationTexts = PaymentTexts & Pick<Messages, 'donation' | 'money' | 'tribute'>
export type SponsorshipTexts = PaymentTexts & Pick<Messages, 'sponsorship'>
export type TicketTexts = PaymentTexts & Pick<Messages, 'tickets'>
export type CheckoutTexts = Messages['checkout']

/** Completes a message in the browser, which has no message formatter. `text`: with plain placeholders only, `{amount}`; tests/unit/languages holds the sections that browsers get to that. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
