/** /sitemap.xml: every address that may be listed, with the day its words last changed. Rendered on request, because SITE_URL is known then. */
import type { MetadataRoute } from 'next'
import { indexedAddresses } from '#lib/routes/index.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'

export const dynamic = 'force-dynamic'

export default function sitemap(): MetadataRoute.Sitemap {
  return indexedAddresses().map(({ address, updated }) => ({ url: absoluteUrl(address), lastModified: updated }))
}
