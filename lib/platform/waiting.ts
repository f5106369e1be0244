/** Waits for other services: without keeping other pages from being rendered, and no longer than a limit. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { processState } from '#lib/platform/process-state.ts'

/**
 * The turn of the page that is being rendered, among those that may be rendered at once (lib/platform/server/render.ts). If `work` waits for
 * another service for long, another page may be rendered meanwhile.
 */
export type RenderTurn = { waitFor<Result>(work: () => Promise<Result>): Promise<Result> }

const turns = processState('render-turns', () => new AsyncLocalStorage<RenderTurn>()).get

export const withRenderTurn = <Result>(turn: RenderTurn, work: () => Result): Result => turns().run(turn, work)

/** For work that waits for the database or another service. */
export const waitForService = <Result>(work: () => Promise<Result>): Promise<Result> =>
  turns().getStore()?.waitFor(work) ?? work()

/**
 * The result of `promise`. @throws what it throws, or an Error when it takes longer than `milliseconds`; the work itself is not
 * cancelled.
 */
export async function withTimeout<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timed out after ${milliseconds} ms`)), milliseconds)
  })
  return waitForService(() => Promise.race([promise, timeout])).finally(() => clearTimeout(timer))
}
