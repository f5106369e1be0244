/** The one script of a content page: starts what its elements ask for. Where React draws the page, waits until it is done. */
import { whenHydrated } from './hydrated.ts'
import { startWithin } from './start.ts'

whenHydrated(() => startWithin(document))

// A story that was opened over another page (story-dialog.ts) and then loaded by itself: to the browser the way back to that
// page lies within this document, so it would change the address and nothing else.
if (history.state?.story) addEventListener('popstate', () => location.reload())
