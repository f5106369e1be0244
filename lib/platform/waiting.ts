/** Waits no longer than a limit. */

/**
 * The result of `promise`. @throws what it throws, or an Error when it takes longer than `milliseconds`; the work itself is not
 * cancelled.
 */
export async function withTimeout<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timed out after ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
