/** Starts Next for the built site, behind our own server. https://nextjs.org/docs/app/guides/custom-server */
import type { RequestListener } from 'node:http'
import next from 'next'

/** `root`: the folder with the build. */
export async function startNext(
  root: string,
  port: number,
): Promise<{ handler: RequestListener; close(): Promise<void> }> {
  // From here on pages are kept by our own store (page-cache-handler.mjs).
  Reflect.set(globalThis, Symbol.for('charity.serving'), true)
  // Node reads next.config.ts. Otherwise Next would load its compiler, which `npm run build:prune` removes.
  // https://nextjs.org/docs/app/api-reference/config/typescript#using-nodejs-native-typescript-resolver-for-nextconfigts
  // biome-ignore lint/style/noProcessEnv: the only way to tell Next
  process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = 'true'
  const app = next({ dev: false, dir: root, port, hostname: 'localhost', quiet: true })
  await app.prepare()
  return { handler: app.getRequestHandler(), close: () => app.close() }
}
