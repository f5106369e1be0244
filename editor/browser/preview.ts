/** Shows the real page beside its form. It reloads by itself after a save (editor/browser/reload.ts). */
import type { CustomPreviewTemplate } from '@sveltia/cms'
import { createElement } from 'react'
import { fill, type Placeholders } from '#lib/site/content/placeholders.ts'
import { storyOrderName } from '#lib/site/content/schema.ts'
import type { EditorSettings } from '../settings.ts'

/** `collection`: a name from editor/collections.ts. `fileOf`: the file of an entry by its slug. */
export function showPage(
  collection: string,
  fileOf: (slug: string) => string,
  { words, shownAt }: Pick<EditorSettings, 'words' | 'shownAt'>,
): CustomPreviewTemplate {
  return ({ entry }) => {
    const slug = String(entry.get('slug'))
    const field = (name: string) => entry.getIn(['data', name])
    return frame(shownAt[fileOf(slug)] ?? addressOf(collection, slug, field, new Map(words)))
  }
}

/** Where an edited file can be seen on the site: home for files that are no page. `field`: the value of a field of the file. */
function addressOf(collection: string, slug: string, field: (name: string) => unknown, words: Placeholders): string {
  const [kind, country] = collection.split('-')
  if (kind === 'stories' && country)
    return slug && slug !== storyOrderName ? `/${country}/stories/${slug}` : `/${country}`
  if (kind === 'posts') return `/${words.get('secondSlug')}${slug && `/${slug}`}`
  if (kind === 'forms') return `/forms/${slug}`
  const address = field('address') ?? field('href')
  if (typeof address === 'string' && address.startsWith('/')) return String(fill(address, words).value)
  return kind === 'camps' && country === undefined ? '/UpcomingCamps' : '/'
}

export const showAddress =
  (address: string): CustomPreviewTemplate =>
  () =>
    frame(address)

const frame = (src: string) => createElement('iframe', { src, title: 'The page' })

/** For the document that holds the frame. */
export const previewStyle =
  'html, body { margin: 0; height: 100% } iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: #fff }'
