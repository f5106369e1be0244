/** Allowed methods of the routes under /api, enforced by the request gate. A test compares them with the handlers in app/api. */
export type Method = 'GET' | 'HEAD' | 'POST'

const read = ['GET', 'HEAD'] as const
const post = ['POST'] as const

export const apiMethods: Readonly<Record<string, readonly Method[]>> = {
  '/api/analytics': post,
  '/api/change-gift': post,
  '/api/country-wise-camps-summary': read,
  '/api/create-checkout-session': post,
  '/api/create-checkout-session-usa': post,
  '/api/enquiries': post,
  '/api/enquiries/start': read,
  '/api/health': read,
  '/api/health/ready': read,
  '/api/health/serving': read,
  '/api/metrics': read,
  '/api/newsletter': post,
  '/api/samples': read,
  '/api/page-version': post,
  '/api/reports': post,
  '/api/sponsorship-invoice': post,
  '/api/stop-gift': post,
  '/api/stripe/webhook': post,
  '/api/visitor-country': read,
}

/** Allowed methods of every other address. */
export const pageMethods: readonly Method[] = read
