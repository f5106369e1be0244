/** On the page of a payment that a bank has yet to confirm: looks whether it has while the page is seen, and then loads it anew. */

const lookEvery = 20_000

export function start(): void {
  setInterval(async () => {
    // Offline, or a server that fails: the next look counts.
    const page = document.hidden ? null : await fetch('').catch(() => null)
    if (page?.ok && !(await page.text()).includes('"payment-status"')) location.reload()
  }, lookEvery)
}
