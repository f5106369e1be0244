/** The only script of a page: starts the behaviours that its elements name. */
import { startWithin } from './start.ts'

// `next dev` keeps Next's runtime, which hydrates the page first and does not signal when it is done.
if ('__next_f' in globalThis) addEventListener('load', () => setTimeout(startWithin, 1000, document))
else startWithin(document)

// A story that was opened over a page (story-dialog.ts) may since have been loaded on its own address, by a reload for
// instance. The browser still takes both for steps within one document: Back and Forward would change the address alone.
const page = location.pathname
addEventListener('popstate', () => {
  const overPage = history.state?.story && document.querySelector('[data-behaviour="story-dialog"]')
  if (location.pathname !== page && !overPage) location.reload()
})
