/** The pages that donors see: the payment page, of its own or in a frame, and the portal. Plain forms that work without JavaScript. Card numbers are never kept or logged. */
import { type Html, html, htmlPage, readAsset } from '../html.ts'
import { type Call, page, type Reply, type Route, script, seeOther } from '../http.ts'
import type { StripeParts } from './api.ts'
import { type Checkout, type Decline, otherMethods, outcomeOf, StripeRefusal, testCards } from './ledger.ts'
import { payByWallet } from './payments.ts'
import * as sessions from './sessions.ts'

/** Milliseconds. At a real bank it takes days. */
const bankDecidesAfter = 20_000

/** For a session without an address; a wallet provides its owner's. */
const testEmail = 'donor@example.org'

export function stripePages({ ledger, payments, webhooks }: StripeParts, siteUrl: string): Route[] {
  const siteOrigin = new URL(siteUrl).origin

  /** The address of a session's page holds its id, that of its frame the client secret. */
  function checkoutOf({ params: { session = '', secret = '' } }: Call): Checkout | undefined {
    const found = ledger.checkouts.get(session || (secret.split('_secret_')[0] ?? ''))
    return found?.session.client_secret === (secret || null) ? found : undefined
  }

  /** The page of a session as it is now. A declined card answers 200, not 4xx, which a browser would write into the console. */
  function show(checkout: Checkout, decline: Decline | null = null): Reply {
    const { session } = checkout
    const parts =
      session.status === 'open'
        ? payPage(checkout, decline)
        : session.status === 'expired'
          ? expiredPage(session.cancel_url ?? null)
          : donePage(returnAddress(checkout))
    if (session.ui_mode === 'hosted_page') {
      // Browsers hold form-action against the redirect that answers a form, too.
      const targets = ["'self'", siteOrigin, new URL(session.success_url ?? siteUrl).origin]
      return htmlPage(200, parts, { 'form-action': targets.join(' ') })
    }
    const message = decline ? { failed: true } : session.status === 'complete' && { returnUrl: returnAddress(checkout) }
    const inFrame = html`<script src="/frame.js" data-site="${siteOrigin}"${message && html` data-message="${JSON.stringify(message)}"`} defer></script>`
    const policy = { 'frame-ancestors': siteOrigin, 'script-src': "'self'" }
    return htmlPage(200, { ...parts, bodyClass: 'framed', script: inFrame }, policy)
  }

  async function pay(checkout: Checkout, call: Call): Promise<Reply> {
    const { session } = checkout
    if (session.status === 'open') {
      const typed = new URLSearchParams(call.body)
      const outcome = otherMethods[typed.get('method') ?? '']?.outcome ?? outcomeOf(typed.get('number') ?? '')
      const decline = sessions.pay(payments, checkout, outcome, typed.get('email') || testEmail)
      if (decline) return show(checkout, decline)
      if (outcome === 'pending') settleLater(checkout)
      // As at Stripe: the donor continues once the site has answered the webhook, or after ten seconds.
      await webhooks.settled()
    }
    const isDone = session.ui_mode === 'hosted_page' && session.status === 'complete'
    return isDone ? seeOther(returnAddress(checkout)) : show(checkout)
  }

  /** The bank confirms after a while, unless a control has decided or emptied the sandbox by then. */
  function settleLater(checkout: Checkout): void {
    setTimeout(() => {
      if (ledger.checkouts.get(checkout.session.id) !== checkout) return
      try {
        sessions.settle(payments, checkout, true)
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
      }
    }, bankDecidesAfter).unref()
  }

  const unknown = htmlPage(404, { title: 'Page not found', body: html`<main><h1>Page not found</h1></main>` })

  const checkoutPages = (path: string): Route[] => [
    page(path, (call) => {
      const checkout = checkoutOf(call)
      return checkout ? show(checkout) : unknown
    }),
    page(
      path,
      (call) => {
        const checkout = checkoutOf(call)
        return checkout ? pay(checkout, call) : unknown
      },
      'POST',
    ),
  ]
  return [
    ...checkoutPages('/pay/:session'),
    ...checkoutPages('/embed/:secret'),
    page(
      '/wallet/:secret',
      async ({ params: { secret = '' }, body: card }) => {
        const intent = ledger.paymentIntents.get(secret.split('_secret_')[0] ?? '')
        if (!intent || intent.client_secret !== secret) return unknown
        payByWallet(payments, intent, card === '' ? 'paid' : outcomeOf(card))
        await webhooks.settled()
        return { status: 204, headers: {}, body: '' }
      },
      'POST',
    ),
    page('/portal/:id', ({ params }) => {
      const returnUrl = ledger.portals.get(params.id ?? '')
      return returnUrl ? htmlPage(200, portalPage(returnUrl)) : unknown
    }),
    script('/sandbox-stripe.js', readAsset('stripe/browser-script.js')),
    script('/frame.js', readAsset('frame.js')),
  ]
}

