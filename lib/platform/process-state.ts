/**
 * State shared within a process. Next bundles the server, routes and pages separately, each with its own copy of every module, so a
 * module variable exists several times. Shared state lives on globalThis, and only here.
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
