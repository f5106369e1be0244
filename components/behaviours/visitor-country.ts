/**
 * Adapts the page to the visitor's country: the office that the footer shows first, and the currency of a gift. Without a response both
 * stay as they are.
 */

const remembered = 'visitor-country'

/** The office nearest to the visitor comes first. */
export function startOffice(root: HTMLElement): void {
  const choice: Readonly<Record<string, string>> = JSON.parse(root.dataset.choice ?? '{}')
  whenKnown((country) => {
    const first = root.querySelector('[data-office]')
    const nearest = root.querySelector(`[data-office="${choice[country] ?? choice.other}"]`)
    if (first && nearest) swap(first, nearest)
  })
}

/** Shows an offer in the currency of the visitor's country. The first one is for all other countries. */
export function startCurrency(root: HTMLElement): void {
  whenKnown((country) => {
    const offers = [...root.querySelectorAll<HTMLElement>('[data-currency]')]
    // As in lib/platform/money.ts: a currency is for the country that its code begins with.
    const own = offers.find(({ dataset: { currency, countries = currency?.slice(0, 2) } }) =>
      countries?.includes(country),
    )
    for (const offer of offers) offer.hidden = offer !== (own ?? offers[0])
  })
}

let asked: Promise<string> | undefined

/** Calls `show` with an ISO 3166 code; not at all while the country is unknown. */
function whenKnown(show: (country: string) => void): void {
  try {
    const known = sessionStorage.getItem(remembered)
    if (known) show(known)
    if (known !== null) return
  } catch {
    // Storage is blocked: without it, every page would send a request.
    return
  }
  asked ??= new Promise<void>((resolve) => whenIdle(resolve)).then(askCountry)
  void asked.then((country) => {
    if (country) show(country)
  })
}

/** '' when the country is unknown or the request fails. */
async function askCountry(): Promise<string> {
  try {
    const response = await fetch('/api/visitor-country')
    const { country }: { country: string | null } = await response.json()
    // Throws when the storage is full.
    sessionStorage.setItem(remembered, country ?? '')
    return country ?? ''
  } catch {
    return ''
  }
}

function swap(first: Element, second: Element) {
  const place = document.createComment('')
  first.replaceWith(place)
  second.replaceWith(first)
  place.replaceWith(second)
}

/** Safari has no requestIdleCallback. */
const whenIdle = (act: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act))
