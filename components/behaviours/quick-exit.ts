/**
 * Leaves at once, by a link or by Shift pressed three times: the page is blanked before the other one responds, and Back does not return
 * to it.
 */

/** Milliseconds, as on GOV.UK: presses that are further apart start again. */
const patience = 5000
const presses = 3

export function start(root: HTMLElement): void {
  const links = [...root.querySelectorAll<HTMLAnchorElement>('[data-exit]')]
  const status = root.querySelector<HTMLElement>('[role="status"]')
  /** Sentences for one and two remaining presses. */
  const sentences: string[] = JSON.parse(status?.dataset.left ?? '[]')
  let pressed = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = (text: string) => {
    if (status) status.textContent = text
  }

  function leave() {
    const [link] = links
    if (!link) return
    // location.replace sends a referrer unless the page's own policy forbids it; the link's noreferrer has no effect here.
    const referrer = document.createElement('meta')
    referrer.name = 'referrer'
    referrer.content = 'no-referrer'
    document.head.append(referrer)
    document.title = '…'
    document.body.hidden = true
    location.replace(link.href)
  }

  function forget() {
    if (pressed > 0) say(status?.dataset.expired ?? '')
    pressed = 0
  }

  function onKey({ key, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent) {
    // In a closed dialog, or one whose story needs no exit link.
    if (root.getClientRects().length === 0) return
    clearTimeout(timer)
    // Shift pressed together with another key does not count.
    if (key !== 'Shift' || repeat || ctrlKey || altKey || metaKey) {
      if (pressed > 0 && key !== 'Shift') {
        pressed = 0
        say('')
      }
      return
    }
    pressed += 1
    if (pressed === presses) return leave()
    say(sentences[presses - pressed - 1] ?? '')
    timer = setTimeout(forget, patience)
  }

  for (const link of links) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      leave()
    })
  }
  addEventListener('keydown', onKey)
}
