/** Pages implemented in code rather than content files, and addresses that are not pages. Search engines index none of them. */
import { enquiryForms } from '#lib/site/content/form-ids.ts'
import { paymentForm, thankYouAddress } from './giving-pages.ts'
import { type Country, countries, type Page } from './schema.ts'

export type CodePage = {
  address: string
  title: string
  /** Rendered per request, and not personal: browsers may keep it in the back/forward cache. */
  keptForBack?: true
}

/** A poster and cards for health workers. */
export const posterAddress = (country: Country) => `/${country}/poster`

const fixedPages: readonly CodePage[] = [
  ...countries.map((country): CodePage => ({ address: posterAddress(country), title: 'Poster', keptForBack: true })),
  { address: '/stop-gift', title: 'Stop a monthly gift' },
  { address: '/your-gifts', title: 'Your gifts' },
  { address: '/search', title: 'Search', keptForBack: true },
  { address: '/forms/newsletter', title: 'Newsletter sign-up', keptForBack: true },
  { address: '/forms/newsletter/yours', title: 'Your newsletter' },
  { address: '/forms/newsletter/sent', title: 'Newsletter sign-up received', keptForBack: true },
  ...enquiryForms.flatMap((id): CodePage[] => [
    { address: `/forms/${id}`, title: 'Write to us', keptForBack: true },
    { address: `/forms/${id}/sent`, title: 'Thank you', keptForBack: true },
  ]),
]

/** The name of a payment with this form on the thank-you page. */
const paymentTitle = {
  'donation-form': 'Your gift',
  'sponsorship-form': 'Your sponsorship',
} as const

/** `pages`: content pages; each with a payment form has a thank-you page. */
export function codePages(pages: readonly Pick<Page, 'address' | 'blocks'>[]): CodePage[] {
  const thankYouPages = pages.flatMap((page) => {
    const form = paymentForm(page)
    return form ? [{ address: thankYouAddress(page.address), title: paymentTitle[form.kind] }] : []
  })
  return [...fixedPages, ...thankYouPages]
}

/** Content pages that code links to: Home, and those in the footer, below forms and on error pages. */
export const alwaysNeeded: readonly string[] = ['/', '/ContactUs', '/PrivacyPolicy', '/Transparency']

/** Routes that are not pages. Content may link to them. */
export const codeRoutes: readonly string[] = ['/give']

/** First parts of addresses that belong to routes and files, so that no content page can use them. In lower case. */
export const reservedParts: readonly string[] = [
  '_next',
  'api',
  'apple-icon',
  'calendar',
  'feed',
  'forms',
  'gallery',
  'give',
  'giving',
  'icon',
  'icons',
  'manifest',
  'media',
  'not-found',
  'og',
  'page-not-found',
  'photos',
  'robots',
  'search',
  'server-error',
  'sitemap',
  'speculation-rules',
  'stop-gift',
  'thank-you',
  'your-gifts',
]

export const fixedPage = (address: string): CodePage | undefined => fixedPages.find((page) => page.address === address)
