/** The pages that donors see: the payment page, of its own or in a frame, and the portal. Plain forms that work without JavaScript. Card numbers are never kept or logged. */
import { type Html, html, page } from '../html.ts'
import { type Call, htmlPage, javascript, type Reply, type Route, readAsset, seeOther } from '../http.ts'
import type { StripeParts } from './api.ts'
import { type CardField, cardErrors, otherMethods, outcomeOf, testCard, testCards } from './cards.ts'
import { StripeRefusal } from './errors.ts'
import type { Checkout } from './ledger.ts'

type Field = CardField | 'email'

/** What was typed, and what is wrong with it. */
type PayForm = { values: Record<Field, string>; errors: Partial<Record<Field, string>>; isDeclined?: boolean }

/** Milliseconds. At a real bank it takes days. */
const bankDecidesAfter = 20_000

/** For a session without an address; a wallet knows its owner's. */
const testEmail = 'donor@example.org'

const emptyForm: PayForm = { values: { number: '', expiry: '', cvc: '', email: '' }, errors: {} }

export function stripePages({ ledger, payments, webhooks }: StripeParts, siteUrl: string): Route[] {
  const siteOrigin = new URL(siteUrl).origin
  const browserScript = readAsset('stripe/browser-script.js')
  const frameScript = readAsset('stripe/frame-script.js')

  /** The address of a session's page holds its id, that of its frame the client secret. */
  function checkoutOf({ params: { session = '', secret = '' } }: Call): Checkout | undefined {
    const found = ledger.checkouts.get(session || (secret.split('_secret_')[0] ?? ''))
    return found?.session.client_secret === (secret || null) ? found : undefined
  }

  /** The page of a session as it is now. Forms with errors answer 200, not 4xx, which a browser would write into the console. */
  function show(checkout: Checkout, form = emptyForm): Reply {
    const { session } = checkout
    const parts =
      session.status === 'open'
        ? payPage(checkout, form)
        : session.status === 'expired'
          ? expiredPage(session.cancel_url)
          : donePage(returnAddress(checkout))
    if (session.ui_mode === 'hosted_page') {
      // Browsers hold form-action against the redirect that answers a form, too.
      const targets = ["'self'", siteOrigin, new URL(session.success_url ?? siteUrl).origin]
      return htmlPage(200, page(parts), { 'form-action': targets.join(' ') })
    }
    const head = html`<script src="/frame-script.js" data-site="${siteOrigin}" defer></script>`
    const policy = { 'frame-ancestors': siteOrigin, 'script-src': "'self'" }
    return htmlPage(200, page({ ...parts, bodyClass: 'framed', head }), policy)
  }

  async function pay(checkout: Checkout, call: Call): Promise<Reply> {
    const { session } = checkout
    if (session.status === 'open') {
      const typed = new URLSearchParams(call.body)
      const value = (name: Field) => (typed.get(name) ?? '').trim()
      const values = { number: value('number'), expiry: value('expiry'), cvc: value('cvc'), email: value('email') }
      const method = otherMethod(typed.get('method'))
      const errors: PayForm['errors'] = method ? {} : cardErrors(values, new Date())
      if (!method && !session.customer_details.email && !/^\S+@\S+\.\S+$/.test(values.email)) {
        errors.email = 'Enter an e-mail address, like name@example.org'
      }
      const outcome = method?.outcome ?? outcomeOf(values.number)
      const isReady = Object.keys(errors).length === 0
      const decline = isReady ? payments.pay(checkout, outcome, values.email || testEmail) : null
      if (decline) errors.number = decline.message
      if (!isReady || decline) return show(checkout, { values, errors, isDeclined: decline !== null })
      if (outcome === 'pending') settleLater(checkout)
      // As Stripe does: the donor goes on once the site has answered the webhook, or has had ten seconds for it.
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
        payments.settle(checkout, true)
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
      }
    }, bankDecidesAfter).unref()
  }

  const unknown = htmlPage(404, page({ title: 'Page not found', body: html`<main><h1>Page not found</h1></main>` }))

  const checkoutPage = (
    method: Route['method'],
    path: string,
    act: (checkout: Checkout, call: Call) => Reply | Promise<Reply>,
  ): Route => ({
    method,
    path,
    kind: 'page',
    handle(call) {
      const checkout = checkoutOf(call)
      return checkout ? act(checkout, call) : unknown
    },
  })
  return [
    checkoutPage('GET', '/pay/:session', (checkout) => show(checkout)),
    checkoutPage('POST', '/pay/:session', pay),
    checkoutPage('GET', '/embed/:secret', (checkout) => show(checkout)),
    checkoutPage('POST', '/embed/:secret', pay),
    {
      method: 'GET',
      path: '/portal/:id',
      kind: 'page',
      handle({ params }) {
        const session = ledger.portals.get(params.id ?? '')
        return session ? htmlPage(200, page(portalPage(session.return_url ?? siteUrl))) : unknown
      },
    },
    { method: 'GET', path: '/sandbox-stripe.js', kind: 'page', handle: () => javascript(browserScript) },
    { method: 'GET', path: '/frame-script.js', kind: 'page', handle: () => javascript(frameScript) },
  ]
}

