/**
 * `npm start`: serves the built site. Next's request handler runs behind our own server, which rejects invalid requests and serves
 * prerendered pages from memory. https://nextjs.org/docs/app/guides/custom-server
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import next from 'next'
import { z } from 'zod'
import { readEnv } from '#lib/platform/env.ts'
import { limitPage } from '#lib/platform/http/limits/index.ts'
import { type Language, publicAddress } from '#lib/platform/languages/index.ts'
import { answerApi, headersOf, loadApiRoutes } from '#lib/platform/server/api-routes.ts'
import { serveAssets } from '#lib/platform/server/assets.ts'
import { isPrivate } from '#lib/platform/server/client-ip.ts'
import { compressOnce, compressStreams } from '#lib/platform/server/compression.ts'
import { keepAssets } from '#lib/platform/server/kept-assets.ts'
import { byPath, pageCache } from '#lib/platform/server/page-cache.ts'
import { plainPages, readPlainPage } from '#lib/platform/server/plain-pages.ts'
import { captureProcessOutput, exitCodes, exitWith } from '#lib/platform/server/process-output.ts'
import { withReferences } from '#lib/platform/server/references.ts'
import { limitRenders } from '#lib/platform/server/render-limit.ts'
import { securityHeaders, withSecurityHeaders } from '#lib/platform/server/response-headers.ts'
import { shutDownOnSignals } from '#lib/platform/server/shutdown.ts'
import { createSiteServer, listen } from '#lib/platform/server/site-server.ts'
import { printStartup } from '#lib/platform/server/startup-table.ts'
import { closing, stopping } from '#lib/platform/stopping.ts'
import { reportWarning } from '#lib/platform/warnings.ts'
import { identitySamples } from '#lib/site/content/checks/samples.ts'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import { publishable, readSamples } from '#lib/site/content/index.ts'
import { servePhotos } from '#lib/site/photos/serve.ts'

captureProcessOutput()
// With gigabytes to spare, V8 lets garbage double the memory before it collects any. Together with --max-semi-space-size=8 (in megabytes;
// package.json) this saves a third of the memory under load (docs/performance.md).
setFlagsFromString('--heap-growing-percent=20')
const exitOnBug = (error: unknown) => exitWith(error)
process.on('uncaughtException', exitOnBug)

function readEnvironment() {
  try {
    return readEnv()
  } catch (error) {
    return exitWith(error, exitCodes.environment)
  }
}
const env = readEnvironment()
if (env.stripe?.isLive) {
  const samples = identitySamples(readSamples())
  const list = samples.map(({ file, line, field, value }) => `  ${file}:${line} ${field} ${value}`)
  if (samples.length > 0)
    exitWith(
      new Error(`Cards are not charged while the organisation behind the receipts is a sample:\n${list.join('\n')}`),
      exitCodes.environment,
    )
}
if (process.env.NODE_ENV && process.env.NODE_ENV !== 'production')
  reportWarning(
    'node-env',
    `NODE_ENV is ${process.env.NODE_ENV}: set it to production, or unset it, when serving the built site.`,
  )
const root = path.join(import.meta.dirname, '..')
const build = path.join(root, '.next')
if (!existsSync(path.join(build, 'BUILD_ID')))
  exitWith(new Error('There is no build to serve: npm run build makes one.'), exitCodes.noBuild)

// Pages built with another origin, or other analytics, are rendered again (lib/platform/http/page-cache-handler.mjs).
Object.assign(globalThis, {
  [Symbol.for('charity.served')]: { origin: env.siteUrl, analytics: env.analytics !== null },
})

const app = next({ dev: false, dir: root, port: env.port, hostname: 'localhost', quiet: true })
await app.prepare()
const apiRoutes = await loadApiRoutes((address) => import(`#app${address}/route.ts`))

const manifest = z
  .object({ routes: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(path.join(build, 'prerender-manifest.json'), 'utf8')))
const publicFiles = new Set(readdirSync(path.join(root, 'public'), { recursive: true }).map((name) => `/${name}`))
const renders = limitRenders(app.getRequestHandler(), {
  // The second come from another server, which may be slow.
  isFile: (address) => publicFiles.has(address) || address.startsWith('/gallery/stored/'),
  allows({ headers }) {
    const address = String(headers['x-client-address'] ?? '')
    const isOurs = isPrivate(address) && !headers['x-via-unnamed-proxy']
    return isOurs ? { ok: true } : limitPage(headersOf(headers), 'rendering')
  },
})
const answer = answerApi(renders.handle, apiRoutes, env.siteUrl)
const inEachLanguage = (name: string) => {
  const read = (language: Language) => readPlainPage(build, `${language}/${name}`)
  return { en: read('en'), hi: read('hi'), sw: read('sw') }
}
const rendered = withSecurityHeaders(
  plainPages(withReferences(answer), {
    strip: !env.keepClientRuntime,
    errorPages: inEachLanguage('server-error'),
    notFoundPages: inEachLanguage('page-not-found'),
  }),
)
/** Null when the data folder cannot be written. */
function keptAssets(): string | null {
  try {
    return keepAssets(path.join(build, 'static'), path.join(env.dataDir, 'assets'))
  } catch (error) {
    const sentence =
      'The built files could not be kept in DATA_DIR: after the next deployment, pages that are open miss their scripts.'
    reportWarning('kept-assets', sentence, { fields: { error } })
    return null
  }
}

const { stories, photos, pages } = publishable()
/** What the build rendered, and what Next renders on a first request and keeps. */
const prerendered = new Set([
  ...Object.keys(manifest.routes).map(publicAddress),
  ...[...stories, ...photos, ...pages.filter((page) => !isGivingPage(page))].map(({ address }) => address),
])
const server = createSiteServer(rendered, {
  fromMemory: (handler) =>
    serveAssets(
      servePhotos(
        byPath(prerendered, pageCache(compressOnce(handler), { isBusy: renders.isBusy }), compressStreams(handler)),
        path.join(build, 'photos'),
        securityHeaders,
      ),
      { built: path.join(build, 'static'), kept: keptAssets() },
      securityHeaders,
    ),
  siteUrl: env.siteUrlGiven ? env.siteUrl : null,
  trustedProxies: env.trustedProxies,
  stopping: stopping(),
  closing: closing(),
})
await listen(server, env.port).catch((error: unknown) => exitWith(error, exitCodes.portInUse))
printStartup(env)
// From here on Next logs uncaught exceptions, and the site keeps running.
process.off('uncaughtException', exitOnBug)

shutDownOnSignals(server, () => app.close())
