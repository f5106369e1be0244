/** Counts a block's figures up once, when it comes into view. Leaves them as they are for visitors who asked for less motion. */
import { countAt, firstTickMilliseconds, tickMilliseconds } from '#lib/site/figures/index.ts'

export function start(root: HTMLElement): void {
  const counters = [...root.querySelectorAll<HTMLElement>('[data-count-to]')].flatMap((element) => {
    const painted = element.firstElementChild
    return painted ? [{ painted, target: Number(element.dataset.countTo), value: painted.textContent }] : []
  })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return

  const paint = (elapsed: number) => {
    let counting = false
    for (const [index, { painted, target, value }] of counters.entries()) {
      const count = countAt(target, elapsed, index ? tickMilliseconds : firstTickMilliseconds)
      painted.textContent = count === target ? value : count.toLocaleString(document.documentElement.lang)
      counting ||= count < target
    }
    return counting
  }
  const view = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      view.disconnect()
      const begun = performance.now()
      const step = (now: number) => {
        if (paint(now - begun)) requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    },
    { threshold: 0.25 },
  )
  view.observe(root)
}
