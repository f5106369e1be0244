/** Polls until a condition holds, with a timeout for busy machines. */
import { setTimeout as sleep } from 'node:timers/promises'

const triesAtMost = 6000

export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    if (await check()) return
    await sleep(10)
  }
  throw new Error('It did not happen.')
}
