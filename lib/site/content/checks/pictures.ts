/** The people and photos that pages show. */
import { filmsOfBlocks } from '#lib/site/content/films.ts'
import type { Content } from '#lib/site/content/load.ts'
import { partOf, storiesOn } from '#lib/site/content/pagination.ts'
import type { Problem } from '#lib/site/content/problem.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { type Found, type Place, type Portrait, tell } from './found.ts'

/** Each photo has its own address, and a gallery needs photos. */
export function checkGallery({ entries, photos }: Content): Problem[] {
  return entries.flatMap(({ page, source }) => {
    const problems = (page?.blocks ?? []).flatMap((block, index) =>
      block.kind === 'gallery' && photos.length === 0
        ? [source.problem(['blocks', index, 'kind'], 'there is no photo to show: content/gallery.yaml does not exist')]
        : [],
    )
    if (source.file !== 'content/gallery.yaml') return problems
    const first = new Map(photos.map(({ id }, index) => [id, index] as const).reverse())
    const twice = photos.flatMap(({ id }, index) =>
      first.get(id) !== index ? [source.problem(['photos', index, 'id'], `there is another photo ${id}`)] : [],
    )
    return [...problems, ...twice]
  })
}

/** All portraits on a page must be different people, including those of the stories and the films it shows. */
export function checkPortraits({ portraits }: Found, content: Content): Problem[] {
  const inStories = new Map(
    portraits.flatMap((place) => (place.entry.story ? [[place.entry.story, place] as const] : [])),
  )
  const ofStories = ({ address, blocks }: Page): Place<Portrait>[] =>
    blocks
      .flatMap((block) => (block.kind === 'stories' ? storiesOn(block, content.stories, partOf(address).page) : []))
      .flatMap((story) => inStories.get(story) ?? [])
  const ofFilms = (page: Page): Place<Portrait>[] => {
    const films = filmsOfBlocks(page.blocks, content)
    return portraits.filter(({ entry }) => entry.film && films.includes(entry.film))
  }
  // Each page of a long list by itself: there are not as many portraits as there may be stories.
  return content.pages.flatMap((page) => {
    // The social card is drawn separately, so it may repeat a person of the page.
    const own = portraits.filter(({ entry, path }) => entry.page === page && path[0] === 'blocks')
    const seen = new Map<string, Place<Portrait>>()
    return [...own, ...ofStories(page), ...ofFilms(page)].flatMap((place) => {
      const { who, look } = place.value
      const first = seen.get(`${who} ${look}`)
      if (!first) seen.set(`${who} ${look}`, place)
      if (!first || first === place) return []
      const { file, line } = tell(first, '')
      return [
        tell(
          { ...place, path: [...place.path, 'look'] },
          `${page.address} shows this ${who} twice (also ${file}:${line}): choose another look`,
        ),
      ]
    })
  })
}
