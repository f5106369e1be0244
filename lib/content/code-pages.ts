/** Pages that are code rather than a content file, and the addresses that are neither. Constants only. */
import { enquiryForms } from '#lib/content/form-ids.ts'

export type CodePage = {
  address: string
  /** For the breadcrumb, and the page's own title where content gives none. */
  title: string
  /** Whether search engines may list it. */
  indexable: boolean
  /**
   * A card is taken there: React takes over in the browser, and the policy carries a nonce and names Stripe. Every other page
   * is served without Next's client runtime.
   */
  hydrated?: true
  /** Rendered for each request, and personal only with a draft in it: a browser may keep it for Back (its back/forward cache). */
  keptForBack?: true
  /** A form of the page leads to Stripe's customer portal. */
  portal?: true
  /** Names of site.external whose origins the page may show in a frame. */
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

/** Answers that are no page. Content may link to them. */
export const codeRoutes: readonly string[] = ['/give']

export const codePage = (address: string): CodePage | undefined => codePages.find((page) => page.address === address)
