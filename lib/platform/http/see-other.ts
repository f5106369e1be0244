/** Post/redirect/get: 303, so that reloading the next page does not submit the form again. */

/**
 * `target`: a path on this site, or a URL object for an external target. A path stays relative in Location, so it works behind any
 * proxy.
 * @throws TypeError for text that a browser would resolve to another site (`//host`, `/\host`): never pass visitor input.
 */
export function seeOther(target: string | URL, headers?: HeadersInit): Response {
  if (typeof target === 'string' && !/^\/(?![/\\])[^\s\\]*$/.test(target))
    throw new TypeError('seeOther takes a path on this site, or a URL object')
  const answer = new Headers(headers)
  answer.set('location', String(target))
  answer.set('cache-control', 'no-store')
  return new Response(null, { status: 303, headers: answer })
}
