// Runs in the frame of a stand-in: hands the page around it a message that is set in `data-message`, and tells it how tall the frame is.
// Speaks only to the site that the sandbox belongs to.
// @ts-check
;(() => {
  const { site = '', message } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
  /** @param {object} data */
  const send = (data) => window.parent.postMessage(data, site)
  if (message) send(JSON.parse(message))

  const { body } = document
  new ResizeObserver(() => send({ height: Math.ceil(body.getBoundingClientRect().height) })).observe(body)
  /** @type {HTMLElement | null} */
  const toFocus = document.querySelector('[data-focus]')
  toFocus?.focus()
  document.querySelector('form')?.addEventListener('submit', (event) => {
    // A second click while the first is under way is not a second payment.
    if (body.dataset.sent !== undefined) event.preventDefault()
    body.dataset.sent = ''
  })
})()
