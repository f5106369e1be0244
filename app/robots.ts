/** /robots.txt: every page may be read; what is no page need not be asked for. Rendered on request, because SITE_URL is known then. */
import type { MetadataRoute } from 'next'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'

export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/give?'] }, sitemap: absoluteUrl('/sitemap.xml') }
}
