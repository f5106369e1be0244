/** Added to every page of the site while it is edited: loads the page again when a content file has changed. */
const changes = new EventSource(`/edit/changes${new URL(import.meta.url).search}`)
changes.onmessage = () => {
  document.documentElement.ariaBusy = 'true'
  document.body.append(Object.assign(document.createElement('output'), { id: 'reloading', textContent: 'Loading…' }))
  location.reload()
}
// An open connection would keep the page from being restored when somebody goes back to it.
window.addEventListener('pagehide', () => changes.close())

// Beside a form: the first part that differs after a save, or where the page was. A save can load the page twice, and the second time nothing differs.
if (window.parent !== window) {
  const [key, place] = [`parts of ${location.pathname}`, `place in ${location.pathname}`]
  const parts = [...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd, a, button, img, svg[aria-label])')]
  const now = parts.map(
    (part) => part.textContent + (part.getAttribute('src') ?? part.getAttribute('aria-label') ?? ''),
  )
  const before: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  sessionStorage.setItem(key, JSON.stringify(now))
  if (Array.isArray(before)) {
    const changed = now.findIndex((text, index) => text !== before[index])
    history.scrollRestoration = 'manual'
    if (changed >= 0) parts[changed]?.scrollIntoView({ block: 'center' })
    else window.scrollTo(0, Number(sessionStorage.getItem(place)))
  }
  window.addEventListener('pagehide', () => sessionStorage.setItem(place, String(window.scrollY)))
}

// The button of Next's development tools covers a part of the page. Its style sheet would need a style element, which the policy forbids.
const style = new CSSStyleSheet()
style.replaceSync(`nextjs-portal { display: none }
  #reloading { position: fixed; inset: 0 0 auto; padding: 8px 16px; background: #fff3cd; color: #3d2b00; z-index: 2147483647 }`)
document.adoptedStyleSheets.push(style)
