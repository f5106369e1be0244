// Runs in the frame of a stand-in: hands the page around it a message that is set in `data-message`, and tells it how tall the frame is.
// Speaks only to the site that the sandbox belongs to.
// @ts-check
;(() => {
  const { site = '', message } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
  /** @param {object} data */
  const send = (data) => window.parent.postMessage(data, site)
  if (message) send(JSON.parse(message))

  const main = document.querySelector('main')
  if (!main) return
  new ResizeObserver(() => send({ height: Math.ceil(main.getBoundingClientRect().height) })).observe(main)
  /** @type {HTMLElement | null} */
  const toFocus = document.querySelector('[data-focus]')
  toFocus?.focus()
  document.querySelector('form')?.addEventListener('submit', (event) => {
    // A second click while the first is under way is not a second payment.
    if (main.dataset.sent !== undefined) event.preventDefault()
    main.dataset.sent = ''
  })
})()
