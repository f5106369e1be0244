/** The one script of a content page: starts what its elements ask for. Where React draws the page, waits until it is done. */
import { whenHydrated } from './hydrated.ts'
import { startWithin } from './start.ts'

export { startWithin }

whenHydrated(() => startWithin(document))
