/**
 * `npm start`: serves the built site. Next's request handler runs behind our own server, which rejects invalid requests and serves
 * prerendered pages from memory. https://nextjs.org/docs/app/guides/custom-server
 */

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { apiRoutes } from '#app/api/routes.ts'
import { siteRouter } from '#app/routing.ts'
import { officePaths } from '#lib/office/access/headers.ts'
import { readEnv } from '#lib/platform/env.ts'
import { isOurs } from '#lib/platform/http/client-address.ts'
import { renderingLimit } from '#lib/platform/http/limit.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { setPageRenderer } from '#lib/platform/http/page-response.ts'
import { renderWith } from '#lib/platform/next/render.ts'
import { startNext } from '#lib/platform/next/start.ts'
import { closing, stopping } from '#lib/platform/process-state.ts'
import { success } from '#lib/platform/result.ts'
import { answerApi, headersOf } from '#lib/platform/server/api-routes.ts'
import { keepAssets, serveAssets } from '#lib/platform/server/assets.ts'
import { fileHeaders, withReferences } from '#lib/platform/server/handler.ts'
import { publicationClock } from '#lib/platform/server/page-store.ts'
import { servePages } from '#lib/platform/server/pages.ts'
import {
  captureProcessOutput,
  exitCodes,
  exitWith,
  printStartup,
  shutDownOnSignals,
} from '#lib/platform/server/process.ts'
import { createSiteServer, listen } from '#lib/platform/server/site-server.ts'
import { openAsServer } from '#lib/platform/store/index.ts'
import { reportWarning } from '#lib/platform/warnings.ts'
import { campSummary } from '#lib/site/camps/index.ts'
import { obstaclesToCharging, publicationMoments, siteFeatures } from '#lib/site/content/index.ts'
import { servePhotos } from '#lib/site/photos/serve.ts'
import { readWords } from './support/command.ts'

readWords('npm start\n\nServes the built site, as the environment says: docs/operate/environment.md.', {})
captureProcessOutput()
// With gigabytes to spare, V8 lets garbage double the memory before it collects any. Together with --max-semi-space-size=8 (in megabytes;
// package.json) this saves a third of the memory under load.
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
  const obstacles = obstaclesToCharging().map((line) => `  ${line}`)
  if (obstacles.length > 0)
    exitWith(
      new Error(
        `Cards are not charged while the organisation behind the receipts is a sample, or a sponsorship has no value:\n${obstacles.join('\n')}`,
      ),
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

const next = await startNext(root, env.port)

const publicFiles = new Set(readdirSync(path.join(root, 'public'), { recursive: true }).map((name) => `/${name}`))
const pages = servePages({
  render: renderWith(next.handler, {
    // The second come from another server, which may be slow.
    isFile: (address) => publicFiles.has(address) || address.startsWith('/gallery/stored/'),
  }),
  router: siteRouter,
  distDir: build,
  site: { url: env.siteUrl, asksAboutAnalytics: env.analytics !== null },
  clock: publicationClock(publicationMoments),
  allows: ({ headers }) => (isOurs(headers) ? success(null) : limitPage(headersOf(headers), renderingLimit)),
})
setPageRenderer(pages.renderOnce)

/** Null when the data folder cannot be written. */
function keptAssets(): string | null {
  try {
    return keepAssets(path.join(build, 'static'), path.join(env.dataDir, 'assets'))
  } catch (error) {
    const sentence =
      'The built files could not be kept in DATA_DIR: after the next deployment, open pages will lack their scripts.'
    reportWarning('kept-assets', sentence, { fields: { error } })
    return null
  }
}

// The first page shows the figures that the store has. Only a server may create it, and this may be the first to open it; lib/jobs/start.ts logs a failure.
await openAsServer().catch(() => undefined)
await campSummary()
const server = createSiteServer(withReferences(answerApi(pages.respond, apiRoutes, env.siteUrl)), {
  fromMemory: (handler) =>
    serveAssets(
      servePhotos(pages.fromMemory(handler), path.join(build, 'photos'), fileHeaders),
      { built: path.join(build, 'static'), kept: keptAssets() },
      fileHeaders,
    ),
  apiRoutes,
  postsTo: siteRouter.postsTo,
  siteUrl: env.siteUrlGiven ? env.siteUrl : null,
  apart: { host: env.officeHost, paths: officePaths },
  trustedProxies: env.trustedProxies,
  forwardedHost: env.forwardedHost,
  stopping: stopping(),
  closing: closing(),
})
await listen(server, { port: env.port, host: env.listenHost }).catch((error: unknown) =>
  exitWith(error, exitCodes.portInUse),
)
printStartup(env, siteFeatures())
// From here on Next logs uncaught exceptions, and the site keeps running.
process.off('uncaughtException', exitOnBug)

shutDownOnSignals(server, next.close)
