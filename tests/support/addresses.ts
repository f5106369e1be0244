/** Every address of the site that answers with a page, as the site itself lists them, and those that it keeps from search engines. */
import { enquiryForms } from '#lib/enquiries/form-ids.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'

const unlisted = [
  '/forms/newsletter',
  '/forms/newsletter/sent',
  ...enquiryForms.flatMap((id) => [`/forms/${id}`, `/forms/${id}/sent`]),
  '/DonateIndia/thank-you',
  '/Donate/thank-you',
  '/Event5kSponsorship/thank-you',
  '/FatherDaughterSponser/thank-you',
  '/search?q=cleft',
  '/FatherDaughterDanceGallery/photo/001',
  '/nowhere-at-all',
]

export async function everyAddress(): Promise<string[]> {
  const sitemap = await (await fetch(`http://localhost:${testPorts.site}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
  return [...new Set([...listed, ...unlisted])]
}
