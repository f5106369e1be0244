/** Stand-in for Stripe: API, payment pages, browser script and webhooks. */
import { type Service, startService } from '../http.ts'
import { sandboxKeys } from '../keys.ts'
import { createApi, type StripeParts } from './api.ts'
import { stripeControls } from './controls.ts'
import { createLedger, StripeRefusal } from './ledger.ts'
import { stripePages } from './pages.ts'
import type { Payments } from './payments.ts'
import { createWebhooks } from './webhooks.ts'

type StripeOptions = {
  port: number
  /** The site's own address: webhooks go there, and only it may show the payment page in a frame. */
  siteUrl: string
  /** Milliseconds before each further attempt to deliver a webhook. */
  retryDelays: readonly number[]
}

export async function startStripe({ port, siteUrl, retryDelays }: StripeOptions): Promise<Service> {
  const { secretKey, publishableKey, webhookSecret } = sandboxKeys.stripe
  const webhookUrl = new URL('/api/stripe/webhook', siteUrl).href
  const ledger = createLedger()
  const webhooks = createWebhooks(ledger, { url: webhookUrl, secret: webhookSecret, retryDelays })
  // The origin is known once the service listens.
  const payments: Payments = { ledger, announce: webhooks.announce, origin: '', settledIn: null }
  const api = createApi({ ledger, payments, webhooks }, secretKey, webhookUrl)
  const parts: StripeParts = { api, ledger, payments, webhooks }

  const service = await startService({
    name: 'Stripe',
    about: `API, payment pages and webhooks. Keys ${secretKey} and ${publishableKey}; webhooks go to ${webhookUrl}, signed with ${webhookSecret}.`,
    port,
    routes: [...api.routes, ...stripePages(parts, siteUrl), ...stripeControls(parts)],
    reset() {
      api.reset()
      ledger.clear()
      payments.settledIn = null
      webhooks.reset()
    },
    failure(status, { method, path }) {
      const messages = {
        404: `Not supported by the sandbox: ${method} ${path}.`,
        429: 'Request rate limit exceeded.',
        500: 'An unknown error occurred.',
      }
      const type = status === 500 ? 'api_error' : 'invalid_request_error'
      return new StripeRefusal(messages[status], { status, type }).reply()
    },
  })
  payments.origin = service.url
  return service
}
