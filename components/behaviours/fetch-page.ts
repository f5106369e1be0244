/**
 * Loads another page of this site as a document, by XMLHttpRequest: its scripts do not run, and no string passes through a sink
 * that Trusted Types guard, so that the policy can forbid all of them.
 * https://www.w3.org/TR/trusted-types/
 */

type Options = { timeoutMs: number; signal?: AbortSignal; fresh?: boolean }

/**
 * `address` is on this site. Null when there is no such page, it is not HTML, or no answer came in time; also when `signal`
 * ended it. `fresh`: not from a cache.
 */
export function fetchPage(address: string, { timeoutMs, signal, fresh = false }: Options): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    if (fresh) request.setRequestHeader('Cache-Control', 'no-cache')
    request.responseType = 'document'
    request.timeout = timeoutMs
    request.onload = () => resolve(request.status === 200 ? request.responseXML : null)
    request.onloadend = () => resolve(null)
    signal?.addEventListener('abort', () => request.abort())
    request.send()
  })
}
