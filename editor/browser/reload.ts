/** Added to every page of the site while it is edited: loads the page again when a content file has changed. */
const changes = new EventSource('/edit/changes')
changes.onmessage = () => location.reload()
// An open connection would keep the page from being restored when somebody goes back to it.
window.addEventListener('pagehide', () => changes.close())
