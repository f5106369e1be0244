/** /speculation-rules.json: what a browser may prefetch, named by the `Speculation-Rules` header of content pages. */
import { pages } from '#lib/site/content/index.ts'
import { prefetchRules } from '#lib/site/routes/index.ts'

export const dynamic = 'force-static'

export function GET(): Response {
  return new Response(JSON.stringify(prefetchRules(pages())), {
    headers: { 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=86400' },
  })
}
