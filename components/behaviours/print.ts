/** A button that prints the page. Without this module it stays hidden. */
export function start(root: HTMLElement): void {
  root.hidden = false
  root.addEventListener('click', () => window.print())
}
