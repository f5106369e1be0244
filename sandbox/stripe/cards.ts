/** The cards that can be typed on the payment pages: https://docs.stripe.com/testing. Any other number is refused, so that nobody gives a real one for nothing. */

export type Card = { number: string; expMonth: number; expYear: number }

export type CardField = 'number' | 'expiry' | 'cvc'

export type CardForm = Record<CardField, string>

/** `charge` is what becomes of a payment; `renewal` of one that is made later without the donor. */
type TestCard = {
  number: string
  about: string
  charge: 'paid' | Decline
  renewal: 'paid' | Decline
}

export type Decline = { code: string; declineCode: string; message: string }

export const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', about: 'Is paid', charge: 'paid', renewal: 'paid' },
  { number: '4000000000000002', about: 'Is declined', charge: genericDecline, renewal: genericDecline },
  {
    number: '4000000000009995',
    about: 'Is declined: no money in the account',
    charge: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    renewal: genericDecline,
  },
  { number: '4000000000000341', about: 'Is paid once; later months fail', charge: 'paid', renewal: genericDecline },
]

const realCard: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
}

const knownCard = (number: string): TestCard | undefined => testCards.find((card) => card.number === number)

export function chargeOutcome(card: Card): 'paid' | Decline {
  return knownCard(card.number)?.charge ?? realCard
}

export function renewalOutcome(last4: string): 'paid' | Decline {
  return testCards.find((card) => card.number.endsWith(last4))?.renewal ?? genericDecline
}

export function isTestCard(number: string): boolean {
  return knownCard(number.replace(/[\s-]/g, '')) !== undefined
}

/** https://en.wikipedia.org/wiki/Luhn_algorithm */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** '12/34', '12 / 2034', '1234'. */
function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text)
  if (!match) return null
  const [, month = '', year = ''] = match
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) }
}

/** Reads what was typed; else one sentence for each field at fault, in Stripe's words. */
export function readCard(
  form: CardForm,
  today: Date,
): { ok: true; card: Card } | { ok: false; errors: Partial<CardForm> } {
  const errors: Partial<CardForm> = {}
  const number = form.number.replace(/[\s-]/g, '')
  if (number === '') errors.number = 'Your card number is incomplete.'
  else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) errors.number = 'Your card number is invalid.'

  const expiry = readExpiry(form.expiry.trim())
  if (!expiry) errors.expiry = "Your card's expiration date is incomplete."
  else if (expiry.month < 1 || expiry.month > 12) errors.expiry = "Your card's expiration date is invalid."
  else if (expiry.year < today.getUTCFullYear() || expiry.year > today.getUTCFullYear() + 50) {
    errors.expiry =
      expiry.year < today.getUTCFullYear()
        ? "Your card's expiration year is in the past."
        : "Your card's expiration year is invalid."
  } else if (expiry.year === today.getUTCFullYear() && expiry.month < today.getUTCMonth() + 1) {
    errors.expiry = "Your card's expiration date is in the past."
  }

  if (!/^\d{3,4}$/.test(form.cvc.trim())) errors.cvc = "Your card's security code is incomplete."

  if (expiry && Object.keys(errors).length === 0) {
    return { ok: true, card: { number, expMonth: expiry.month, expYear: expiry.year } }
  }
  return { ok: false, errors }
}
