/**
 * Calls Next for one page or file and collects the response, so that the server can finish it before anything is sent. Limits how many
 * pages are rendered at once: rendering occupies the processor, and without a limit a hundred pages asked for at once keep pages from
 * memory and health checks waiting for seconds, so that proxies consider the server dead.
 */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { createRequestResponseMocks } from 'next/dist/server/lib/mock-request.js'
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { isReference, newReference, withRequestReference } from '#lib/platform/reference.ts'
import type { Handler } from './handler.ts'

export type Rendered = {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string | readonly string[]>>
  body: Buffer
  /** The request's reference in the log. */
  reference: string
}

/**
 * `headers`: those that the page may depend on. `visitor`: for a page that only one visitor sees. `busy` if too many pages wait already,
 * or if the visitor has left when its turn comes.
 */
export type Render = (
  url: string,
  headers: IncomingMessage['headers'],
  visitor?: { isWaiting(): boolean },
) => Promise<Rendered | 'busy'>

type Options = {
  /** Pages that are the same for everybody. Two, so that one that waits for the database does not keep the processor idle. */
  atOnce: number
  /** Pages for one visitor, some of which wait for another service. */
  forVisitors: number
  /** A hundred take two to four seconds. */
  waiting: number
  /** Whether this path is sent without rendering. */
  isFile: (path: string) => boolean
}

export function renderWith(
  next: Handler,
  { atOnce = 2, forVisitors = 20, waiting = 100, isFile = () => false }: Partial<Options> = {},
): Render {
  const inTurn = turnTaker(atOnce, waiting)
  const inTurnOfVisitors = turnTaker(forVisitors, waiting)

  async function render(url: string, given: IncomingMessage['headers']): Promise<Rendered> {
    // A page for everybody is rendered without headers of a visitor, and so without a reference.
    const known = given[referenceHeader]
    const reference = isReference(known) ? known : newReference('F')
    const parts: Buffer[] = []
    const { req, res } = createRequestResponseMocks({
      url,
      method: 'GET',
      socket: new Socket(),
      headers: { ...given, [referenceHeader]: reference },
      resWriter(part) {
        parts.push(Buffer.from(part))
        return true
      },
    })
    const ended = new Promise<void>((resolve, reject) => res.once('finish', resolve).once('error', reject))
    // Next's mocks lack members that Next does not use, so they do not fit the type of a handler.
    await withRequestReference(reference, () => Reflect.apply(next, null, [req, res]))
    await ended
    const headers = Object.fromEntries(
      Object.entries(res.getHeaders()).map(([name, value]) => [name.toLowerCase(), headerValue(value)]),
    )
    return { status: res.statusCode, headers, body: Buffer.concat(parts), reference }
  }

  return async (url, headers, visitor) => {
    if (isFile(url.replace(/\?.*/s, ''))) return render(url, headers)
    if (!visitor) return inTurn(() => render(url, headers))
    return inTurnOfVisitors(async () => (visitor.isWaiting() ? render(url, headers) : 'busy'))
  }
}

const headerValue = (value: unknown): string | readonly string[] =>
  Array.isArray(value) ? value.map(String) : String(value)

/** Runs at most `atOnce` tasks; further ones wait in order. `busy` without running the task if the queue is full. */
function turnTaker(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const startNext = () => {
    running -= 1
    waiting.shift()?.()
  }
  return async <Result>(task: () => Promise<Result>): Promise<Result | 'busy'> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) return 'busy'
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    running += 1
    try {
      return await task()
    } finally {
      // Other requests are answered between two pages.
      setImmediate(startNext)
    }
  }
}
