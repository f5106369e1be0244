/**
 * Shows the photos of a gallery page large, over it: arrow keys, swipes and buttons turn to the next one, Escape closes, and the
 * focus goes back to the photo that was shown last. Only adds: each photo is a link to a page of its own.
 */

/** Pixels that a finger moves before it is a swipe. */
const swipe = 48
/** In the address of a neighbouring page: open its first or its last photo. */
const openFirst = '#open-first'
const openLast = '#open-last'
const arrivedOpen = () => location.hash === openFirst || location.hash === openLast

export function start(root: HTMLElement): void {
  const dialog = root.querySelector<HTMLDialogElement>('dialog[data-lightbox]')
  const frame = dialog?.querySelector<HTMLElement>('[data-frame]')
  const caption = dialog?.querySelector<HTMLElement>('[data-caption]')
  const save = dialog?.querySelector<HTMLAnchorElement>('[data-save]')
  const page = dialog?.querySelector<HTMLAnchorElement>('[data-page]')
  const steps = [...(dialog?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
  const links = [...root.querySelectorAll<HTMLAnchorElement>('a[data-photo]')]
  if (!dialog || !frame || !caption || !save || !page || links.length === 0) return

  let shown = 0
  let from: { x: number; y: number } | undefined

  /** The address of the neighbouring page. */
  const beyond = (step: number) => (step > 0 ? root.dataset.nextPage : root.dataset.previousPage)
  const leads = (step: number) => links[shown + step] !== undefined || beyond(step) !== undefined

  const show = (place: number) => {
    const link = links[place]
    const small = link?.querySelector('img')
    const { full, width, height, save: saveAs } = link?.dataset ?? {}
    if (!link || !small || !full) return
    shown = place
    const large = new Image(Number(width), Number(height))
    large.alt = small.alt
    large.draggable = false
    large.src = full
    frame.replaceChildren(large)
    caption.textContent = `${link.dataset.photo}: ${small.alt}`
    save.href = full
    save.download = saveAs ?? 'image'
    page.href = link.href
    for (const button of steps) button.ariaDisabled = leads(Number(button.dataset.step)) ? null : 'true'
    for (const step of [1, -1]) {
      const near = links[place + step]?.dataset.full
      if (near) new Image().src = near
    }
  }

  const open = (place: number) => {
    show(place)
    dialog.showModal()
  }

  const turn = (step: number) => {
    const address = beyond(step)
    if (links[shown + step]) show(shown + step)
    else if (address) location.assign(address + (step > 0 ? openFirst : openLast))
  }

  for (const [place, link] of links.entries())
    link.addEventListener('click', (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      open(place)
    })
  for (const button of steps) button.addEventListener('click', () => turn(Number(button.dataset.step)))

  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    turn(step)
  })
  dialog.addEventListener('close', () => {
    links[shown]?.focus()
    // The photo is closed, so a reload must not open it again.
    if (arrivedOpen()) history.replaceState(history.state, '', location.pathname + location.search)
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

  if (arrivedOpen()) open(location.hash === openFirst ? 0 : links.length - 1)
}
