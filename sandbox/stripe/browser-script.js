// The sandbox's stand-in for Stripe.js: defines window.Stripe with createEmbeddedCheckoutPage, as @stripe/stripe-js 10 declares it.
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

  const start = () => ({ createEmbeddedCheckoutPage, registerAppInfo() {}, _registerWrapper() {} })
  // `version` is what loadStripe() compares with the release that its package was made for.
  Object.assign(window, { Stripe: Object.assign(start, { version: 'endive' }) })
})()
