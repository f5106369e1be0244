// The sandbox's stand-in for Turnstile's api.js: draws a frame, and writes the token that it gives into the form around it.
// Writes no style attributes, so that the site's policy holds; trusts no message but those of its own frame.
// @ts-check
;(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)
  if (!script) throw new Error('api.js must be loaded by a script element.')
  const { origin } = new URL(script.src)

  /** @typedef {{ place: HTMLElement, options: Record<string, string>, end: () => void }} Widget */
  /** @type {Map<string, Widget>} */
  const widgets = new Map()

  /** @param {HTMLElement} place @param {Record<string, string>} options @returns {Widget} */
  function draw(place, options) {
    const frame = document.createElement('iframe')
    frame.title = 'Widget containing a Cloudflare security challenge'
    frame.width = '0'
    frame.height = '0'
    const query = new URLSearchParams({
      sitekey: options.sitekey ?? '',
      action: options.action ?? '',
      origin: location.origin,
    })
    frame.src = `${origin}/turnstile/v0/frame?${query}`
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = options['response-field-name'] ?? 'cf-turnstile-response'

    /** @param {MessageEvent} event */
    const hear = (event) => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return
      if (event.data?.from === 'sandbox-turnstile') field.value = String(event.data.token)
    }
    window.addEventListener('message', hear)
    place.append(frame, field)
    return {
      place,
      options,
      end() {
        window.removeEventListener('message', hear)
        place.replaceChildren()
      },
    }
  }

  Object.assign(window, {
    turnstile: {
      /** @param {HTMLElement} place @param {Record<string, string>} options */
      render(place, options) {
        const id = `sandbox-${widgets.size + 1}`
        widgets.set(id, draw(place, options))
        return id
      },
      /** @param {string} id */
      reset(id) {
        const widget = widgets.get(id)
        if (!widget) return
        widget.end()
        widgets.set(id, draw(widget.place, widget.options))
      },
      /** @param {string} id */
      remove(id) {
        widgets.get(id)?.end()
        widgets.delete(id)
      },
    },
  })
})()
