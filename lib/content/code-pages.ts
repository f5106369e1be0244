/** Pages implemented in code rather than content files, and addresses that are not pages. Constants only. */
import { enquiryForms } from '#lib/content/form-ids.ts'

export type CodePage = {
  address: string
  /** For the breadcrumb, and as the page's title unless content provides one. */
  title: string
  /** Whether search engines may index it. */
  indexable: boolean
  /**
   * The page takes cards: it is hydrated by React, and its Content-Security-Policy has a nonce and allows Stripe. All other pages are
   * served without Next's client runtime.
   */
  hydrated?: true
  /** Rendered per request, and personal only if there is a draft: browsers may keep it in the back/forward cache. */
  keptForBack?: true
  /** A form of the page redirects to Stripe's customer portal. */
  portal?: true
  /** Names in site.external whose origins the page may frame. */
  frames?: readonly string[]
}

export const codePages: readonly CodePage[] = [
  { address: '/DonateIndia', title: 'Donate in India', indexable: true, hydrated: true },
  { address: '/DonateIndia/thank-you', title: 'Thank you', indexable: false },
  {
    address: '/Donate',
    title: 'Donate from the USA or anywhere',
    indexable: true,
    hydrated: true,
    frames: ['giving-form-usa'],
  },
  { address: '/Donate/thank-you', title: 'Your gift', indexable: false },
  { address: '/Event5kSponsorship', title: 'Sponsorship Registration', indexable: true, hydrated: true },
  { address: '/Event5kSponsorship/thank-you', title: 'Your sponsorship', indexable: false },
  { address: '/FatherDaughterSponser', title: 'Father Daughter Dance Sponsorship', indexable: true, hydrated: true },
  { address: '/FatherDaughterSponser/thank-you', title: 'Your sponsorship', indexable: false },
  { address: '/stop-gift', title: 'Stop a monthly gift', indexable: false },
  { address: '/change-gift', title: 'Change your monthly gift', indexable: false, portal: true },
  { address: '/search', title: 'Search', indexable: false, keptForBack: true },
  { address: '/forms/newsletter', title: 'Newsletter sign-up', indexable: false, keptForBack: true },
  { address: '/forms/newsletter/sent', title: 'Newsletter sign-up received', indexable: false, keptForBack: true },
  ...enquiryForms.flatMap((id): CodePage[] => [
    { address: `/forms/${id}`, title: 'Write to us', indexable: false, keptForBack: true },
    { address: `/forms/${id}/sent`, title: 'Thank you', indexable: false, keptForBack: true },
  ]),
]

/** Routes that are not pages. Content may link to them. */
export const codeRoutes: readonly string[] = ['/give']

export const codePage = (address: string): CodePage | undefined => codePages.find((page) => page.address === address)
