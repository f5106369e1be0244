/** Work in a thread, so that the event loop of the server stays free. Node runs its file from the sources. */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { stopping } from '#lib/platform/process-state.ts'

type Options = { megabytes: number; milliseconds?: number; onPiece?: (piece: unknown) => void }

/**
 * What the thread posts, or null when it takes too much time or memory, fails, or the process is asked to stop. Never throws.
 * @param file from the root of the program. @param onPiece gets what it posts as `piece` before.
 */
export async function inThread<Answer>(
  file: string,
  workerData: object,
  { megabytes, milliseconds, onPiece }: Options,
): Promise<Answer | null> {
  const worker = new Worker(path.join(/* turbopackIgnore: true */ process.cwd(), file), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const end = () => void worker.terminate()
  const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds)
  stopping().addEventListener('abort', end)
  const answer = await new Promise<Answer | null>((resolve, reject) => {
    worker.on('message', (message) => {
      const piece = propertyOf(message, 'piece')
      if (piece === undefined) resolve(message)
      else onPiece?.(piece)
    })
    worker.once('error', reject)
    worker.once('exit', () => resolve(null))
  }).catch((error: unknown) => {
    log.error('A thread failed', { file, error })
    return null
  })
  clearTimeout(timer)
  stopping().removeEventListener('abort', end)
  await worker.terminate()
  return answer
}

/** Starts each work once the one before has ended, because two threads would take both cores from visitors. A work that fails holds up none. */
export function oneAtATime(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