const returnAddress = ({ session, given }: Checkout): string =>
  (given.return_url ?? given.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const otherMethod = (name: string | null) => Object.entries(otherMethods).find(([known]) => known === name)?.[1]

const banner = html`<p class="banner">Test payments: no card is charged</p>`

const labels: Record<Field, [label: string, hint: string, attributes: Html]> = {
  email: ['E-mail address', 'For the receipt', html`type="email" autocomplete="email"`],
  // No autocomplete for cards: a browser must not offer a real one here.
  number: ['Card number', 'For example 4242 4242 4242 4242', html`inputmode="numeric" autocomplete="off"`],
  expiry: ['Expiry date', 'Month and year, 12/34', html`inputmode="numeric" autocomplete="off"`],
  cvc: ['CVC', 'Three digits, 123', html`inputmode="numeric" autocomplete="off"`],
}

function fieldOf(name: Field, { values, errors }: PayForm): Html {
  const [label, hint, attributes] = labels[name]
  const error = errors[name]
  // Only a test card is shown again: a real one, typed by mistake, is not to be repeated.
  const value = name === 'number' && !testCard(values.number) ? '' : values[name]
  return html`<div class="field">
<label for="${name}">${label}</label>
<span class="hint" id="${name}-hint">${hint}</span>
${error && html`<span class="error" id="${name}-error">${error}</span>`}
<input id="${name}" name="${name}" value="${value}" ${attributes} aria-describedby="${name}-hint ${error && `${name}-error`}"${error && html` aria-invalid="true"`}>
</div>`
}

/** '₹1,000' */
const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat(currency === 'inr' ? 'en-IN' : 'en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount / 100)

function payPage({ session, lines }: Checkout, form: PayForm) {
  const { email } = session.customer_details
  const isFramed = session.ui_mode === 'embedded_page'
  const currency = session.currency ?? 'usd'
  const price = `${formatAmount(session.amount_total ?? 0, currency)}${session.mode === 'subscription' ? ' every month' : ''}`
  const fields: Field[] = email ? ['number', 'expiry', 'cvc'] : ['email', 'number', 'expiry', 'cvc']
  const wrong = fields.filter((name) => form.errors[name])
  // The frame's script moves the focus there, since browsers refuse `autofocus` in frames of another origin.
  const problem = html`<section class="problem" aria-labelledby="problem" tabindex="-1" data-focus${!isFramed && html` autofocus`}>
<h2 id="problem">There is a problem</h2>
<ul>${wrong.map((name) => html`<li><a href="#${name}">${form.errors[name]}</a></li>`)}</ul>
</section>`
  const summary = html`<section aria-label="What you pay">
${session.cancel_url && html`<p><a href="${session.cancel_url}">← Go back</a></p>`}
<h1>${price}</h1>
<ul>${lines.map((line) => html`<li>${line.description}: ${formatAmount(line.amount_total, currency)}</li>`)}</ul>
</section>`
  const body = html`<main>
${banner}
${wrong.length > 0 && problem}
${!isFramed && summary}
<section aria-labelledby="how"${!isFramed && html` class="card"`}>
<h2 id="how">Pay by card</h2>
<form method="post" novalidate${form.isDeclined && html` data-declined`}>
${email && html`<p><strong>E-mail address</strong><br>${email}</p>`}
${fields.map((name) => fieldOf(name, form))}
<button class="button">Pay ${price}</button>
<p class="hint">Or without a card. The bank confirms a debit after ${bankDecidesAfter / 1000} seconds.</p>
${Object.entries(otherMethods).map(([name, { label }]) => html`<button class="button plain" name="method" value="${name}">${label}</button>`)}
</form>
<details>
<summary>Cards to try</summary>
<dl>${testCards.map((card) => html`<dt>${card.number}</dt><dd>${card.about}</dd>`)}</dl>
<p class="hint">Any date to come, any three digits. Real cards are declined.</p>
</details>
</section>
</main>`
  const title = `${wrong.length > 0 ? 'Error: ' : ''}Pay ${price} (test payment)`
  return { title, body, bodyClass: 'pay' }
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
  body: html`<main data-return-url="${returnAddress}">
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
