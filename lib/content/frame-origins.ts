/** Which film providers' origins a page's Content-Security-Policy must let into a frame. Pure. */
import { filmOrigin } from './film-address.ts'
import type { Page, Video } from './schema.ts'

function videosOf(page: Pick<Page, 'blocks'>): Video[] {
  return page.blocks.flatMap((block) => {
    if (block.kind === 'videos') return block.videos
    if (block.kind === 'prose' && block.beside?.kind === 'video') return [block.beside.video]
    return []
  })
}

/** Full origins, each once, in the order of the page; none when the page's films are files of our own. */
export function frameOrigins(page: Pick<Page, 'blocks'>): string[] {
  return [...new Set(videosOf(page).flatMap(({ source }) => filmOrigin(source) ?? []))]
}
