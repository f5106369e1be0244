/**
 * Calls Next for one page or file and collects the response, so that the server can finish it before anything is sent. Limits how many
 * pages are rendered at once: rendering occupies the processor, and without a limit a hundred pages asked for at once keep pages from
 * memory and health checks waiting for seconds, so that proxies consider the server dead.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import { Socket } from 'node:net'
import { createRequestResponseMocks } from 'next/dist/server/lib/mock-request.js'
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { shownReference } from '#lib/platform/log.ts'
import { withPauses } from '#lib/platform/metrics.ts'
import { isReference, newReference, withRequestReference } from '#lib/platform/reference.ts'

export type Rendered = {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string | readonly string[]>>
  body: Buffer
  /** The request's reference in the log. */
  reference: string
}

/** `headers`: those that the page may depend on. `busy` if too many pages wait already, or if no client is left when its turn comes. */
export type Render = (
  url: string,
  headers: IncomingMessage['headers'],
  isWanted?: () => boolean,
) => Promise<Rendered | 'busy'>

type Options = {
  /** Two, so that one that waits for the database does not keep the processor idle. */
  maxAtOnce: number
  /** A hundred take two to four seconds. */
  maxWaiting: number
  /** Whether this path is sent without rendering. */
  isFile: (path: string) => boolean
}

export function renderWith(
  next: RequestListener,
  { maxAtOnce = 2, maxWaiting = 100, isFile = () => false }: Partial<Options> = {},
): Render {
  const takeTurn = turnTaker(maxAtOnce, maxWaiting)

  async function render(url: string, requestHeaders: IncomingMessage['headers']): Promise<Rendered> {
    // A page for everybody is rendered without headers of a visitor, and so without a reference.
    const known = requestHeaders[referenceHeader]
    const reference = isReference(known) ? known : newReference('F')
    const parts: Buffer[] = []
    const { req, res } = createRequestResponseMocks({
      url,
      method: 'GET',
      socket: new Socket(),
      // proxy.ts does not resolve the address again.
      headers: { ...requestHeaders, [referenceHeader]: reference, 'x-resolved': '1' },
      resWriter(part) {
        parts.push(Buffer.from(part))
        return true
      },
    })
    const ended = new Promise<void>((resolve, reject) => res.once('finish', resolve).once('error', reject))
    // Next's mocks lack members that Next does not use, so they do not fit the type of a handler.
    return withRequestReference(reference, url.replace(/\?.*/s, ''), async () => {
      await Reflect.apply(next, null, [req, res])
      await ended
      return collected()
    })

    function collected(): Rendered {
      const headers = Object.fromEntries(
        Object.entries(res.getHeaders()).map(([name, value]) => [name.toLowerCase(), headerValue(value)]),
      )
      const range = String(headers['content-range'] ?? '')
      // Next answers 500, because it has no page for this status (RFC 9110 section 15.5.17).
      if (range.startsWith('bytes */'))
        return { status: 416, headers: { 'content-range': range }, body: Buffer.alloc(0), reference }
      // The page for this status shows the reference.
      if (res.statusCode >= 500) shownReference(res.statusCode)
      return { status: res.statusCode, headers, body: Buffer.concat(parts), reference }
    }
  }

  return async (url, headers, isWanted = () => true) => {
    if (isFile(url.replace(/\?.*/s, ''))) return render(url, headers)
    return takeTurn(async () => (isWanted() ? render(url, headers) : 'busy'))
  }
}

const headerValue = (value: unknown): string | readonly string[] =>
  Array.isArray(value) ? value.map(String) : String(value)

const maxPaused = 20

/**
 * Runs at most `maxAtOnce` tasks; further ones wait in order. `busy` without running the task if the queue is full. A task that waits for
 * another service lets others run meanwhile.
 */
function turnTaker(maxAtOnce: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  let paused = 0
  const startNext = () => {
    while (running < maxAtOnce && waiting.length > 0) {
      running += 1
      waiting.shift()?.()
    }
  }
  const free = () => {
    running -= 1
    // Other requests are answered between two pages.
    setImmediate(startNext)
  }

  return async <Result>(task: () => Promise<Result>): Promise<Result | 'busy'> => {
    if (running < maxAtOnce && waiting.length === 0) running += 1
    else if (waiting.length >= maxWaiting) return 'busy'
    else await new Promise<void>((resolve) => waiting.push(resolve))
    /** Calls that this task waits for. Only the first of several frees its turn, and only the last takes one again. */
    let calls = 0
    let ended = false
    try {
      return await withPauses(async (call) => {
        if (calls === 0 && paused >= maxPaused) return call()
        calls += 1
        if (calls === 1) {
          paused += 1
          free()
        }
        try {
          return await call()
        } finally {
          calls -= 1
          if (calls === 0) {
            paused -= 1
            if (!ended) running += 1
          }
        }
      }, task)
    } finally {
      ended = true
      if (calls === 0) free()
    }
  }
}
