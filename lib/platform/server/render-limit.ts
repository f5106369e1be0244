/**
 * Limits how many pages Next renders at once. Rendering occupies the processor: without a limit, a hundred pages asked for at once keep
 * pages from memory and health checks waiting for seconds, and proxies take the server for dead. Further pages wait in a queue; when it
 * is full, they are answered 503.
 */
import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RenderTurn, renderTurn, withRenderTurn } from '#lib/platform/render-turn.ts'
import { type Handler, override, pathOf } from './handler.ts'
import { refuse } from './refusal.ts'
import { noteTurnedAway } from './turned-away.ts'

type Options = {
  /** Two, so that one that waits for the database does not keep the processor idle. */
  atOnce: number
  /** A hundred take two to four seconds. */
  waiting: number
  /** Whether this path is sent without rendering. */
  isFile: (path: string) => boolean
  /** Whether the visitor may have another page rendered; otherwise the seconds until then. */
  allows: (request: IncomingMessage) => { ok: true } | { ok: false; retryAfter: number }
}

/** Milliseconds after which a page that waits for another service lets another page be rendered. */
const slowMs = 200
const mostPaused = 20

/** Next asks here for `waitUntil`. https://nextjs.org/docs/app/api-reference/functions/after#reference */
const requestContext = Symbol.for('@next/request-context')

/** `isBusy`: whether pages wait. */
export function limitRenders(
  handler: Handler,
  {
    atOnce = 2,
    waiting: mostWaiting = 100,
    isFile = () => false,
    allows = () => ({ ok: true }),
  }: Partial<Options> = {},
): { handle: Handler; isBusy: () => boolean } {
  Object.assign(globalThis, { [requestContext]: { get: renderTurn } })
  let running = 0
  /** Pages that wait for another service. They all may continue at the same moment. */
  let paused = 0
  const waiting = new Set<() => void>()

  function startNext(): void {
    for (const start of waiting) {
      if (running >= atOnce) return
      waiting.delete(start)
      start()
    }
  }

  /** It lasts until the page is complete, and whatever Next goes on with after that. */
  function takeTurn(): RenderTurn & { end: () => void } {
    let tasks = 0
    let pauses = 0
    let isRunning = false
    const change = (moreTasks: number, morePauses: number) => {
      tasks += moreTasks
      pauses += morePauses
      if (isRunning === (tasks > 0 && pauses === 0)) return
      isRunning = !isRunning
      running += isRunning ? 1 : -1
      // Other requests are answered between two pages.
      if (!isRunning) setImmediate(startNext)
    }
    const pause = (one: 1 | -1) => {
      paused += one
      change(0, one)
    }
    const startTask = () => {
      let lasts = true
      change(1, 0)
      return () => {
        if (lasts) change(-1, 0)
        lasts = false
      }
    }
    return {
      end: startTask(),
      async waitFor(work) {
        let isPaused = false
        const timer = setTimeout(() => {
          isPaused = paused < mostPaused
          if (isPaused) pause(1)
        }, slowMs)
        try {
          return await work()
        } finally {
          clearTimeout(timer)
          if (isPaused) pause(-1)
        }
      },
      waitUntil(work) {
        const end = startTask()
        work.then(end, end)
      },
    }
  }

  function render(request: IncomingMessage, response: ServerResponse) {
    const turn = takeTurn()
    response.once('close', turn.end)
    const { write, end } = response
    override(response, {
      // Next waits for a client that reads slowly if this returns false. The page is in memory anyway.
      write(...args) {
        Reflect.apply(write, response, args)
        return true
      },
      end(...args) {
        turn.end()
        return Reflect.apply(end, response, args)
      },
    })
    return withRenderTurn(turn, () => handler(request, response))
  }

  function handle(request: IncomingMessage, response: ServerResponse) {
    if (response.destroyed) return
    if (isFile(pathOf(request))) return handler(request, response)
    const allowed = allows(request)
    if (!allowed.ok) {
      noteTurnedAway('pages of one address')
      return refuse(request, response, 429, { retryAfter: allowed.retryAfter })
    }
    if (running < atOnce && waiting.size === 0) return render(request, response)
    if (waiting.size >= mostWaiting) {
      noteTurnedAway('pages')
      return refuse(request, response, 503, { retryAfter: 5 })
    }
    return new Promise<void>((resolve, reject) => {
      // In the context of this request, whose reference the log lines carry.
      const start = AsyncResource.bind(() => void Promise.try(render, request, response).then(() => resolve(), reject))
      waiting.add(start)
      response.once('close', () => {
        waiting.delete(start)
        resolve()
      })
    })
  }

  return { handle, isBusy: () => waiting.size > 0 }
}
