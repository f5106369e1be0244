/** The gallery's drawn pictures as files, each drawn once: the first ones at build time. */
import { dancePicture } from '#components/art/dance.ts'
import { photos } from '#lib/site/content/index.ts'
import { prebuilt } from '#lib/site/content/pagination.ts'

export const dynamic = 'force-static'
export const dynamicParams = true

export function generateStaticParams() {
  const built = photos().slice(0, prebuilt.photos)
  return built.flatMap(({ id, picture }) => (picture.kind === 'drawn' ? [{ file: `${id}.svg` }] : []))
}

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const picture = photos().find(({ id }) => file === `${id}.svg`)?.picture
  if (picture?.kind !== 'drawn') return new Response(null, { status: 404 })
  return new Response(dancePicture(picture.number), {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      // Opened directly, an SVG is a document: it may load nothing.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}
