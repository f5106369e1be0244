/** Whether this process was asked to stop: decided by the server, answered by the readiness route of another bundle. */
import 'server-only'
import { processState } from '#lib/platform/process-state.ts'

const state = processState('stopping', () => ({ stopping: new AbortController(), closing: new AbortController() })).get

/** Aborted once the process was asked to stop. It still answers requests for some seconds. */
export const stopping = (): AbortSignal => state().stopping.signal

/** Aborted a second before the port is closed. */
export const closing = (): AbortSignal => state().closing.signal

export const beginStopping = (): void => state().stopping.abort()
export const beginClosing = (): void => state().closing.abort()
