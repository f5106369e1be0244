// The sandbox's stand-in for Stripe.js: defines window.Stripe with createEmbeddedCheckoutPage and a wallet, as @stripe/stripe-js 10 declares it.
// Writes no style attributes, so that the site's policy holds; trusts no messages but those of its own frame.
// @ts-check
;(() => {
  const { origin } = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src)

  /** Stripe allows one embedded page at a time. */
  let isOpen = false

  /** @param {import('@stripe/stripe-js').StripeEmbeddedCheckoutOptions} options */
  async function createEmbeddedCheckoutPage({ fetchClientSecret, onAnalyticsEvent }) {
    if (isOpen) throw new Error('You cannot have multiple Embedded Checkout objects.')
    const clientSecret = (await fetchClientSecret?.()) ?? ''
    isOpen = true
    const frame = Object.assign(document.createElement('iframe'), {
      title: 'Secure payment',
      width: '100%',
      height: '640',
      frameBorder: '0',
      src: `${origin}/embed/${encodeURIComponent(clientSecret)}`,
    })

    /** @param {MessageEvent} event */
    const hear = (event) => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return
      const { height, failed, returnUrl } = event.data
      if (height) frame.height = String(height)
      if (failed)
        onAnalyticsEvent?.({
          checkoutSession: clientSecret.split('_secret_')[0] ?? '',
          eventType: 'checkoutSubmitFailed',
          details: { paymentMethodType: 'card', failureReason: 'api_error' },
          clientMetadata: {},
          timestamp: Math.floor(Date.now() / 1000),
        })
      if (returnUrl) window.location.assign(returnUrl)
    }
    const unmount = () => {
      window.removeEventListener('message', hear)
      frame.remove()
    }
    return {
      /** @param {string | HTMLElement} location */
      mount(location) {
        const place = typeof location === 'string' ? document.querySelector(location) : location
        window.addEventListener('message', hear)
        place?.append(frame)
      },
      unmount,
      destroy() {
        unmount()
        isOpen = false
      },
    }
  }

  /** A wallet of somebody called Wanda, in a browser that has any. */
  function elements() {
    /** @type {Record<string, Function>} */
    const hear = {}
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'test-wallet min-h-12 w-full rounded-field bg-ink px-5 font-bold text-paper',
      textContent: 'Donate with a test wallet',
      onclick() {
        const billingDetails = { name: 'Wanda Wallet', email: 'wanda@example.org' }
        const resolve = () => hear.confirm?.({ billingDetails, expressPaymentType: 'google_pay', paymentFailed() {} })
        hear.click?.({ resolve, reject() {} })
      },
    })
    const element = {
      /** @param {string} name @param {Function} handler */
      on(name, handler) {
        hear[name] = handler
        return element
      },
      /** @param {HTMLElement} place */
      mount(place) {
        place.append(button)
        hear.ready?.({ availablePaymentMethods: { googlePay: true } })
      },
    }
    return { create: () => element, update() {}, submit: async () => ({}) }
  }

  /** @param {{ clientSecret: string }} options */
  async function confirmPayment({ clientSecret }) {
    // The answer need not be read: it is always paid.
    await fetch(`${origin}/wallet/${encodeURIComponent(clientSecret)}`, { method: 'POST', mode: 'no-cors' })
    return { paymentIntent: { status: 'succeeded' } }
  }

  const start = () => ({
    createEmbeddedCheckoutPage,
    elements,
    confirmPayment,
    registerAppInfo() {},
    _registerWrapper() {},
  })
  // `version` is what loadStripe() compares with the release that its package was made for.
  Object.assign(window, { Stripe: Object.assign(start, { version: 'endive' }) })
})()
