/** Page budgets in KB of 1,024 bytes. docs/performance.md has the current sizes, and how to change a budget. */

export const budgets = {
  /** The HTML of a content page, gzip, in any language: a letter of Devanagari has three bytes. */
  html: { home: 26, other: 20 },
  /** All modules of components/behaviours/ together, gzip, but for those below. */
  behaviours: 14.4,
  /**
   * Modules that few visits load: on /GetSurgery (the service worker with them), /Aftercare and the posters, with ANALYTICS_ID, with
   * Turnstile's keys, after an email address was typed, and for a gift by UPI.
   */
  onDemand: 5.5,
  /** What the focus of a search field loads, gzip: its module, and the suggestions of one language. */
  suggestions: { module: 0.8, titles: 5 },
  /** What the light version of a page loads, brotli, which every browser takes over HTTPS. */
  light: 36,
  /** What a phone loads before anybody scrolls or presses. Wire bytes with headers; scripts gzip; photographs not counted. */
  firstView: {
    home: { total: 80, styles: 18, fonts: 27, scripts: 7.7, requests: 18 },
    other: { total: 75, styles: 18, fonts: 27, scripts: 7.7, requests: 18 },
  },
  /** What the first touch of a form that takes cards loads, gzip: React and the form. Stripe's own scripts come later. */
  island: 85,
  /** What a wallet's button loads, gzip, only where the browser can have a wallet. Stripe's own scripts come beside it. */
  wallet: 7.5,
} as const

export const kilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10
