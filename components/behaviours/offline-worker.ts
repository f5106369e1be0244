/**
 * The service worker of pages that can be read without a network. It keeps these pages, the files that they load and the "not found"
 * page, and nothing else; while there is a network it changes nothing. It removes itself once such a page no longer asks for it.
 */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }
type WorkerScope = EventTarget & {
  skipWaiting(): void
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void> }
}

const worker = self as unknown as WorkerScope
const cacheName = 'offline'
/** In the HTML of a page that asks for this worker. */
const asks = 'data-worker='

worker.addEventListener('install', () => worker.skipWaiting())
worker.addEventListener('activate', (event) => (event as WorkerEvent).waitUntil(worker.clients.claim()))

/** The page's address, that of the "not found" page, and the page's files. Those of an earlier version go. */
worker.addEventListener('message', (event) => {
  const addresses = ((event as MessageEvent).data as string[]).map((address) => new URL(address, location.href).href)
  ;(event as WorkerEvent & MessageEvent).waitUntil(
    caches.open(cacheName).then(async (cache) => {
      await Promise.all(
        addresses.map(async (address) => {
          const isFile = address.includes('/_next/')
          if (!isFile || !(await cache.match(address))) await cache.put(address, await fetch(address))
        }),
      )
      for (const { url } of await cache.keys())
        if (url.includes('/_next/') && !addresses.includes(url)) await cache.delete(url)
    }),
  )
})

async function answer(request: Request): Promise<Response> {
  const isPage = request.mode === 'navigate'
  // Does not make the cache again once it was erased, as opening it would.
  const kept = await caches.match(request, { cacheName, ignoreSearch: isPage, ignoreVary: true })
  if (kept && !isPage) return kept
  try {
    const response = await fetch(request)
    if (kept && isPage && response.ok && !(await response.clone().text()).includes(asks)) {
      await caches.delete(cacheName)
      await worker.registration.unregister()
    }
    return response
  } catch (error) {
    const cache = await caches.open(cacheName)
    const [lost] = (await cache.keys()).filter(({ url }) => /\/404$/.test(url))
    const shown = kept ?? (isPage && lost && (await cache.match(lost, { ignoreVary: true })))
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

export {}
