/** Stand-in for Stripe: API, payment pages, browser script and webhooks, put together. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Call, htmlPage, type Reply, type Route, type Service, seeOther, startService } from '../http.ts'
import { createApi, unknownAddress } from './api.ts'
import { readCard } from './cards.ts'
import { createCharging } from './charging.ts'
import { stripeControls } from './controls.ts'
import { errorReply, StripeRefusal } from './errors.ts'
import { type Checkout, createLedger, knownEmail } from './ledger.ts'
import { embeddedDonePage, embeddedPage, emptyForm, hostedPage, messagePage, type PayForm } from './pages.ts'
import { email } from './parameters.ts'
import { portalPage } from './portal.ts'
import { createReversals } from './reversals.ts'
import { createSessions, methodsOf } from './sessions.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createWebhooks } from './webhooks.ts'

export type StripeOptions = {
  port: number
  /** The site's own address: webhooks go there, and only it may show the payment page in a frame. */
  siteUrl: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Milliseconds before each further try of a webhook. */
  retryDelays: readonly number[]
}

const script = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

export async function startStripe(options: StripeOptions): Promise<Service> {
  const siteOrigin = new URL(options.siteUrl).origin
  const browserScript = script('browser-script.js')
  const embedScript = script('embed-script.js')

  const webhooks = createWebhooks({
    url: new URL('/api/stripe/webhook', options.siteUrl).href,
    secret: options.webhookSecret,
    retryDelays: options.retryDelays,
    hold: false,
  })
  let ownUrl = ''
  const ledger = createLedger()
  const charging = createCharging(ledger, webhooks.send)
  const subscriptions = createSubscriptions(ledger, charging)
  const sessions = createSessions(ledger, { charging, subscriptions, payUrl: () => ownUrl })
  const reversals = createReversals(ledger, charging)
  const api = createApi({ ledger, charging, sessions, subscriptions, reversals }, options.secretKey)

  const unknownPage = (): Reply =>
    htmlPage(
      404,
      messagePage('Page not found', 'There is no such payment. Please go back to the site and start again.', null),
    )

  const hostedCheckout = (call: Call): Checkout | undefined => {
    const found = ledger.checkouts.get(call.params.session ?? '')
    return found?.session.ui_mode === 'hosted_page' ? found : undefined
  }
  const embeddedCheckout = (call: Call): Checkout | undefined => {
    const secret = call.params.secret ?? ''
    const found = ledger.checkouts.get(secret.split('_secret_')[0] ?? '')
    return found && found.session.client_secret === secret ? found : undefined
  }

  /** Browsers hold form-action against the redirect that answers a form as well. */
  const hostedPolicy = ({ session }: Checkout) => ({
    'form-action': ["'self'", ...new Set([siteOrigin, new URL(session.success_url ?? options.siteUrl).origin])].join(
      ' ',
    ),
  })
  const embeddedPolicy = { 'frame-ancestors': siteOrigin, 'script-src': "'self'" }

  /** The card as it was typed, or another try; without errors the payment has been made or had been before. */
  async function payFrom(call: Call, checkout: Checkout): Promise<PayForm | 'complete' | 'expired'> {
    const typed = new URLSearchParams(call.body.toString('utf8'))
    const value = (name: string) => (typed.get(name) ?? '').slice(0, 512)
    const form: PayForm = {
      values: { number: value('number'), expiry: value('expiry'), cvc: value('cvc'), email: value('email').trim() },
      errors: {},
    }
    const byBank = value('method') === 'us_bank_account' && methodsOf(checkout.asked).includes('us_bank_account')
    if (knownEmail(checkout) === undefined && !isEmail(form.values.email)) {
      form.errors.email = 'Enter an e-mail address, like name@example.org'
    }
    const card = byBank ? null : readCard(form.values, new Date())
    if (card && !card.ok) Object.assign(form.errors, card.errors)
    if (Object.keys(form.errors).length > 0) return form

    const outcome = sessions.pay(checkout, card?.ok ? card.card : null, form.values.email)
    if (outcome.kind === 'not-open') return outcome.status
    if (outcome.kind === 'declined') {
      form.errors.number = outcome.message
      return form
    }
    // As Stripe does: the donor is sent back once the site has answered the webhook, or has had ten seconds for it.
    await outcome.delivered
    return 'complete'
  }

  const filled = (address: string, checkout: Checkout): string =>
    address.replaceAll('{CHECKOUT_SESSION_ID}', checkout.session.id)

  const expiredPage = ({ session }: Checkout, policy: Record<string, string>): Reply =>
    htmlPage(
      200,
      messagePage(
        'This payment page has expired',
        'Nothing was paid. Please start again.',
        session.cancel_url ? { href: session.cancel_url, text: 'Go back' } : null,
      ),
      policy,
    )

  const embeddedDone = (checkout: Checkout): Reply => {
    const { return_url, redirect_on_completion } = checkout.session
    return htmlPage(
      200,
      embeddedDonePage({
        returnUrl: return_url === undefined ? null : filled(return_url, checkout),
        // Cards never need a redirect, so "if required" never redirects.
        redirect: redirect_on_completion ?? 'always',
        siteOrigin,
      }),
      embeddedPolicy,
    )
  }

  // Forms with errors answer 200, not 4xx: a browser would write those into the console of a test that watches it.
  const pages: Route[] = [
    {
      method: 'GET',
      path: '/pay/:session',
      kind: 'page',
      about: 'The payment page.',
      handle(call) {
        const checkout = hostedCheckout(call)
        if (!checkout) return unknownPage()
        sessions.age(checkout)
        const { session } = checkout
        if (session.status === 'open') return htmlPage(200, hostedPage(checkout, emptyForm), hostedPolicy(checkout))
        if (session.status === 'expired') return expiredPage(checkout, {})
        const link = { href: filled(session.success_url ?? options.siteUrl, checkout), text: 'Go on' }
        return htmlPage(200, messagePage('You are all done here', 'Your payment has been made.', link))
      },
    },
    {
      method: 'POST',
      path: '/pay/:session',
      kind: 'page',
      about: 'Pays.',
      async handle(call) {
        const checkout = hostedCheckout(call)
        if (!checkout) return unknownPage()
        const outcome = await payFrom(call, checkout)
        if (outcome === 'complete') return seeOther(filled(checkout.session.success_url ?? options.siteUrl, checkout))
        if (outcome === 'expired') return expiredPage(checkout, {})
        return htmlPage(200, hostedPage(checkout, outcome), hostedPolicy(checkout))
      },
    },
    {
      method: 'GET',
      path: '/embed/:secret',
      kind: 'page',
      about: 'The payment page for a frame.',
      handle(call) {
        const checkout = embeddedCheckout(call)
        if (!checkout) return unknownPage()
        sessions.age(checkout)
        if (checkout.session.status === 'expired') return expiredPage(checkout, embeddedPolicy)
        if (checkout.session.status === 'complete') return embeddedDone(checkout)
        return htmlPage(200, embeddedPage(checkout, emptyForm, { action: call.path, siteOrigin }), embeddedPolicy)
      },
    },
    {
      method: 'POST',
      path: '/embed/:secret',
      kind: 'page',
      about: 'Pays.',
      async handle(call) {
        const checkout = embeddedCheckout(call)
        if (!checkout) return unknownPage()
        const outcome = await payFrom(call, checkout)
        if (outcome === 'complete') return embeddedDone(checkout)
        if (outcome === 'expired') return expiredPage(checkout, embeddedPolicy)
        return htmlPage(200, embeddedPage(checkout, outcome, { action: call.path, siteOrigin }), embeddedPolicy)
      },
    },
    {
      method: 'GET',
      path: '/sandbox-stripe.js',
      kind: 'page',
      about: 'window.Stripe for the browser.',
      handle: () => javascript(browserScript),
    },
    {
      method: 'GET',
      path: '/embed.js',
      kind: 'page',
      about: 'Runs in the payment frame.',
      handle: () => javascript(embedScript),
    },
  ]

  const service = await startService({
    name: 'Stripe',
    about: `API, payment pages and webhooks. Keys ${options.secretKey} and ${options.publishableKey}; webhooks go to ${new URL('/api/stripe/webhook', options.siteUrl).href}, signed with ${options.webhookSecret}.`,
    port: options.port,
    routes: [...api.routes, ...pages, portalPage(ledger)],
    controls: stripeControls({ ledger, charging, sessions, subscriptions, reversals }, webhooks),
    reset() {
      for (const kept of Object.values(ledger)) if (kept instanceof Map) kept.clear()
      api.clear()
      webhooks.reset()
    },
    failure: (status) =>
      status === 429
        ? errorReply(new StripeRefusal('Request rate limit exceeded.', { status, code: 'rate_limit' }))
        : errorReply(new StripeRefusal('An unknown error occurred.', { status, type: 'api_error' })),
    unknown: unknownAddress,
  })
  ownUrl = service.url
  return service
}

const javascript = (body: string): Reply => ({
  status: 200,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  },
  body,
})

function isEmail(value: string): boolean {
  try {
    email().read(value, 'email')
    return true
  } catch (error) {
    if (error instanceof StripeRefusal) return false
    throw error
  }
}
