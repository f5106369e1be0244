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
