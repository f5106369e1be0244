/**
 * State shared within a process. Next bundles the server, routes and pages separately, each with its own copy of every module, so a
 * module variable exists several times. Shared state lives on globalThis, and only here.
 */

const holder: Record<symbol, unknown> = globalThis as object as Record<symbol, unknown>
const symbolFor = (name: string) => Symbol.for(`charity.${name}`)

export type ProcessState<State> = { get(): State; set(state: State): void }

/** `name` identifies the state; `create` makes it on first use. */
export function processState<State>(name: string, create: () => State): ProcessState<State> {
  const key = symbolFor(name)
  return {
    get() {
      holder[key] ??= create()
      return holder[key] as State
    },
    set(state) {
      holder[key] = state
    },
  }
}

/** For tests. */
export function resetProcessState(name: string): void {
  delete holder[symbolFor(name)]
}
