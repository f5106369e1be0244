/** What the routes under /api take. The request gate lets nothing else through; a test compares this with the handlers in app/api. */
export type Method = 'GET' | 'HEAD' | 'POST'

const read = ['GET', 'HEAD'] as const
const post = ['POST'] as const

export const apiMethods: Readonly<Record<string, readonly Method[]>> = {
  '/api/change-gift': post,
  '/api/country-wise-camps-summary': read,
  '/api/create-checkout-session': post,
  '/api/create-checkout-session-usa': post,
  '/api/enquiries': post,
  '/api/enquiries/start': read,
  '/api/health': read,
  '/api/health/ready': read,
  '/api/newsletter': post,
  '/api/page-version': post,
  '/api/reports': post,
  '/api/sponsorship-invoice': post,
  '/api/stop-gift': post,
  '/api/stripe/webhook': post,
  '/api/visitor-country': read,
}

/** What every other address takes. */
export const pageMethods: readonly Method[] = read
