/** What happens once when the server starts. Only a wrong environment stops it: a database that is away now may come back. */

export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next replaces this word at build, so that the edge bundle leaves the rest out
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('#lib/start.ts')).start()
}