const returnAddress = ({ session, params }: Checkout): string =>
  (params.return_url ?? params.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const banner = html`<p class="banner">Test payments: no card is charged</p>`

// No autocomplete for cards: a browser must not offer a real one here.
const digits = html`inputmode="numeric" autocomplete="off"`
/** Browsers check what is typed, by its pattern. */
const fields: readonly (readonly [name: string, label: string, hint: string, attributes: Html])[] = [
  ['email', 'Email address', 'For the receipt', html`type="email" autocomplete="email"`],
  ['number', 'Card number', 'For example 4242 4242 4242 4242', html`${digits} pattern="[\\d \\-]{12,23}"`],
  ['expiry', 'Expiry date', 'Month and year, 12/34', html`${digits} pattern="(0?[1-9]|1[0-2]) ?/ ?(20)?\\d\\d"`],
  ['cvc', 'CVC', 'Three digits, 123', html`${digits} pattern="\\d{3,4}"`],
]

/** '₹1,000' */
const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat(currency === 'inr' ? 'en-IN' : 'en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount / 100)

function payPage({ session, params }: Checkout, decline: Decline | null) {
  const email = session.customer_details?.email
  const isFramed = session.ui_mode === 'embedded_page'
  const currency = session.currency ?? ''
  const total = params.line_items.reduce((sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount, 0)
  const first = params.subscription_data?.trial_end
  const price = `${formatAmount(total, currency)}${session.mode === 'subscription' ? ' every month' : ''}`
  const summary = html`<section aria-label="What you pay">
${session.cancel_url && html`<p><a href="${session.cancel_url}">← Go back</a></p>`}
<h1>${price}</h1>
${first && html`<p>First payment on ${new Date(Number(first) * 1000).toISOString().slice(0, 10)}. Your bank confirms it now.</p>`}
<ul>${params.line_items.map(({ quantity, price_data }) => html`<li>${price_data.product_data.name}: ${formatAmount(quantity * price_data.unit_amount, currency)}</li>`)}</ul>
</section>`
  const asked = fields.filter(([name]) => name !== 'email' || !email)
  // The frame's script moves the focus to the problem, since browsers refuse `autofocus` in frames of another origin.
  const body = html`<main>
${banner}
${decline && html`<p class="problem" tabindex="-1" data-focus${!isFramed && html` autofocus`}>${decline.message}</p>`}
${!isFramed && summary}
<section aria-labelledby="how"${!isFramed && html` class="card"`}>
<h2 id="how">Pay by card</h2>
<form method="post">
${email && html`<p><strong>Email address</strong><br>${email}</p>`}
${asked.map(
  ([name, label, hint, attributes]) => html`<label for="${name}">${label}</label>
<span class="hint" id="${name}-hint">${hint}</span>
<input id="${name}" name="${name}" required ${attributes} aria-describedby="${name}-hint">`,
)}
<button class="button">Pay ${price}</button>
<p class="hint">Or without a card. The bank confirms a debit after ${bankDecidesAfter / 1000} seconds.</p>
${Object.entries(otherMethods).map(([name, { label }]) => html`<button class="button plain" name="method" value="${name}" formnovalidate>${label}</button>`)}
</form>
<details>
<summary>Cards to try</summary>
<dl>${testCards.map((card) => html`<dt>${card.number}</dt><dd>${card.about}</dd>`)}</dl>
<p class="hint">Any date to come, any three digits. Real cards are declined.</p>
</details>
</section>
</main>`
  return { title: `${decline ? 'Error: ' : ''}Pay ${price} (test payment)`, body }
}

const expiredPage = (cancelAddress: string | null) => ({
  title: 'This payment page has expired',
  body: html`<main>${banner}
<h1>This payment page has expired</h1>
<p>Nothing was paid. Please start again.</p>
${cancelAddress && html`<p><a href="${cancelAddress}">Go back</a></p>`}
</main>`,
})

/** In a frame, its script tells the page around it that the payment is complete. */
const donePage = (returnAddress: string) => ({
  title: 'Payment complete (test payment)',
  body: html`<main>
<h1 tabindex="-1" data-focus>Thank you. Your payment is complete.</h1>
<p><a class="button" href="${returnAddress}" target="_top">Go on</a></p>
</main>`,
})

const portalPage = (returnAddress: string) => ({
  title: 'Your billing (test payment)',
  body: html`<main>${banner}
<h1>Your billing</h1>
<p>Here a donor changes the amount or the card.</p>
<p><a href="${returnAddress}">Go back</a></p>
</main>`,
})
