/**
 * State shared within a process. There are two copies of most modules: the server and the routes of app/api are loaded by Node, while Next's
 * bundle renders the pages and starts the jobs (instrumentation.ts); `next dev` has more (docs/decisions/0009-how-pages-and-forms-reach-a-visitor.md).
 * So a module variable exists several times. What only one of them uses stays a module variable. Shared, on globalThis, is
 * - what jobs write and routes or the server read, or wake: warnings, failures, live versions, camps, the outbox worker, webhooks;
 * - what the server or a route hands to a page: returned forms, renderer, router, references, pauses, limits, whether the process stops;
 * - what a process has once, whoever asks first: store, files and folders, metrics, log, secret, content, search, the IP database.
 */

const symbolFor = (name: string) => Symbol.for(`charity.${name}`)

type ProcessState<State> = { get(): State; set(state: State): void }

/** `name` identifies the state; `create` makes it on first use. */
export function processState<State>(name: string, create: () => State): ProcessState<State> {
  const key = symbolFor(name)
  return {
    get() {
      if (!Reflect.has(globalThis, key)) Reflect.set(globalThis, key, create())
      return Reflect.get(globalThis, key)
    },
    set(state) {
      Reflect.set(globalThis, key, state)
    },
  }
}

/** For tests. */
export function resetProcessState(name: string): void {
  Reflect.deleteProperty(globalThis, symbolFor(name))
}

/** Whether this process was asked to stop: decided by the server, answered by the readiness route of another bundle. */
const state = processState('stopping', () => ({ stopping: new AbortController(), closing: new AbortController() })).get

/** Aborted once the process was asked to stop. It still answers requests for some seconds. */
export const stopping = (): AbortSignal => state().stopping.signal

/** Aborted a second before the port is closed. */
export const closing = (): AbortSignal => state().closing.signal

export const beginStopping = (): void => state().stopping.abort()
export const beginClosing = (): void => state().closing.abort()
