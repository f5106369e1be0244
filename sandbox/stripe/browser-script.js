// The sandbox's stand-in for Stripe.js: defines window.Stripe with createEmbeddedCheckoutPage, as @stripe/stripe-js 10 declares it.
// Writes no style attributes, so that the site's policy holds; trusts no message but those of its own frame.
// @ts-check
;(() => {
  /** @typedef {import('@stripe/stripe-js').StripeEmbeddedCheckout} EmbeddedCheckout */
  /** @typedef {import('@stripe/stripe-js').StripeEmbeddedCheckoutOptions} EmbeddedCheckoutOptions */

  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)
  if (!script) throw new Error('sandbox-stripe.js must be loaded by a script element.')
  const origin = new URL(script.src).origin

  /** @param {string} message */
  const integrationError = (message) => Object.assign(new Error(message), { name: 'IntegrationError' })

  /** @type {EmbeddedCheckout | 'starting' | null} */
  let current = null

  /**
   * @param {string} clientSecret
   * @param {EmbeddedCheckoutOptions} options
   * @returns {EmbeddedCheckout}
   */
  function embed(clientSecret, options) {
    const frame = document.createElement('iframe')
    frame.title = 'Secure payment'
    frame.width = '100%'
    frame.height = '640'
    frame.setAttribute('frameborder', '0')
    frame.src = `${origin}/embed/${encodeURIComponent(clientSecret)}`

    let destroyed = false

    /** @param {MessageEvent} event */
    const hear = (event) => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return
      const message = event.data
      if (message?.from !== 'sandbox-stripe') return
      if (message.type === 'height') frame.height = String(message.height)
      if (message.type === 'complete') {
        if (message.redirect === 'always' && message.returnUrl) window.location.assign(message.returnUrl)
        else options.onComplete?.()
      }
    }

    /** @type {EmbeddedCheckout} */
    const checkout = {
      mount(location) {
        if (destroyed) throw integrationError('This Embedded Checkout object has been destroyed and cannot be mounted.')
        const place = typeof location === 'string' ? document.querySelector(location) : location
        if (!place) {
          throw integrationError(
            `The selector you specified (${location}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
          )
        }
        if (frame.isConnected) throw integrationError('This Embedded Checkout object is already mounted.')
        window.addEventListener('message', hear)
        place.append(frame)
      },
      unmount() {
        window.removeEventListener('message', hear)
        frame.remove()
      },
      destroy() {
        checkout.unmount()
        destroyed = true
        if (current === checkout) current = null
      },
    }
    return checkout
  }

  /** @param {EmbeddedCheckoutOptions} options */
  async function createEmbeddedCheckoutPage(options) {
    if (current !== null) throw integrationError('You cannot have multiple Embedded Checkout objects.')
    current = 'starting'
    try {
      const clientSecret = await (options.clientSecret ?? options.fetchClientSecret?.())
      if (typeof clientSecret !== 'string' || !/^cs_test_\w+_secret_\w+$/.test(clientSecret)) {
        throw integrationError('createEmbeddedCheckoutPage() needs the client secret of a Checkout Session.')
      }
      const checkout = embed(clientSecret, options)
      current = checkout
      return checkout
    } catch (error) {
      current = null
      throw error
    }
  }

  /** @param {string} publishableKey */
  function start(publishableKey) {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
      throw integrationError(
        publishableKey?.startsWith?.('sk_')
          ? 'You should not use your secret key with Stripe.js. Please pass a publishable key instead.'
          : 'Please call Stripe() with your publishable key.',
      )
    }
    return { createEmbeddedCheckoutPage, registerAppInfo() {}, _registerWrapper() {} }
  }
  // `version` is what loadStripe() compares with the release that its package was made for.
  Object.assign(window, { Stripe: Object.assign(start, { version: 'endive' }) })
})()
