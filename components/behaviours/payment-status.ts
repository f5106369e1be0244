/**
 * On the page of a payment: deletes the kept answers of the completed form. While a bank has yet to confirm, checks regularly and reloads
 * the page once it has.
 */

const lookEvery = 20_000

export function start(root: HTMLElement): void {
  const { forget, undecided } = root.dataset
  try {
    // Same as forgetValues() of components/forms/kept-values.ts, without loading the rest of that module.
    if (forget) sessionStorage.removeItem(forget)
  } catch {
    // Storage is blocked, so nothing was kept.
  }
  if (undecided === undefined) return
  setInterval(async () => {
    // Offline, or the server failed: the next check decides.
    const page = document.hidden ? null : await fetch('').catch(() => null)
    if (page?.ok && !(await page.text()).includes('data-undecided')) location.reload()
  }, lookEvery)
}
