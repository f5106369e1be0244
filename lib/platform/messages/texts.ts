/** The sections of the message catalogues that browsers get unformatted. Types only; safe in a browser. */
import type en from '#messages/en.json'

export type Messages = typeof en

/** Error messages of every form. */
export type RuleTexts = Messages['rules']
/** Texts around the questions of every form. */
export type FormTexts = Messages['form']
type PaymentTexts = Pick<Messages, 'rules' | 'form' | 'checkout'>
export type DonationTexts = PaymentTexts & Pick<Messages, 'donation' | 'money'>
export type SponsorshipTexts = PaymentTexts & Pick<Messages, 'sponsorship'>
export type CheckoutTexts = Messages['checkout']
