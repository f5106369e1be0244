/**
 * How often visitors may begin to pay, and change what they give: see lib/platform/http/limits.ts. Checkout has several limits because of
 * card testing: docs/payments.md#card-testing
 */
import { daySeconds, hourSeconds } from '#lib/platform/clock.ts'
import type { Limit } from '#lib/platform/http/limit.ts'

/**
 * Payments started on the donation and sponsorship forms. Each opens a payment page at the provider. The site's limit is more than twice the 2,000 gifts
 * in ten minutes that a television evening may bring.
 */
export const checkoutLimit: Limit<'in-store'> = {
  name: 'checkout',
  address: 60,
  network: 240,
  emailAndAddress: 10,
  unknownAddress: 1500,
  site: 5000,
  counted: 'in-store',
}

/**
 * Places that one mailbox, one visitor and one network (as the limits count them) have of an event, held, paid or free: so many times what one order may
 * have. Who needs more writes to the office.
 */
export const placesLimit = { mailbox: 2, visitor: 4, network: 8 } as const

/** Payments without a Turnstile token while Turnstile is configured: browsers without JavaScript, and programs. */
export const unprovenCheckoutLimit: Limit<'in-store'> = {
  name: 'checkout-unproven',
  address: 15,
  network: 30,
  unknownAddress: 50,
  site: 100,
  counted: 'in-store',
}

/** Submissions from the pages behind a receipt's link. Each calls the payment provider. */
export const giftChangeLimit: Limit<'in-store'> = {
  name: 'stop-gift',
  address: 60,
  network: 240,
  unknownAddress: 120,
  site: 300,
  counted: 'in-store',
}

/** Pages that call the payment provider while the visitor waits: thank-you pages, and the page behind a receipt's link. */
export const paymentPageLimit: Limit<'in-process'> = {
  name: 'payment-page',
  address: 60,
  network: 240,
  unknownAddress: 3000,
  site: 10_000,
  counted: 'in-process',
}

/**
 * Mails to one mailbox in a day (UTC) that somebody else may have caused; of links, requests for them. Receipts have no limit: each stands for a
 * paid gift. More tribute messages wait for the next days, because many people give in memory of one; more mails about failed payments would repeat each other,
 * and are not sent, nor more account details to an address that anybody may have typed.
 */
export const mailsPerDay = {
  'failed-payment': 3,
  'gifts-link': 10,
  'tribute-card': 20,
  pledge: 5,
  'free-tickets': 5,
  'gift-change': 20,
} as const

/** `free`: declined cards within `memorySeconds` without a delay. After the next one, a new payment must wait; each further one doubles the wait. */
export type DeclineLimit = { free: number; maxWaitSeconds: number }

export const declineLimits = {
  memorySeconds: hourSeconds,
  firstWaitSeconds: 60,
  /** One e-mail address from one IP address: almost certainly one person. */
  emailAndVisitor: { free: 2, maxWaitSeconds: hourSeconds },
  /**
   * One e-mail address from anywhere. Somebody may type another person's address, so the wait is two minutes at most, and a visitor
   * whom Turnstile has just verified does not wait.
   */
  email: { free: 5, maxWaitSeconds: 120 },
  /** One IP address, possibly shared by a carrier's customers or an office, where honest cards are declined every day. */
  visitor: { free: 20, maxWaitSeconds: 600 },
  /** One payment page, which is expired after this many declined cards. */
  session: 5,
  /** The provider keeps a page open for a day. */
  sessionSeconds: daySeconds,
} as const satisfies {
  emailAndVisitor: DeclineLimit
  email: DeclineLimit
  visitor: DeclineLimit
  [setting: string]: DeclineLimit | number
}
