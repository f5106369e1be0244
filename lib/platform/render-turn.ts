/** The turn of the page that is being rendered, among those that may be rendered at once (lib/platform/server/render.ts). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { processState } from '#lib/platform/process-state.ts'

/** If `work` waits for another service for long, another page may be rendered meanwhile. */
export type RenderTurn = { waitFor<Result>(work: () => Promise<Result>): Promise<Result> }

const turns = processState('render-turns', () => new AsyncLocalStorage<RenderTurn>()).get

export const withRenderTurn = <Result>(turn: RenderTurn, work: () => Result): Result => turns().run(turn, work)

/** For work that waits for the database or another service. */
export const waitForService = <Result>(work: () => Promise<Result>): Promise<Result> =>
  turns().getStore()?.waitFor(work) ?? work()
