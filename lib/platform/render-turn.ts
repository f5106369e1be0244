/** The turn of the page that is being rendered, among those that may be rendered at once (lib/platform/server/render-limit.ts). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { processState } from '#lib/platform/process-state.ts'

export type RenderTurn = {
  /** If `work` waits for another service for long, another page may be rendered meanwhile. */
  waitFor<Result>(work: () => Promise<Result>): Promise<Result>
  /** Next calls this for work that continues after the response, such as rendering a page anew that it has just shown. */
  waitUntil(work: Promise<unknown>): void
}

const turns = processState('render-turns', () => new AsyncLocalStorage<RenderTurn>()).get

export const withRenderTurn = <Result>(turn: RenderTurn, work: () => Result): Result => turns().run(turn, work)

/** Undefined outside of rendering. */
export const renderTurn = (): RenderTurn | undefined => turns().getStore()

/** For work that waits for the database or another service. */
export const waitForService = <Result>(work: () => Promise<Result>): Promise<Result> =>
  renderTurn()?.waitFor(work) ?? work()
