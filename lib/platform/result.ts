/** The outcome of what is expected to fail at times; exceptions are for bugs. `failure` names the reason by its `kind` if there are several. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; failure: Failure }

export const success = <Value>(value: Value) => ({ ok: true, value }) as const
export const failure = <Failure>(reason: Failure) => ({ ok: false, failure: reason }) as const
