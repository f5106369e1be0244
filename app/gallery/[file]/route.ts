/** The gallery's drawn pictures as files, each drawn once at build time. */
import { createElement } from 'react'
import { DancePicture } from '#components/art/dance.tsx'
import { svgMarkup } from '#components/art/svg-markup.ts'
import { photos } from '#lib/content/index.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

const drawn = () =>
  photos().flatMap(({ id, picture }) => (picture.kind === 'drawn' ? [{ id, number: picture.number }] : []))

export const generateStaticParams = () => drawn().map(({ id }) => ({ file: `${id}.svg` }))

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const photo = drawn().find(({ id }) => file === `${id}.svg`)
  if (!photo) return new Response(null, { status: 404 })
  return new Response(svgMarkup(createElement(DancePicture, { number: photo.number })), {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      // Opened directly, an SVG is a document: it may load nothing.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}
