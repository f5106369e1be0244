/** The payment pages: one of its own, and one for the frame in the site. Plain forms that work without JavaScript; card numbers are never kept or logged. */
import { type Html, html, page } from '../html.ts'
import { type CardField, type CardForm, isTestCard, testCards } from './cards.ts'
import { type Checkout, knownEmail } from './ledger.ts'
import { formatAmount } from './money.ts'
import { methodsOf } from './sessions.ts'

export type PayField = CardField | 'email'

/** What was typed, and what is wrong with it; empty before the first try. */
export type PayForm = { values: CardForm & { email: string }; errors: Partial<Record<PayField, string>> }

export const emptyForm: PayForm = { values: { number: '', expiry: '', cvc: '', email: '' }, errors: {} }

const banner = html`<p class="banner">Test payments: no card is charged</p>`

const fields: Record<PayField, { label: string; hint: string; name: string; attributes: Html; half?: boolean }> = {
  email: {
    label: 'E-mail address',
    hint: 'For the receipt',
    name: 'email',
    attributes: html`type="email" autocomplete="email"`,
  },
  number: {
    label: 'Card number',
    hint: 'For example 4242 4242 4242 4242',
    name: 'number',
    // No autocomplete for cards: a browser must not offer a real one here.
    attributes: html`inputmode="numeric" autocomplete="off" maxlength="23"`,
  },
  expiry: {
    label: 'Expiry date',
    hint: 'Month and year, 12/34',
    name: 'expiry',
    attributes: html`inputmode="numeric" autocomplete="off" maxlength="9"`,
    half: true,
  },
  cvc: {
    label: 'CVC',
    hint: 'Three digits, 123',
    name: 'cvc',
    attributes: html`inputmode="numeric" autocomplete="off" maxlength="4"`,
    half: true,
  },
}

function fieldOf(name: PayField, form: PayForm): Html {
  const { label, hint, attributes, half } = fields[name]
  const error = form.errors[name]
  // Only a test card is shown again: a real one, typed by mistake, is not to be repeated.
  const value = name === 'number' && !isTestCard(form.values.number) ? '' : form.values[name]
  return html`<div class="field${half ? ' half' : ''}">
<label for="${name}">${label}</label>
<span class="hint" id="${name}-hint">${hint}</span>
${error === undefined ? null : html`<span class="error" id="${name}-error">${error}</span>`}
<input id="${name}" name="${name}" value="${value}" ${attributes} aria-describedby="${name}-hint${error === undefined ? '' : ` ${name}-error`}"${error === undefined ? null : html` aria-invalid="true"`}>
</div>`
}

/** The frame's script moves the focus there; the page of its own does it by `autofocus`, which browsers refuse in frames of another origin. */
function problemOf(form: PayForm, embedded: boolean): Html | null {
  const wrong = (['email', 'number', 'expiry', 'cvc'] as const).filter((name) => form.errors[name] !== undefined)
  if (wrong.length === 0) return null
  return html`<section class="problem" aria-labelledby="problem" tabindex="-1" data-focus${embedded ? null : html` autofocus`}>
<h2 id="problem">There is a problem</h2>
<ul>${wrong.map((name) => html`<li><a href="#${name}">${form.errors[name]}</a></li>`)}</ul>
</section>`
}

const every = (checkout: Checkout): string => {
  const recurring = checkout.lines.find((line) => line.price.recurring)?.price.recurring
  if (!recurring) return ''
  const { interval, interval_count: count } = recurring
  return count === 1 ? ` every ${interval}` : ` every ${count} ${interval}s`
}

const amountOf = ({ session }: Checkout): string => formatAmount(session.amount_total ?? 0, session.currency ?? 'usd')

