/**
 * Turns Home's strip of slides into a carousel: https://www.w3.org/WAI/ARIA/apg/patterns/carousel/ (tabbed).
 * It advances every seven seconds, but not while a slide or an indicator is hovered or focused, in a hidden tab, or with reduced motion.
 * When a visitor chooses a slide, it stops until they press play.
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
  let turning: ReturnType<typeof setInterval> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined

  const turn = () => {
    const held = [track, list].some((part) => part.matches(':hover, :focus-within'))
    if (!held && !document.hidden) show(shown + 1)
  }

  const setTurning = (isTurning: boolean) => {
    clearInterval(turning)
    turning = isTurning ? setInterval(turn, secondsPerSlide * 1000) : undefined
    root.dataset.behaves = isTurning ? 'turning' : 'still'
    rotation.ariaLabel = isTurning ? stopLabel : (rotation.dataset.start ?? null)
    // Announce only the slides that the visitor chooses.
    track.ariaLive = isTurning ? 'off' : 'polite'
  }

  const mark = (index: number) => {
    shown = (index + slides.length) % slides.length
    for (const [index, slide] of slides.entries()) slide.inert = index !== shown
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === shown)
      tab.tabIndex = index === shown ? 0 : -1
    }
  }

  const show = (index: number) => {
    mark(index)
    track.scrollTo({ left: shown * track.clientWidth, behavior: lessMotion.matches ? 'instant' : 'smooth' })
  }

  const choose = (index: number) => {
    setTurning(false)
    show(index)
  }

  const inView = () => Math.round(track.scrollLeft / track.clientWidth)

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
  rotation.addEventListener('click', () => setTurning(!turning))
  lessMotion.addEventListener('change', () => lessMotion.matches && setTurning(false))
  track.addEventListener(
    'scroll',
    () => {
      clearTimeout(settling)
      settling = setTimeout(() => {
        if (inView() === shown) return
        setTurning(false)
        mark(inView())
      }, settleMilliseconds)
    },
    { passive: true },
  )

  mark(inView())
  setTurning(!lessMotion.matches)
}
