/** The sections of the message catalogues that browsers get as they are. Types only; safe in a browser. */
import type en from '#messages/en.json'

export type Messages = typeof en

/** What the rules of every form say. */
export type RuleTexts = Messages['rules']
/** What surrounds the questions of every form. */
export type FormTexts = Messages['form']
type PaymentTexts = Pick<Messages, 'rules' | 'form' | 'checkout'>
export type DonationTexts = PaymentTexts & Pick<Messages, 'donation' | 'money'>
export type SponsorshipTexts = PaymentTexts & Pick<Messages, 'sponsorship'>
export type CheckoutTexts = Messages['checkout']
