/** /sitemap.xml: every indexed address in every language, with the day it last changed. Rendered on request, when SITE_URL is known. */
import type { MetadataRoute } from 'next'
import { addressIn } from '#lib/platform/languages/index.ts'
import { absoluteUrl, indexedAddresses } from '#lib/site/routes/index.ts'

export const dynamic = 'force-dynamic'

export default function sitemap(): MetadataRoute.Sitemap {
  return indexedAddresses().flatMap(({ address, updated, languages }) => {
    const urls = languages.map((language) => [language, absoluteUrl(addressIn(language, address))] as const)
    const alternates = urls.length > 1 ? { alternates: { languages: Object.fromEntries(urls) } } : {}
    return urls.map(([, url]) => ({ url, lastModified: updated, ...alternates }))
  })
}
