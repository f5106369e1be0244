/** Adds to the Share panel, or to a text: a button that copies, the device's own share sheet. Loads nothing from the networks. */

/** Milliseconds (specification, "Share modal"). */
const copiedFor = 1000

export function start(panel: HTMLElement): void {
  const link = panel.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  const copyButton = panel.querySelector<HTMLElement>('[data-copy]')
  const sheetButton = panel.querySelector<HTMLElement>('[data-share-sheet]')
  const status = panel.querySelector<HTMLElement>('[role="status"]')
  if (!link || !copyButton || !sheetButton || !status) return
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

  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[data-copies]')) void copy()
  })
  copyButton.addEventListener('click', () => void copy())
  copyButton.hidden = false
  if ('share' in navigator) {
    const shared = { title: panel.dataset.title ?? '', [link.type === 'textarea' ? 'text' : 'url']: link.value }
    // Dismissing the sheet rejects the promise, and is not an error.
    sheetButton.addEventListener('click', () => void navigator.share(shared).catch(() => {}))
    sheetButton.hidden = false
  }
}
