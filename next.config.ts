import path from 'node:path'
import type { NextConfig } from 'next'
import { staticHeaders } from './lib/http/security-headers.ts'

export default {
  poweredByHeader: false,
  // proxy.ts decides every spelling in one hop.
  skipTrailingSlashRedirect: true,
  // Answers are compressed once per ETag by scripts/serve.ts, or by the host in front.
  compress: false,
  cacheHandler: path.join(import.meta.dirname, 'lib/http/csp-cache-handler.mjs'),
  // Opened by path at run time; a bundler would follow them in vain.
  serverExternalPackages: ['maxmind', 'pg', 'kysely', '@markdoc/markdoc', 'yaml'],
  outputFileTracingIncludes: {
    '/**': ['./content/**', './node_modules/@ip-location-db/geo-whois-asn-country-mmdb/*.mmdb'],
  },
  // app/global-not-found.tsx: see there.
  experimental: { globalNotFound: true },
  async headers() {
    return [{ source: '/:path*', headers: staticHeaders }]
  },
} satisfies NextConfig
