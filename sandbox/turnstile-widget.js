// The sandbox's stand-in for Turnstile's api.js: draws a frame, and writes the token that it gives into the form around it.
// Writes no style attributes, so that the site's policy holds; trusts no message but those of its own frame.
// @ts-check
;(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const { origin } = new URL(script.src)
  /** @type {{ draw(): void, remove(): void }[]} */
  const widgets = []

  /** @param {HTMLElement} place @param {Record<string, string>} options */
  function render(place, { sitekey = '', action = '', 'response-field-name': name = 'cf-turnstile-response' }) {
    const frame = document.createElement('iframe')
    frame.title = 'Widget containing a Cloudflare security challenge'
    frame.width = '0'
    frame.height = '0'
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name })

    /** @param {MessageEvent} event */
    const hear = (event) => {
      if (event.origin === origin && event.source === frame.contentWindow) field.value = event.data.token ?? field.value
    }
    const draw = () => {
      field.value = ''
      frame.src = `${origin}/turnstile/v0/frame?${new URLSearchParams({ sitekey, action, origin: location.origin })}`
    }
    window.addEventListener('message', hear)
    draw()
    place.append(frame, field)
    const remove = () => {
      window.removeEventListener('message', hear)
      place.replaceChildren()
    }
    return String(widgets.push({ draw, remove }) - 1)
  }

  Object.assign(window, {
    turnstile: {
      render,
      /** @param {string} id */
      reset: (id) => widgets[Number(id)]?.draw(),
      /** @param {string} id */
      remove: (id) => widgets[Number(id)]?.remove(),
    },
  })
})()
