/** Serves a photo from external storage on our own origin: only then may a page show it, and a browser save it under a name. */

import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { photos } from '#lib/site/content/index.ts'
import { fetchStored, photoFile } from '#lib/site/gallery/index.ts'

export const GET = handled(answer)

async function answer(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const photo = photos().find((photo) => photoFile(photo).src === `/gallery/stored/${file}`)
  if (photo?.picture.kind !== 'stored') return problem(404, { detail: 'There is no such photo in the gallery.' })
  const stored = await fetchStored(photo.picture.href)
  if (!stored)
    return problem(502, {
      detail: 'The photo could not be fetched from where it is kept. Please try again in a minute.',
    })
  const way = new URL(request.url).searchParams.has('download') ? 'attachment' : 'inline'
  return new Response(stored.body, {
    headers: {
      'content-type': stored.type,
      'content-disposition': `${way}; filename="${photoFile(photo).saveAs}"`,
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    },
  })
}
