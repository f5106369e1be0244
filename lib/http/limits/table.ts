/**
 * Every abuse limit of the site, in one place. All count requests in fixed windows of ten minutes that start on the clock
 * (10:00, 10:10), so at most twice a limit passes around a boundary. Card testing is why checkout has so many:
 * https://docs.stripe.com/disputes/prevention/card-testing
 */

export const windowSeconds = 600

export type Limits = {
  /** One IPv4 address, or one /64 of IPv6: an office, a household, or a carrier's customers behind one address. */
  address: number
  /** One /48 of IPv6, which a provider gives to a whole organisation, and which one attacker may hold. */
  network: number
  /** One e-mail address typed from one address. Never the e-mail address alone: anybody can type somebody else's. */
  emailAndAddress?: number
  /** All visitors whose address nobody can tell, as behind a proxy that TRUSTED_PROXIES does not name. */
  unknownAddress: number
  /** All visitors together: above twice the 2,000 gifts in ten minutes that a television evening may bring. Reaching it raises an alarm in the log and in health. Requests refused further up do not count. */
  site: number
  /** Where counts are kept: in the store, for all servers together; or in this process, where a page must not wait for the store. */
  counted: 'in-store' | 'in-process'
}

export const limits = {
  /** Payments that are started: the donation and sponsorship forms. Each makes a session at Stripe. */
  checkout: {
    address: 60,
    network: 240,
    emailAndAddress: 10,
    unknownAddress: 1500,
    site: 5000,
    counted: 'in-store',
  },
  /** The same without a Turnstile token, where Turnstile is set up: browsers without JavaScript, and programs. */
  'checkout-unproven': { address: 15, network: 30, unknownAddress: 50, site: 100, counted: 'in-store' },
  /** Enquiries, newsletter sign-ups and requests for an invoice. Each becomes a mail. */
  enquiry: { address: 60, network: 240, unknownAddress: 1500, site: 5000, counted: 'in-store' },
  /** Presses of the buttons behind a receipt's link. Each asks Stripe. */
  'stop-gift': { address: 60, network: 240, unknownAddress: 120, site: 300, counted: 'in-store' },
  /** Pages that ask Stripe while somebody waits: thanks after a payment, and the page behind a receipt's link. */
  'payment-page': { address: 60, network: 240, unknownAddress: 3000, site: 10_000, counted: 'in-process' },
  /** Searches. Each takes a few milliseconds of this server. */
  search: { address: 120, network: 480, unknownAddress: 1200, site: 6000, counted: 'in-process' },
} as const satisfies Record<string, Limits>

export type Bucket = keyof typeof limits

/** Declined cards within `memorySeconds` that cost nothing. After the next one, a new payment waits; twice as long after each further one. */
export type DeclineLimit = { free: number; longestWaitSeconds: number }

export const declineLimits = {
  memorySeconds: 3600,
  firstWaitSeconds: 60,
  /** One e-mail address from one address: almost certainly one person. */
  emailAndVisitor: { free: 2, longestWaitSeconds: 3600 },
  /**
   * An e-mail address from anywhere. Somebody may type another person's, so nobody waits longer than two minutes for it, and a
   * visitor whom Turnstile has just checked does not wait at all.
   */
  email: { free: 5, longestWaitSeconds: 120 },
  /** A connection, which carriers and offices share: banks decline honest cards every day. */
  visitor: { free: 20, longestWaitSeconds: 600 },
  /** One payment page at Stripe. After so many declined cards it is closed. */
  session: 5,
  /** Stripe keeps a payment page open for a day. */
  sessionSeconds: 24 * 3600,
} as const satisfies {
  emailAndVisitor: DeclineLimit
  email: DeclineLimit
  visitor: DeclineLimit
  [setting: string]: DeclineLimit | number
}
