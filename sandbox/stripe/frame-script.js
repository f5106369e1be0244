// Runs in the payment frame: tells the page around it how tall it is, and when the payment has failed or is complete. Speaks only to the site that the sandbox belongs to.
// @ts-check
;(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const site = script.dataset.site ?? ''
  const main = document.querySelector('main')
  if (!main || window.parent === window) return

  /** @param {Record<string, unknown>} message */
  const tell = (message) => window.parent.postMessage(message, site)

  const tellHeight = () => tell({ height: Math.ceil(main.getBoundingClientRect().height) })
  new ResizeObserver(tellHeight).observe(main)
  tellHeight()

  /** @type {HTMLElement | null} */
  const toFocus = document.querySelector('[data-focus]')
  toFocus?.focus()

  const { returnUrl } = main.dataset
  if (returnUrl) tell({ returnUrl })

  const form = document.querySelector('form')
  if (form?.dataset.declined !== undefined) tell({ failed: true })
  form?.addEventListener('submit', (event) => {
    // A second click while the first is under way is not a second payment.
    if (main.dataset.sent !== undefined) event.preventDefault()
    main.dataset.sent = ''
  })
})()
