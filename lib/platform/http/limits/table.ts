/**
 * All rate limits of the site. Fixed windows of ten minutes aligned to the clock (10:00, 10:10), so up to twice a limit can pass
 * around a boundary. Checkout has several limits because of card testing:
 * https://docs.stripe.com/disputes/prevention/card-testing
 */

export const windowSeconds = 600

export type Limits = {
  /** One IPv4 address or one IPv6 /64: a household, an office, or a carrier's customers behind one address. */
  address: number
  /** One IPv6 /48, which a provider assigns to a whole organisation and one attacker may control. */
  network: number
  /** One e-mail address from one IP address. Never the e-mail address alone, because anybody can type somebody else's. */
  emailAndAddress?: number
  /** All visitors behind one proxy that is missing from TRUSTED_PROXIES, and all without any address. */
  unknownAddress: number
  /** All visitors together: more than twice the 2,000 gifts in ten minutes that a television evening may bring. Reaching it logs an error and shows in health. Requests rejected by a narrower limit do not count. */
  site: number
  /** In the store, shared by all servers; or in this process, for pages that must not wait for the store. */
  counted: 'in-store' | 'in-process'
}

export const limits = {
  /** Payments started on the donation and sponsorship forms. Each creates a Stripe session. */
  checkout: {
    address: 60,
    network: 240,
    emailAndAddress: 10,
    unknownAddress: 1500,
    site: 5000,
    counted: 'in-store',
  },
  /** Payments without a Turnstile token while Turnstile is configured: browsers without JavaScript, and programs. */
  'checkout-unproven': { address: 15, network: 30, unknownAddress: 50, site: 100, counted: 'in-store' },
  /** Enquiries, newsletter sign-ups and invoice requests. Each sends a mail. */
  enquiry: { address: 60, network: 240, unknownAddress: 1500, site: 5000, counted: 'in-store' },
  /** Submissions from the pages behind a receipt's link. Each calls Stripe. */
  'stop-gift': { address: 60, network: 240, unknownAddress: 120, site: 300, counted: 'in-store' },
  /** Pages that call Stripe while the visitor waits: thank-you pages, and the page behind a receipt's link. */
  'payment-page': { address: 60, network: 240, unknownAddress: 3000, site: 10_000, counted: 'in-process' },
  /** Searches. Each takes a few milliseconds of CPU. */
  search: { address: 120, network: 480, unknownAddress: 1200, site: 6000, counted: 'in-process' },
  /** Pages that are not in memory. Each takes about 25 milliseconds of the processor. Many customers of a carrier share one address. */
  rendering: { address: 1200, network: 4800, unknownAddress: 12_000, site: 60_000, counted: 'in-process' },
  /** Events of visitors who agreed to be counted. A page sends one or two. */
  analytics: { address: 600, network: 2400, unknownAddress: 20_000, site: 60_000, counted: 'in-process' },
} as const satisfies Record<string, Limits>

export type Bucket = keyof typeof limits

/**
 * Mails to one mailbox in a day (UTC) that somebody else may have caused; of links, requests for them. Receipts have no limit: each stands for a
 * paid gift. More cards wait for the next days, because many people give in memory of one; more mails about failed payments would repeat each other,
 * and are not sent, nor more account details or requests to confirm to an address that anybody may have typed.
 */
export const mailsPerDay = {
  'failed-payment': 3,
  'gifts-link': 10,
  'tribute-card': 20,
  pledge: 5,
  'newsletter-confirm': 3,
  'gift-change': 20,
} as const

/** `free`: declined cards within `memorySeconds` without a delay. After the next one, a new payment must wait; each further one doubles the wait. */
export type DeclineLimit = { free: number; maxWaitSeconds: number }

export const declineLimits = {
  memorySeconds: 3600,
  firstWaitSeconds: 60,
  /** One e-mail address from one IP address: almost certainly one person. */
  emailAndVisitor: { free: 2, maxWaitSeconds: 3600 },
  /**
   * One e-mail address from anywhere. Somebody may type another person's address, so the wait is two minutes at most, and a visitor
   * whom Turnstile has just verified does not wait.
   */
  email: { free: 5, maxWaitSeconds: 120 },
  /** One IP address, possibly shared by a carrier's customers or an office, where honest cards are declined every day. */
  visitor: { free: 20, maxWaitSeconds: 600 },
  /** One Stripe session, which is expired after this many declined cards. */
  session: 5,
  /** Stripe keeps a session open for a day. */
  sessionSeconds: 24 * 3600,
} as const satisfies {
  emailAndVisitor: DeclineLimit
  email: DeclineLimit
  visitor: DeclineLimit
  [setting: string]: DeclineLimit | number
}
