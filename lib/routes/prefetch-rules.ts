/**
 * Which links a browser may prefetch when a visitor points at them: content pages of ours, which are alike for everybody
 * and change nothing by being read. https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
import { codePages, codeRoutes } from '#lib/content/code-pages.ts'

/** By which a page says where the rules are: a list of quoted addresses (app/speculation-rules.json). */
export const prefetchRulesHeader = ['speculation-rules', '"/speculation-rules.json"'] as const

/** Path patterns of what is rendered for one visitor, acts, or is a file. */
const excludedPaths = [
  ...codePages.map(({ address }) => address),
  ...codeRoutes,
  '/api/*',
  '/calendar/*',
  '/forms/*',
  '/gallery/*',
  '/_next/*',
  '/*.*',
]

/** Rules for hovering and pressing ("moderate"). A browser that saves data follows none. */
export const prefetchRules = {
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: excludedPaths } },
          { not: { selector_matches: 'a[href^="#"], a[href*="?"], a[target], a[download], a[rel~="nofollow"]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
} as const
