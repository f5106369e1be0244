/** Server start-up and error reporting. Only an invalid environment prevents the start: an unavailable database may come back. */
import type { Instrumentation } from 'next'
import { router } from '#lib/platform/http/routing.ts'

export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next replaces it at build time, so that the edge bundle leaves the rest out
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    await (await import('#lib/jobs/start.ts')).start()
    router.set((await import('#app/routing.ts')).siteRouter)
    // biome-ignore lint/style/noProcessEnv: as above
    if (process.env.NODE_ENV === 'development') {
      // Imported by Node at run time: bundled, it would bring esbuild into the server's bundle. A build has its own step (next.config.ts).
      const bundler = `${process.cwd()}/scripts/support/bundle-behaviours.ts`
      await (await import(/* turbopackIgnore: true */ bundler)).watchBehaviours(process.cwd(), '.next/dev')
    }
  }
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  // biome-ignore lint/style/noProcessEnv: as above
  if (process.env.NEXT_RUNTIME === 'nodejs')
    (await import('#lib/platform/http/failure.ts')).logRequestError(error, request, context)
}
