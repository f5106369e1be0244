/** Previous and Next for a strip that scrolls sideways. The strip itself needs no script. */

export function start(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('[data-track]')
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('[data-step]')]
  if (!track) return

  const atEnd = (step: number) =>
    step < 0 ? track.scrollLeft <= 1 : track.scrollLeft + track.clientWidth >= track.scrollWidth - 1
  // aria-disabled keeps the focus where it is when the last entry is reached; disabled would drop it.
  const mark = () => {
    for (const button of buttons) button.ariaDisabled = String(atEnd(Number(button.dataset.step)))
  }

  for (const button of buttons) {
    button.addEventListener('click', () => {
      const entry = track.querySelector('li')
      const gap = entry?.parentElement ? Number.parseFloat(getComputedStyle(entry.parentElement).columnGap) || 0 : 0
      const width = (entry?.offsetWidth ?? track.clientWidth) + gap
      const entries = Math.max(1, Math.floor(track.clientWidth / width))
      track.scrollBy({ left: Number(button.dataset.step) * entries * width })
    })
  }
  track.addEventListener('scroll', mark, { passive: true })
  addEventListener('resize', mark, { passive: true })
  mark()
  root.dataset.behaves = ''
}
