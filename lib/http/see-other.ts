/** The answer to a form without JavaScript: 303, so that reloading the next page sends nothing again. */

/**
 * `target`: a path on this site, or a URL object where the visitor is meant to leave it. A path stays relative in Location, so
 * it is right behind any proxy.
 * @throws TypeError for text that a browser would read as another site (`//host`, `/\host`): never pass on what a visitor sent.
 */
export function seeOther(target: string | URL, headers?: HeadersInit): Response {
  if (typeof target === 'string' && !/^\/(?![/\\])[^\s\\]*$/.test(target))
    throw new TypeError('seeOther takes a path on this site, or a URL object')
  const answer = new Headers(headers)
  answer.set('location', String(target))
  answer.set('cache-control', 'no-store')
  return new Response(null, { status: 303, headers: answer })
}
