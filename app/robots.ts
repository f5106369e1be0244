/** /robots.txt: all pages are allowed, API routes are not. Rendered on request, when SITE_URL is known. */
import type { MetadataRoute } from 'next'
import { absoluteUrl } from '#lib/site/routes/index.ts'

export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/give?', '/*/give?'] },
    sitemap: absoluteUrl('/sitemap.xml'),
  }
}
