/** Whether this process was asked to stop: decided by the server, answered by the readiness route of another bundle. */
import 'server-only'
import { processState } from '#lib/process-state.ts'

const controller = processState('stopping', () => new AbortController()).get

/** Aborted once the process was asked to stop. It still answers requests for some seconds. */
export const stopping = (): AbortSignal => controller().signal

export const beginStopping = (): void => controller().abort()
