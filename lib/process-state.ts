/**
 * State that a process has once. Next bundles the server, the routes and the pages apart, each with its own copy of every module,
 * so a variable of a module exists several times. What must be shared lives on globalThis, here and nowhere else.
 */

const holder: Record<symbol, unknown> = globalThis as object as Record<symbol, unknown>
const keyOf = (name: string) => Symbol.for(`charity.${name}`)

export type ProcessState<State> = { get(): State; set(state: State): void }

/** `name`: one state each. `create`: makes the state when it is first asked for. */
export function processState<State>(name: string, create: () => State): ProcessState<State> {
  const key = keyOf(name)
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

/** For tests: as in a process that has just started. */
export function resetProcessState(name: string): void {
  delete holder[keyOf(name)]
}
