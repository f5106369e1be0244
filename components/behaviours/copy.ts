/** Buttons that copy their value, such as a UPI ID. Without this module they stay hidden; the values stand beside them. */

/** Milliseconds, as in the Share panel. */
const copiedFor = 1000

export function start(root: HTMLElement): void {
  const status = root.querySelector<HTMLElement>('[role="status"]')
  let clearing: ReturnType<typeof setTimeout> | undefined
  const say = (text = '') => {
    if (status) status.textContent = text
  }
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button')
    if (!button) return
    clearTimeout(clearing)
    navigator.clipboard.writeText(button.value).then(
      () => {
        say(status?.dataset.copied)
        clearing = setTimeout(say, copiedFor)
      },
      () => say(status?.dataset.failed),
    )
  })
  // Only pages from a secure address may write to it.
  for (const button of root.querySelectorAll('button')) button.hidden = !('clipboard' in navigator)
}
