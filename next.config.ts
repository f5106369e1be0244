import path from 'node:path'
import type { NextConfig } from 'next'
import { staticHeaders } from './lib/http/security-headers.ts'

const root = import.meta.dirname

export default {
  poweredByHeader: false,
  // proxy.ts decides every spelling in one hop.
  skipTrailingSlashRedirect: true,
  // Answers are compressed once per ETag by scripts/serve.ts, or by the host in front.
  compress: false,
  // Pictures are drawn as SVG: nothing is converted on request, and /_next/image is not there.
  images: { unoptimized: true },
  cacheHandler: path.join(root, 'lib/http/page-cache-handler.mjs'),
  // Opened by path at run time; a bundler would follow them in vain.
  serverExternalPackages: ['maxmind', 'pg', 'kysely', '@markdoc/markdoc', 'yaml'],
  outputFileTracingIncludes: {
    '/**': ['./content/**', './node_modules/@ip-location-db/geo-whois-asn-country-mmdb/*.mmdb'],
  },
  // app/global-not-found.tsx: see there.
  experimental: { globalNotFound: true },
  compiler: {
    async runAfterProductionCompile({ distDir }) {
      // Needed by a build only, and not installed where nothing is built.
      const { bundleBehaviours } = await import('./scripts/support/bundle-behaviours.ts')
      await bundleBehaviours(root, distDir)
    },
  },
  async headers() {
    return [{ source: '/:path*', headers: staticHeaders }]
  },
} satisfies NextConfig
