/**
 * The service worker of pages that can be read without a network. It keeps these pages, the files that they load and the "not found"
 * page, and nothing else; while there is a network it changes nothing. It removes itself once such a page no longer asks for it.
 */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }
type WorkerScope = EventTarget & {
  skipWaiting(): void
  registration: ServiceWorkerRegistration
}

const worker = self as unknown as WorkerScope
/** The "not found" page, in every cache. Each page has a cache of its own, under its address. */
const lost = '/404'
/** In the HTML of a page that asks for this worker. */
const asks = 'data-worker='

worker.addEventListener('install', () => worker.skipWaiting())

/** The files that a page loaded. Only the first message of a visit has `notFound`: then both pages are fetched again, and files of an earlier version are deleted. */
export type KeptFiles = { page: string; notFound: string | undefined; files: string[] }

async function keep({ page, notFound, files }: KeptFiles): Promise<void> {
  const cache = await caches.open(page)
  if (notFound) {
    await cache.put(page, await fetch(page))
    await cache.put(lost, await fetch(notFound))
    for (const { url } of await cache.keys())
      if (url.includes('/_next/') && !files.includes(url)) await cache.delete(url)
  }
  for (const file of files) if (!(await cache.match(file))) await cache.add(file)
}

let work: Promise<unknown> = Promise.resolve()
worker.addEventListener('message', (event) => {
  const { data } = event as MessageEvent<KeptFiles>
  work = work.then(() => keep(data)).catch(() => {})
  ;(event as WorkerEvent & MessageEvent).waitUntil(work)
})

async function answer(request: Request): Promise<Response> {
  const isPage = request.mode === 'navigate'
  const kept = await caches.match(request, { ignoreSearch: isPage, ignoreVary: true })
  if (kept && !isPage) return kept
  try {
    const response = await fetch(request)
    if (kept && isPage && response.ok && !(await response.clone().text()).includes(asks)) {
      for (const page of await caches.keys()) await caches.delete(page)
      await worker.registration.unregister()
    }
    return response
  } catch (error) {
    const shown = kept ?? (isPage && (await caches.match(lost, { ignoreVary: true })))
    if (!shown) throw error
    return shown
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent
  const isOurs = request.url.startsWith(`${location.origin}/`)
  if (isOurs && request.method === 'GET' && (request.mode === 'navigate' || request.url.includes('/_next/static/')))
    (event as FetchEvent).respondWith(answer(request))
})
