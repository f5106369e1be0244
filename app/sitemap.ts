/** /sitemap.xml: every indexed address, with the day it last changed. Rendered on request, when SITE_URL is known. */
import type { MetadataRoute } from 'next'
import { indexedAddresses } from '#lib/routes/index.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'

export const dynamic = 'force-dynamic'

export default function sitemap(): MetadataRoute.Sitemap {
  return indexedAddresses().map(({ address, updated }) => ({ url: absoluteUrl(address), lastModified: updated }))
}
