/** GET /suggestions/en.json: what the search field suggests in a language. Each title with the phrases by which people ask for it. */
import { handled } from '#lib/platform/http/failure.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { isLanguage } from '#lib/platform/languages/index.ts'
import { suggestions } from '#lib/site/search/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(async (_: Request, { params }: { params: Promise<{ file: string }> }) => {
  const [language, extension] = (await params).file.split('.')
  if (!isLanguage(language) || extension !== 'json') return new Response(null, { status: 404 })
  return Response.json(inLanguage(language, suggestions), { headers: { 'cache-control': 'public, max-age=3600' } })
})
