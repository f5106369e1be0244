/** Pages that are code rather than a content file, and the addresses that are neither. Constants only. */
import { enquiryForms } from '#lib/enquiries/form-ids.ts'

export type CodePage = {
  address: string
  /** For the breadcrumb, and the page's own title where content gives none. */
  title: string
  /** Whether search engines may list it. */
  indexable: boolean
  /** Rendered for each request, so its policy carries a nonce; `stripe` also lets Stripe's script and frames in, `portal` a form that leads to Stripe's customer portal. */
  dynamic: false | 'plain' | 'stripe' | 'portal'
  /** Names of site.external whose origins the page may show in a frame. */
  frames?: readonly string[]
}

export const codePages: readonly CodePage[] = [
  { address: '/DonateIndia', title: 'Donate in India', indexable: true, dynamic: 'stripe' },
  { address: '/DonateIndia/thank-you', title: 'Thank you', indexable: false, dynamic: 'plain' },
  {
    address: '/Donate',
    title: 'Donate from the USA or anywhere',
    indexable: true,
    dynamic: 'stripe',
    frames: ['giving-form-usa'],
  },
  { address: '/Donate/thank-you', title: 'Your gift', indexable: false, dynamic: 'plain' },
  { address: '/Event5kSponsorship', title: 'Sponsorship Registration', indexable: true, dynamic: 'stripe' },
  { address: '/Event5kSponsorship/thank-you', title: 'Your sponsorship', indexable: false, dynamic: 'plain' },
  { address: '/FatherDaughterSponser', title: 'Father Daughter Dance Sponsorship', indexable: true, dynamic: 'stripe' },
  { address: '/FatherDaughterSponser/thank-you', title: 'Your sponsorship', indexable: false, dynamic: 'plain' },
  { address: '/stop-gift', title: 'Stop a monthly gift', indexable: false, dynamic: 'portal' },
  { address: '/search', title: 'Search', indexable: false, dynamic: 'plain' },
  { address: '/forms/newsletter', title: 'Newsletter sign-up', indexable: false, dynamic: 'plain' },
  { address: '/forms/newsletter/sent', title: 'Newsletter sign-up received', indexable: false, dynamic: 'plain' },
  ...enquiryForms.flatMap((id): CodePage[] => [
    { address: `/forms/${id}`, title: 'Write to us', indexable: false, dynamic: 'plain' },
    { address: `/forms/${id}/sent`, title: 'Thank you', indexable: false, dynamic: 'plain' },
  ]),
]

/** Answers that are no page. Content may link to them. */
export const codeRoutes: readonly string[] = ['/give']

export const codePage = (address: string): CodePage | undefined => codePages.find((page) => page.address === address)
