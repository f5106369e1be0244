/** /sitemap.xml: every address that may be listed, with the day its words last changed. Rendered on request, because SITE_URL is known then. */
import type { MetadataRoute } from 'next'
import { formPages, indiaGiving } from '#lib/content/index.ts'
import { indexedAddresses } from '#lib/routes/index.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'

export const dynamic = 'force-dynamic'

export default function sitemap(): MetadataRoute.Sitemap {
  const updatedOf = Object.fromEntries(formPages().map(({ address, updated }) => [address, updated]))
  return indexedAddresses({ ...updatedOf, '/DonateIndia': indiaGiving().updated }).map(({ address, updated }) => ({
    url: absoluteUrl(address),
    ...(updated && { lastModified: updated }),
  }))
}
