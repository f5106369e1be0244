/**
 * Opens the giving partner's form in the page's dialog, when a link to it is followed. Asks nothing of the partner before that; without
 * JavaScript, or with a key held for another tab, the links lead to the form itself.
 */

export const start = (root: HTMLElement): void => {
  const frame = root.querySelector('template')
  const { href } = root.dataset
  if (!(root instanceof HTMLDialogElement) || !frame || !href) return
  document.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('a') : null
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (pressed?.href !== href || elsewhere || root.contains(pressed)) return
    event.preventDefault()
    if (!root.querySelector('iframe')) root.append(frame.content.cloneNode(true))
    root.showModal()
  })
}
