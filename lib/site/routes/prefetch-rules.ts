/**
 * Speculation rules: browsers may prefetch content pages, which are the same for everybody and have no side effects, when a visitor
 * points at a link. https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
import { codePages, codeRoutes } from '#lib/site/content/addresses.ts'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** Path patterns of personal pages, actions and files. */
const excludedPaths = (pages: readonly Pick<Page, 'address' | 'blocks'>[]) => [
  ...[...pages.filter(isGivingPage), ...codePages(pages)].map(({ address }) => address),
  ...codeRoutes,
  '/api/*',
  '/calendar/*',
  '/forms/*',
  '/gallery/*',
  '/_next/*',
  '/*.*',
]

/** On hover and pointer down ("moderate"). Browsers with data saving ignore them. */
export const prefetchRules = (pages: readonly Pick<Page, 'address' | 'blocks'>[]) =>
  ({
    prefetch: [
      {
        source: 'document',
        where: {
          and: [
            { href_matches: '/*' },
            { not: { href_matches: excludedPaths(pages) } },
            { not: { selector_matches: 'a[href^="#"], a[href*="?"], a[target], a[download], a[rel~="nofollow"]' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  }) as const
