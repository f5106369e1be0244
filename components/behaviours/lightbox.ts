/**
 * Shows the photos of a gallery page large, over it: arrow keys, swipes and buttons turn to the next one, Escape and Back close,
 * and the focus goes back to the photo that was shown last. Only adds: each photo is a link to a page of its own.
 */

/** Pixels that a finger moves before it is a swipe. */
const swipe = 48
/** In the address of a neighbouring page: open its first or its last photo. */
const openFirst = '#open-first'
const openLast = '#open-last'
const arrivedOpen = () => location.hash === openFirst || location.hash === openLast

/** Kept in the history entry of an open photo: its place on the page. */
const photoInHistory = (): number | undefined => history.state?.photo

export function start(root: HTMLElement): void {
  const part = <E extends HTMLElement>(name: string) => root.querySelector<E>(`[data-${name}]`)
  const [dialog, frame, caption] = [part<HTMLDialogElement>('lightbox'), part('frame'), part('caption')]
  const [save, page] = [part<HTMLAnchorElement>('save'), part<HTMLAnchorElement>('page')]
  const steps = [...root.querySelectorAll<HTMLElement>('[data-step]')]
  const links = [...root.querySelectorAll<HTMLAnchorElement>('a[data-photo]')]
  if (!dialog || !frame || !caption || !save || !page) return

  let shown = 0
  let from: { x: number; y: number } | undefined

  /** The address of the neighbouring page. */
  const beyond = (step: number) => (step > 0 ? root.dataset.nextPage : root.dataset.previousPage)

  const show = (index: number) => {
    const link = links[index]
    const small = link?.querySelector('img')
    const { full, width, height, save: saveAs } = link?.dataset ?? {}
    if (!link || !small || !full) return
    shown = index
    const large = new Image(Number(width), Number(height))
    large.alt = small.alt
    large.draggable = false
    large.src = full
    frame.replaceChildren(large)
    caption.textContent = `${link.dataset.photo}: ${small.alt}`
    save.href = full
    save.download = saveAs ?? 'image'
    page.href = link.href
    for (const button of steps) {
      const step = Number(button.dataset.step)
      const near = links[index + step]?.dataset.full
      button.ariaDisabled = near || beyond(step) ? null : 'true'
      if (near) new Image().src = near
    }
    if (!dialog.open) dialog.showModal()
  }

  /** Past the last photo the next page takes the place of this one, so that Back still closes the photo. */
  const turn = (step: number) => {
    const address = beyond(step)
    if (links[shown + step]) show(shown + step)
    else if (address) location.replace(address + (step > 0 ? openFirst : openLast))
  }

  const followHistory = () => {
    const place = photoInHistory()
    if (place === undefined) arrivedOpen() || dialog.close()
    else if (!dialog.open) show(place)
  }

  for (const [index, link] of links.entries())
    link.addEventListener('click', (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      // A photo has just been closed and history.back() is pending: follow the link.
      if (photoInHistory() !== undefined) return
      event.preventDefault()
      history.pushState({ ...history.state, photo: index }, '')
      show(index)
    })
  for (const button of steps) button.addEventListener('click', () => turn(Number(button.dataset.step)))
  addEventListener('popstate', followHistory)
  // A page from the back/forward cache may be at another history entry.
  addEventListener('pageshow', followHistory)

  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    turn(step)
  })
  dialog.addEventListener('close', () => {
    // The event is asynchronous: another history entry may have opened the dialog again.
    if (dialog.open) return
    links[shown]?.focus()
    // After Back the entry is already the page's.
    if (photoInHistory() !== undefined) history.back()
    // The photo is closed, so a reload must not open it again.
    else if (arrivedOpen()) history.replaceState(history.state, '', location.pathname + location.search)
  })
  dialog.addEventListener('click', ({ target }) => (target === dialog || target === frame) && dialog.close())

  frame.addEventListener('pointerdown', ({ pointerType, isPrimary, clientX, clientY }) => {
    from = pointerType === 'mouse' || !isPrimary ? undefined : { x: clientX, y: clientY }
  })
  frame.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (!from) return
    const [across, along] = [clientX - from.x, clientY - from.y]
    from = undefined
    if (Math.abs(across) > swipe && Math.abs(across) > 1.5 * Math.abs(along)) turn(across < 0 ? 1 : -1)
  })
  frame.addEventListener('pointercancel', () => {
    from = undefined
  })

  if (arrivedOpen()) show(location.hash === openFirst ? 0 : links.length - 1)
  else followHistory()
}
