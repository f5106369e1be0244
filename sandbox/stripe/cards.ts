/** What a test donor can pay with: https://docs.stripe.com/testing. Any other card is declined, so that nobody uses a real one. */

export type Decline = { declineCode: string; message: string }

/** What becomes of a payment; `pending`: the donor's bank decides days later. */
export type Outcome = 'paid' | 'pending' | Decline

/** The methods beside cards, by the name of their buttons and controls. */
export const otherMethods = {
  wallet: { label: 'Pay with a test wallet', outcome: 'paid' },
  bank: { label: 'Pay by test bank debit', outcome: 'pending' },
} as const satisfies Record<string, { label: string; outcome: Outcome }>

export const declined: Decline = { declineCode: 'generic_decline', message: 'Your card was declined.' }

export const insufficientFunds: Decline = {
  declineCode: 'insufficient_funds',
  message: "The customer's bank account has insufficient funds.",
}

const realCard: Decline = {
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
}

export const testCards: readonly { number: string; about: string; outcome: Outcome }[] = [
  { number: '4242 4242 4242 4242', about: 'Is paid', outcome: 'paid' },
  { number: '4000 0000 0000 0002', about: 'Is declined', outcome: declined },
]

const digitsOf = (number: string) => number.replace(/\D/g, '')

export const outcomeOf = (number: string): Outcome =>
  testCards.find((card) => digitsOf(card.number) === digitsOf(number))?.outcome ?? realCard
