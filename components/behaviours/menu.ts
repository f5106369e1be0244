/**
 * The main navigation: an open group closes on Escape, on a click elsewhere and when the focus leaves it. Opening is native
 * (`<details>` and a popover). In a phone's menu the groups stay open: there the menu itself opens and closes.
 */

export function start(nav: HTMLElement): void {
  const openGroup = () => nav.querySelector<HTMLDetailsElement>('details[open]')
  const isPopover = () => nav.matches(':popover-open')

  function close(returnFocus = false) {
    const group = openGroup()
    if (!group) return
    group.open = false
    if (returnFocus) group.querySelector('summary')?.focus()
  }

  /** `target`: what was clicked or focused. */
  function closeUnlessWithin(target: EventTarget | null) {
    if (!isPopover() && target instanceof Node && !openGroup()?.contains(target)) close()
  }

  document.addEventListener('click', ({ target }) => closeUnlessWithin(target))
  nav.addEventListener('focusout', ({ relatedTarget }) => closeUnlessWithin(relatedTarget))
  nav.addEventListener('keydown', ({ key }) => key === 'Escape' && !isPopover() && close(true))
  nav.addEventListener('click', ({ target }) => {
    // A link to a place on this page would leave the menu open in front of it.
    if (!(target instanceof Element) || !target.closest('a')) return
    close()
    if (isPopover()) nav.hidePopover()
  })
}
