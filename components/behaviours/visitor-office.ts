/** Shows the office nearest to the visitor first in the footer. Without a response the default office stays. */

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
    // Throws when the storage is full.
    sessionStorage.setItem(remembered, country)
  }

  try {
    const known = sessionStorage.getItem(remembered)
    if (known === null) whenIdle(() => void ask().catch(() => {}))
    else show(known)
  } catch {
    // Storage is blocked: without it, every page would send a request.
  }
}

/** '' when the country is unknown or the request fails. */
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
