/**
 * Turns Home's strip of slides into a carousel: https://www.w3.org/WAI/ARIA/apg/patterns/carousel/ (tabbed).
 * It advances every seven seconds, but not while it is hovered or focused, in a hidden tab, or with reduced motion. When a visitor
 * chooses a slide, it stops until they press play.
 */

const secondsPerSlide = 7
/** A scroll has ended after this long without an event; not all browsers have `scrollend`. */
const settleMilliseconds = 120

export function start(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('[data-track]')
  const list = root.querySelector<HTMLElement>('[data-indicators]')
  const rotation = root.querySelector<HTMLButtonElement>('[data-rotation]')
  if (!track || !list || !rotation) return
  const stopLabel = rotation.ariaLabel
  const slides = [...track.children].filter((child) => child instanceof HTMLElement)
  const tabs = [...list.children].filter((child) => child instanceof HTMLElement)
  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')

  let shown = 0
  let wanted = !lessMotion.matches
  let hovered = false
  let focused = false
  /** Play was pressed while hovered or focused, which must not pause it again. */
  let insisted = false
  let turn: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    clearTimeout(turn)
    const held = document.hidden || (!insisted && (hovered || focused))
    root.dataset.behaves = wanted ? 'turning' : 'still'
    rotation.ariaLabel = wanted ? stopLabel : (rotation.dataset.start ?? null)
    // Announce only the slides that the visitor chooses.
    track.ariaLive = wanted && !held ? 'off' : 'polite'
    if (wanted && !held) turn = setTimeout(() => show(shown + 1), secondsPerSlide * 1000)
  }

  const mark = () => {
    for (const [index, slide] of slides.entries()) slide.inert = index !== shown
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === shown)
      tab.tabIndex = index === shown ? 0 : -1
    }
  }

  const show = (index: number) => {
    shown = (index + slides.length) % slides.length
    mark()
    track.scrollTo({ left: shown * track.clientWidth, behavior: lessMotion.matches ? 'instant' : 'smooth' })
    schedule()
  }

  const choose = (index: number) => {
    wanted = false
    show(index)
  }

  const settle = () => {
    const index = Math.round(track.scrollLeft / track.clientWidth)
    if (index === shown) return
    shown = index
    wanted = false
    mark()
    schedule()
  }

  list.role = 'tablist'
  for (const [index, tab] of tabs.entries()) {
    const slide = slides[index]
    tab.role = 'tab'
    tab.setAttribute('aria-controls', slide?.id ?? '')
    slide?.setAttribute('role', 'tabpanel')
    tab.addEventListener('click', (event) => {
      event.preventDefault()
      choose(index)
    })
  }
  list.addEventListener('keydown', (event) => {
    const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: slides.length - 1, ' ': shown }[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose(to)
    tabs[shown]?.focus()
  })
  rotation.addEventListener('click', () => {
    wanted = !wanted
    insisted = wanted
    schedule()
  })

  const hold = (change: () => void) => () => {
    change()
    if (!hovered && !focused) insisted = false
    schedule()
  }
  root.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && hold(() => (hovered = true))())
  root.addEventListener(
    'pointerleave',
    hold(() => (hovered = false)),
  )
  root.addEventListener(
    'focusin',
    hold(() => (focused = true)),
  )
  root.addEventListener('focusout', ({ relatedTarget }) =>
    hold(() => {
      focused = relatedTarget instanceof Node && root.contains(relatedTarget)
    })(),
  )
  document.addEventListener('visibilitychange', schedule)
  lessMotion.addEventListener('change', () => {
    if (lessMotion.matches) wanted = false
    schedule()
  })
  track.addEventListener(
    'scroll',
    () => {
      clearTimeout(settling)
      settling = setTimeout(settle, settleMilliseconds)
    },
    { passive: true },
  )

  shown = Math.round(track.scrollLeft / track.clientWidth)
  mark()
  schedule()
}
