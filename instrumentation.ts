/** What happens once when the server starts, and whenever Next cannot answer. Only a wrong environment stops the start: a database that is away now may come back. */
import type { Instrumentation } from 'next'

export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next replaces this word at build, so that the edge bundle leaves the rest out
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    await (await import('#lib/jobs/start.ts')).start()
    // biome-ignore lint/style/noProcessEnv: as above
    if (process.env.NODE_ENV === 'development') {
      // Run by Node as it stands: bundled, it would bring esbuild into the server's bundle. A build has a step of its own (next.config.ts).
      const bundler = `${process.cwd()}/scripts/support/bundle-behaviours.ts`
      await (await import(/* turbopackIgnore: true */ bundler)).watchBehaviours(process.cwd(), '.next/dev')
    }
  }
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  // biome-ignore lint/style/noProcessEnv: as above
  if (process.env.NEXT_RUNTIME === 'nodejs')
    (await import('#lib/http/failure.ts')).logRequestError(error, request, context)
}
