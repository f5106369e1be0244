/**
 * The words of a receipt: the values that the account's template fills in. Pure: what is received, from whom and under which
 * registration is given to it, and it never says more about tax than the content files do.
 */
import type { ReceiptTerms } from '#lib/content/giving-schema.ts'
import { formatMoney, type Money } from '#lib/money.ts'
import { amountInWords } from '#lib/receipts/amount-in-words.ts'

export type ReceiptFacts = {
  kind: 'one-off' | 'monthly' | 'sponsorship'
  money: Money
  /** When it was paid. */
  paidAt: Date
  donor: { name: string; email: string }
  /** What it is for, in words. */
  purpose: string
  /** Ours; one for all months of a monthly gift. Null where nobody knows it. */
  reference: string | null
  /** The payment service's own id of this one payment. */
  payment: string
  /** The address at which a monthly gift is stopped; null where none would work. */
  stopLink: string | null
}

/** Of the office that answers questions about this receipt. */
export type ReceiptOffice = { email: string; phone: string }

function dayIn(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zone }).format(moment)
}

const reach = ({ email, phone }: ReceiptOffice) => `write to ${email} or call ${phone}`

/** Nothing for a gift that ends by itself. */
function howToStop({ kind, stopLink }: ReceiptFacts, office: ReceiptOffice, named: string): string {
  if (kind !== 'monthly') return ''
  if (!stopLink) return `To stop this monthly gift, ${reach(office)}, and name ${named}.`
  return `You can stop this monthly gift at any time, without an account: open ${stopLink} and press the button there. Or ${reach(office)}, and name ${named}.`
}

/** Every name is there always: a template would print the name of one that is not. Lines within a value end in a line break. */
export function receiptParams(facts: ReceiptFacts, terms: ReceiptTerms, office: ReceiptOffice): Record<string, string> {
  const { kind, money, paidAt, donor, purpose, reference, payment } = facts
  const named = reference ?? payment
  return {
    email: donor.email,
    name: donor.name || 'Donor',
    what: kind === 'sponsorship' ? 'sponsorship' : 'gift',
    amount: formatMoney(money),
    amount_in_words: amountInWords(money),
    currency: money.currency,
    date: dayIn(terms.zone, paidAt),
    frequency: kind === 'monthly' ? 'Every month' : 'Once',
    purpose,
    reference: named,
    payment,
    organisation: terms.legalName,
    address: terms.address.join('\n'),
    registration: terms.registrations.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    signatory: `${terms.signatory.name}, ${terms.signatory.role}`,
    statement: kind === 'sponsorship' ? terms.sponsorship : terms.gift,
    stop: howToStop(facts, office, named),
    office: `Questions about this receipt? Please ${reach(office)}, and name ${named}.`,
  }
}
