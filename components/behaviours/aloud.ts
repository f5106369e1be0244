/**
 * Reads each part of the page aloud, for those who do not read. Adds nothing where the browser has no voice for the language.
 * https://developer.mozilla.org/docs/Web/API/SpeechSynthesis
 */
const words = 'h1, h2, h3, p, li, dt, dd, summary'

export function start(root: HTMLElement): void {
  const button = root.querySelector('button')
  const speech: SpeechSynthesis | undefined = window.speechSynthesis
  if (!button || !speech) return
  const { listen = '', stop = '' } = root.dataset
  let reading: HTMLElement | undefined

  function end() {
    speech?.cancel()
    if (reading) reading.textContent = listen
    reading = undefined
  }

  function read(part: HTMLElement, control: HTMLElement) {
    const isSame = reading === control
    end()
    if (isSame) return
    reading = control
    control.textContent = stop
    // One after the other: some browsers stop in the middle of a long text.
    for (const element of part.querySelectorAll<HTMLElement>(words)) {
      const isSaid = !element.querySelector(words) && !element.closest('[hidden]')
      const text = isSaid ? element.textContent.trim() : ''
      if (!text) continue
      const said = new SpeechSynthesisUtterance(text)
      said.lang = element.closest<HTMLElement>('[lang]')?.lang ?? ''
      said.rate = 0.9
      speech?.speak(said)
    }
    const last = new SpeechSynthesisUtterance(' ')
    last.onend = () => {
      if (reading === control) end()
    }
    speech?.speak(last)
  }

  function offer() {
    const { lang } = document.documentElement
    if (!button?.isConnected || !speech?.getVoices().some((voice) => voice.lang.toLowerCase().startsWith(lang))) return
    for (const part of document.querySelectorAll<HTMLElement>(
      'main :is(section[aria-labelledby], [data-tone="head"])',
    )) {
      if (part.querySelector('form')) continue
      const control = button.cloneNode(true) as HTMLElement
      control.setAttribute('aria-describedby', part.getAttribute('aria-labelledby') ?? '')
      control.addEventListener('click', () => read(part, control))
      // Below the numbers at the head of the page, so that nothing moves on the first screen.
      const heading = part.querySelector('h2')
      if (heading) heading.after(control)
      else part.append(control)
    }
    root.remove()
  }

  // The voices may arrive later.
  speech.addEventListener?.('voiceschanged', offer)
  addEventListener('pagehide', end)
  offer()
}
