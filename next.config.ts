import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { NextConfig } from 'next'
import { charityFolder } from './lib/platform/env/charity-folder.ts'
import { staticHeaders } from './lib/platform/http/security-headers.ts'

const root = import.meta.dirname

// Every command of Next reads this file first. A charity's machines report to nobody.
process.env.NEXT_TELEMETRY_DISABLED = '1'

export default {
  // `npm test` has checked the types by then.
  typescript: { ignoreBuildErrors: process.env.TYPES_CHECKED === '1' },
  poweredByHeader: false,
  // The version that operators see (lib/platform/env.ts). VERSION: for a build without git. With neither, Next makes an id up.
  generateBuildId: async () => process.env.VERSION || (await import('./scripts/support/git.ts')).commitOf(root),
  // proxy.ts handles every spelling in one redirect.
  skipTrailingSlashRedirect: true,
  // Responses are compressed once per ETag by scripts/serve.ts, or by the proxy.
  compress: false,
  // Photographs are made at the build (lib/site/photos): nothing is converted on request, and /_next/image is disabled.
  images: { unoptimized: true },
  cacheHandler: path.join(root, 'lib/platform/next/page-cache-handler.mjs'),
  // Bytes of share images and other files that Next keeps. Pages are kept by lib/platform/server/page-store.ts.
  cacheMaxMemorySize: 12 * 1024 * 1024,
  // Opened by path at run time; a bundler cannot follow that.
  serverExternalPackages: ['maxmind', 'pg', 'kysely', '@prometheus-io/client', '@markdoc/markdoc', 'yaml'],
  outputFileTracingIncludes: {
    '/**': [
      './content/**/*.{md,svg,yaml}',
      './components/art/drawings/**/*.svg',
      './node_modules/@ip-location-db/geo-whois-asn-country-mmdb/*.mmdb',
    ],
  },
  experimental: {
    // Next leaves one core to the process that waits for the others.
    cpus: availableParallelism(),
    // app/global-not-found.tsx: see there.
    globalNotFound: true,
    // The server writes to DATA_DIR only: its own folder may be read-only.
    isrFlushToDisk: false,
  },
  compiler: {
    async runAfterProductionCompile({ distDir }) {
      // Only needed for a build, and not installed in production.
      const { bundleBehaviours } = await import('./scripts/support/bundle-behaviours.ts')
      await bundleBehaviours(root, distDir)
      const { makePhotos } = await import('./lib/site/photos/make.ts')
      const made = await makePhotos(charityFolder, distDir)
      if (made > 0) console.log(`Made ${made} files of photographs.`)
    },
  },
  async headers() {
    return [{ source: '/:path*', headers: staticHeaders }]
  },
} satisfies NextConfig
