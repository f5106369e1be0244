/**
 * On the page of a payment: forgets the answers to the form that is done with, and, while a bank has yet to confirm, looks whether it
 * has, and then loads the page anew.
 */

const lookEvery = 20_000

export function start(root: HTMLElement): void {
  const { forget, payment } = root.dataset
  try {
    // As forgetValues() of components/forms/kept-values.ts, of which the rest is only for forms.
    if (forget) sessionStorage.removeItem(forget)
  } catch {
    // Storage that is forbidden has kept nothing.
  }
  if (payment !== 'confirming') return
  setInterval(async () => {
    // Offline, or a server that fails: the next look counts.
    const page = document.hidden ? null : await fetch('').catch(() => null)
    if (page?.ok && !(await page.text()).includes('data-payment="confirming"')) location.reload()
  }, lookEvery)
}
