/**
 * Hydrates a form that takes cards when the visitor first touches it. Until then, and if the code never arrives, the form posts to the
 * server. Where the browser can have a wallet, its button is offered once the form comes near.
 */

import { readForm } from '#components/forms/browser-form.ts'
import { keepEarlyValues, keptValues } from '#components/forms/kept-values.ts'
import type { IslandName } from '#components/islands/island.tsx'

const islands = {
  donation: () => import('#components/islands/donation.tsx'),
  sponsorship: () => import('#components/islands/sponsorship.tsx'),
} satisfies Record<IslandName, unknown>

const isIsland = (name: string): name is IslandName => Object.hasOwn(islands, name)

type WithWallets = Window & { ApplePaySession?: { canMakePayments(): boolean } }

/** What can be known without a request. The payment service decides whether there is one. */
function canHaveWallet(): boolean {
  const { ApplePaySession: apple } = window as WithWallets
  if (!isSecureContext || ('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData))
    return false
  return apple ? apple.canMakePayments() : 'PaymentRequest' in window
}

function offerWallet(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-wallet]')
  if (!place || !canHaveWallet()) return
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near.disconnect()
      import('#components/islands/wallet.ts').then(
        ({ start: begin }) => begin(root, place),
        () => {
          // Offline, or a new version was deployed: the form is there.
        },
      )
    },
    { rootMargin: '50%' },
  )
  near.observe(place)
}

/** Focus alone would be too late for a press on a button. */
const touches = ['pointerdown', 'focusin', 'keydown', 'input'] as const

export const start = (root: HTMLElement): void => {
  const { island: name = '', keptAs = '' } = root.dataset
  // `next dev` hydrates the whole page itself.
  if (!isIsland(name) || '__next_f' in globalThis) return
  const touched = new AbortController()
  const begin = () => {
    touched.abort()
    islands[name]().then(
      (island) => island.start(root),
      () => {
        // Offline, or a new version was deployed: the form posts to the server.
      },
    )
  }
  offerWallet(root)
  for (const touch of touches) root.addEventListener(touch, begin, { capture: true, signal: touched.signal })
  // A reload may come before React does.
  addEventListener('pagehide', () => {
    const form = root.querySelector('form')
    if (form && !('hydrated' in root.dataset)) keepEarlyValues(name, keptAs, form, readForm(form))
  })
  // Hydrate at once for a later step, errors or kept answers, or if a touch came before this module loaded.
  const { donationStep, cardForm } = history.state ?? {}
  const hasKept = Object.keys(keptValues(name, keptAs, true)).length > 0
  const isTouched = root.contains(document.activeElement)
  if (isTouched || donationStep || cardForm || hasKept || root.querySelector('[role=alert]:not(:empty)')) begin()
}
