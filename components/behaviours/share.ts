/** Adds to the Share panel, or to a text: pop-up windows, a button that copies, the device's own share sheet. Loads nothing from the networks. */

/** Milliseconds (specification, "Share modal"). */
const copiedFor = 1000
const lookEvery = 1000

export function start(panel: HTMLElement): void {
  const link = panel.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  const copyButton = panel.querySelector<HTMLElement>('[data-copy]')
  const sheetButton = panel.querySelector<HTMLElement>('[data-share-sheet]')
  const status = panel.querySelector<HTMLElement>('[role="status"]')
  if (!link || !copyButton || !sheetButton || !status) return
  let looking: ReturnType<typeof setInterval> | undefined
  let clearing: ReturnType<typeof setTimeout> | undefined

  async function copy() {
    clearTimeout(clearing)
    try {
      await navigator.clipboard.writeText(link?.value ?? '')
      say(status?.dataset.copied)
      clearing = setTimeout(say, copiedFor, '')
    } catch {
      link?.select()
      say(status?.dataset.selected)
    }
  }

  function say(text = '') {
    if (status) status.textContent = text
  }

  /** Closes the panel when the visitor has closed the window. A blocked window leaves the link to open its tab. */
  function openWindow(event: MouseEvent) {
    const target = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-popup]')
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (target.dataset.copies) void copy()
    const popup = window.open(target.href, '', target.dataset.popup)
    if (!popup) return
    event.preventDefault()
    popup.opener = null
    clearInterval(looking)
    looking = setInterval(() => {
      if (!popup.closed) return
      clearInterval(looking)
      if (panel.matches(':popover-open')) panel.hidePopover()
    }, lookEvery)
  }

  panel.addEventListener('click', openWindow)
  copyButton.addEventListener('click', () => void copy())
  copyButton.hidden = false
  if ('share' in navigator) {
    const shared = { title: panel.dataset.title ?? '', [link.type === 'textarea' ? 'text' : 'url']: link.value }
    // Dismissing the sheet rejects the promise, and is not an error.
    sheetButton.addEventListener('click', () => void navigator.share(shared).catch(() => {}))
    sheetButton.hidden = false
  }
}