function formOf(checkout: Checkout, form: PayForm, action: string): Html {
  const { asked } = checkout
  const email = knownEmail(checkout)
  const names: PayField[] = email ? ['number', 'expiry', 'cvc'] : ['email', 'number', 'expiry', 'cvc']
  const bank = methodsOf(asked).includes('us_bank_account')
  return html`<form method="post" action="${action}" novalidate>
<div class="fields">
${email ? html`<div class="field"><p class="given"><strong>E-mail address</strong><br>${email}</p></div>` : null}
${names.map((name) => fieldOf(name, form))}
</div>
${asked.custom_text?.submit ? html`<p class="foot">${asked.custom_text.submit.message}</p>` : null}
<button class="button" name="method" value="card">Pay ${amountOf(checkout)}${every(checkout)}</button>
${bank ? html`<button class="button second" name="method" value="us_bank_account">Use the test bank account, which pays later</button>` : null}
</form>
<details>
<summary>Cards to try</summary>
<dl>${testCards.map((card) => html`<dt>${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</dt><dd>${card.about}</dd>`)}</dl>
<p class="foot">Any date to come, any three digits. Real cards are refused.</p>
</details>`
}

function summaryOf(checkout: Checkout): Html {
  const { session, lines } = checkout
  const back = session.cancel_url
  return html`<section aria-labelledby="what">
${back ? html`<a class="back" href="${back}">← Go back</a>` : null}
<h1 id="what" class="amount">${amountOf(checkout)}</h1>
<p class="every">${every(checkout).trim() || 'once'}</p>
<ul class="items">${lines.map(
    (line) =>
      html`<li><div><p>${line.description}</p>${(line.quantity ?? 1) > 1 ? html`<p class="soft">${line.quantity} times</p>` : null}</div><p>${formatAmount(line.amount_total, line.currency)}</p></li>`,
  )}</ul>
</section>`
}

const titleOf = (checkout: Checkout, form: PayForm): string =>
  `${Object.keys(form.errors).length > 0 ? 'Error: ' : ''}Pay ${amountOf(checkout)}${every(checkout)} (test payment)`

export function hostedPage(checkout: Checkout, form: PayForm): string {
  return page({
    title: titleOf(checkout, form),
    bodyClass: 'pay',
    body: html`<main>
${banner}
${problemOf(form, false)}
${summaryOf(checkout)}
<section class="card" aria-labelledby="how">
<h2 id="how">Pay by card</h2>
${formOf(checkout, form, `/pay/${checkout.session.id}`)}
</section>
</main>`,
  })
}

const frameScript = (siteOrigin: string): Html =>
  html`<script src="/embed.js" data-site="${siteOrigin}" defer></script>`

export function embeddedPage(
  checkout: Checkout,
  form: PayForm,
  options: { action: string; siteOrigin: string },
): string {
  return page({
    title: titleOf(checkout, form),
    bodyClass: 'embed',
    head: frameScript(options.siteOrigin),
    body: html`<main>
${banner}
${problemOf(form, true)}
<h1 class="small">Pay by card</h1>
${formOf(checkout, form, options.action)}
</main>`,
  })
}

/** Tells the page around it that the payment is complete. `returnUrl` null: the session leads nowhere afterwards. */
export function embeddedDonePage(options: { returnUrl: string | null; redirect: string; siteOrigin: string }): string {
  return page({
    title: 'Payment complete (test payment)',
    bodyClass: 'embed',
    head: frameScript(options.siteOrigin),
    body: html`<main data-complete data-redirect="${options.redirect}"${options.returnUrl ? html` data-return-url="${options.returnUrl}"` : null}>
<h1 class="small" tabindex="-1" data-focus>Thank you. Your payment is complete.</h1>
${options.returnUrl ? html`<p><a class="button" href="${options.returnUrl}" target="_top">Go on</a></p>` : null}
</main>`,
  })
}

/** For a session that cannot be paid, on either kind of page. */
export function messagePage(title: string, sentence: string, link: { href: string; text: string } | null): string {
  return page({
    title: `${title} (test payment)`,
    body: html`<main>
${banner}
<h1>${title}</h1>
<p>${sentence}</p>
${link ? html`<p><a href="${link.href}" target="_top">${link.text}</a></p>` : null}
</main>`,
  })
}
