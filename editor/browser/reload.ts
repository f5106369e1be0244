/** Added to every page of the site while it is edited: loads the page again when a content file has changed. */
const changes = new EventSource(`/edit/changes${new URL(import.meta.url).search}`)
changes.onmessage = () => location.reload()
// An open connection would keep the page from being restored when somebody goes back to it.
window.addEventListener('pagehide', () => changes.close())

// The button of Next's development tools covers a part of the page. Its style sheet would need a style element, which the policy forbids.
const hidden = new CSSStyleSheet()
hidden.replaceSync('nextjs-portal { display: none }')
document.adoptedStyleSheets.push(hidden)
