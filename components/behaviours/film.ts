/** Plays a film in its place when the visitor asks for it. Nothing of it is loaded before. */

export function start(root: HTMLElement): void {
  const play = root.querySelector<HTMLElement>('[data-play]')
  const video = root.querySelector('video')

  if (video && play) {
    video.controls = false
    play.hidden = false
  } else {
    // The link now plays the film on this page.
    play?.setAttribute('role', 'button')
    play?.addEventListener('keydown', pressWithSpace)
  }

  play?.addEventListener('click', (event) => {
    event.preventDefault()
    play.hidden = true
    if (video) {
      video.controls = true
      video.focus()
      // The player itself reports a film that cannot play.
      video.play().catch(() => {})
    } else {
      const frame = openFrame(play.dataset.embed ?? '', play.dataset.title ?? '')
      root.append(frame)
      frame.focus()
    }
  })
}

/** A link becomes a button, and buttons answer to the space bar (https://www.w3.org/WAI/ARIA/apg/patterns/button/). */
function pressWithSpace(event: KeyboardEvent) {
  if (event.key !== ' ') return
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.click()
}

function openFrame(address: string, title: string) {
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = title
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.className = 'absolute inset-0 size-full border-0'
  return frame
}
