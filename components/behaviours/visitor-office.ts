/** Puts the office nearest to the visitor first, in the place of the usual one. Without an answer the usual one stays. */

const remembered = 'visitor-country'

export function start(root: HTMLElement): void {
  const choice: Readonly<Record<string, string>> = JSON.parse(root.dataset.choice ?? '{}')

  function show(country: string) {
    const first = root.querySelector('[data-office]')
    const nearest = root.querySelector(`[data-office="${choice[country] ?? choice.other}"]`)
    if (first && nearest) swap(first, nearest)
  }

  async function ask() {
    const country = await askCountry()
    show(country)
    // Throws when the storage is full: the answer then serves this page only.
    sessionStorage.setItem(remembered, country)
  }

  try {
    const known = sessionStorage.getItem(remembered)
    if (known === null) whenIdle(() => void ask().catch(() => {}))
    else show(known)
  } catch {
    // Storage is forbidden: without a memory this would ask on every page.
  }
}

/** '' where the server does not know, or does not answer. */
async function askCountry(): Promise<string> {
  try {
    const answer = await fetch('/api/visitor-country')
    const { country }: { country: string | null } = await answer.json()
    return country ?? ''
  } catch {
    return ''
  }
}

function swap(one: Element, other: Element) {
  const place = document.createComment('')
  one.replaceWith(place)
  other.replaceWith(one)
  place.replaceWith(other)
}

/** Safari has no requestIdleCallback. */
const whenIdle = (act: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act))
