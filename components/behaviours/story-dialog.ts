/**
 * Opens a story over the page whose card leads to it, with the story's own address: Back closes it, Forward opens it again, and a reload
 * shows the story's own page. The story is the `<article>` of that page; if it cannot be loaded, the link is followed.
 */
import { fetchPage } from './fetch-page.ts'

/** Milliseconds after which the story's own page is opened instead. */
const patience = 10_000
const idPrefix = 'story-'

/** Stored in the history entry of an open story. */
type OpenStory = { address: string; title: string }

const shownIn = (state: { story?: OpenStory } | null) => state?.story

/** `startWithin`: starts the behaviours of HTML that is inserted. */
export function start(root: HTMLElement, startWithin: (inserted: HTMLElement) => void): void {
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-part="${name}"]`)
  const [story, share, exit, waiting] = [part('story'), part('share'), part('exit'), part('waiting')]
  const [title, status] = waiting?.children ?? []
  if (!(root instanceof HTMLDialogElement) || !story || !share || !exit || !waiting || !title || !status) return
  const dialog = root
  let opener: HTMLElement | undefined
  /** The page's title and scroll position, while a story is open. */
  let pageTitle: string | undefined
  let pressedBeside = false
  let loading = new AbortController()

  function clear() {
    loading.abort()
    story?.replaceChildren()
    share?.replaceChildren()
  }

  function open(shown: OpenStory) {
    pageTitle ??= document.title
    if (!dialog.open) dialog.showModal()
    clear()
    // The scroller itself, so that the arrow keys scroll and a key that is held down presses nothing.
    dialog.focus()
    dialog.scrollTop = 0
    dialog.ariaLabel = document.title = shown.title
    if (title) title.textContent = shown.title
    wait(true)
    void load(shown.address)
  }

  function wait(isWaiting: boolean) {
    if (waiting) waiting.hidden = !isWaiting
    // Screen readers announce a status only when it changes.
    if (status) status.textContent = isWaiting ? (status.getAttribute('data-opening') ?? '') : ''
  }

  async function load(address: string) {
    loading = new AbortController()
    const { signal } = loading
    const page = await fetchPage(address, { signal, timeoutMs: patience })
    if (signal.aborted) return
    const article = page?.querySelector('article')
    if (!page || !article || !story || !share || !exit) return leaveFor(address)
    wait(false)
    document.title = page.title
    exit.hidden = !page.querySelector('[data-behaviour="quick-exit"]')
    const more = page.querySelector('[data-more-stories]')
    story.replaceChildren(...[article, more ?? []].flat().map((part) => document.importNode(part, true)))
    renameIds(story)
    share.replaceChildren(...(story.querySelector('[data-share]')?.childNodes ?? []))
    startWithin(story)
    startWithin(share)
  }

  /**
   * Opens the story's own page from a step back. Assigned here, the address would be the current one, and Chromium may then treat
   * Back from the story's page as a step within it: the page's address with the story below it.
   */
  function leaveFor(address: string) {
    addEventListener('popstate', () => location.assign(address), { once: true })
    history.back()
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-story]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const current = shownIn(history.state)
    // A story has just been closed and history.back() is pending: follow the link.
    if (current && !dialog.open) return
    event.preventDefault()
    const shown = { address: link.href, title: link.dataset.story ?? '' }
    const state = { ...history.state, story: shown }
    // Replace the entry, so that Back and Close always lead to the page.
    if (current) history.replaceState(state, '', shown.address)
    else {
      opener = link
      history.pushState(state, '', shown.address)
    }
    open(shown)
  })

  function followHistory() {
    const shown = shownIn(history.state)
    if (shown && !dialog.open) open(shown)
    else if (!shown && dialog.open) dialog.close()
  }
  addEventListener('popstate', followHistory)
  // A page from the back/forward cache may be at another history entry.
  addEventListener('pageshow', followHistory)

  dialog.addEventListener('close', () => {
    // The event is asynchronous: another history entry may have opened the dialog again.
    if (dialog.open) return
    clear()
    document.title = pageTitle ?? document.title
    pageTitle = undefined
    opener?.focus({ preventScroll: true })
    // After Back the entry is already the page's.
    if (shownIn(history.state)) history.back()
  })

  // WebKit closes the dialog together with the panel that is open in it.
  dialog.addEventListener('keydown', (event) => {
    const panel = event.key === 'Escape' && dialog.querySelector<HTMLElement>(':popover-open')
    if (!panel) return
    event.preventDefault()
    panel.hidePopover()
  })

  // A click counts as beside only when it began there (a selection of text may end outside), and when it does not belong to
  // the click that opened the story.
  dialog.addEventListener('pointerdown', ({ target }) => {
    pressedBeside = target === dialog
  })
  dialog.addEventListener('click', ({ target, detail }) => {
    if (target === dialog && pressedBeside && detail === 1) dialog.close()
  })
  dialog.dataset.behaves = ''
}

/** Prefixes the ids within `root`, and the references to them, because this page may have the same ids. */
function renameIds(root: Element) {
  const ids = new Set([...root.querySelectorAll('[id]')].map(({ id }) => id))
  for (const element of root.querySelectorAll('*'))
    for (const attribute of element.attributes) {
      if (!/^(id|popovertarget|aria-(controls|\w+by)|fill|href)$/.test(attribute.name)) continue
      const renamed = attribute.value.replace(/[^\s#()]+/g, (word) => (ids.has(word) ? idPrefix + word : word))
      if (renamed !== attribute.value) attribute.value = renamed
    }
}
