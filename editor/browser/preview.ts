/** Shows the real page beside its form. It reloads by itself after a save (editor/browser/reload.ts). */
import type { CustomPreviewTemplate } from '@sveltia/cms'
import { createElement } from 'react'
import { addressOf } from '../page-address.ts'
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

export const showAddress =
  (address: string): CustomPreviewTemplate =>
  () =>
    frame(address)

const frame = (src: string) => createElement('iframe', { src, title: 'The page' })

/** For the document that holds the frame. */
export const previewStyle =
  'html, body { margin: 0; height: 100% } iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: #fff }'
