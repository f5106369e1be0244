/** Shows the real page beside its form. It reloads by itself after a save (editor/browser/reload.ts). */
import type { CustomPreviewTemplate } from '@sveltia/cms'
import { createElement } from 'react'
import type { Words } from '#lib/site/content/placeholders.ts'
import { addressOf } from '../page-address.ts'

/** `collection`: a name from editor/collections.ts. */
export function showPage(collection: string, words: Words): CustomPreviewTemplate {
  return ({ entry }) =>
    frame(addressOf(collection, String(entry.get('slug')), (field) => entry.getIn(['data', field]), words))
}

export const showAddress =
  (address: string): CustomPreviewTemplate =>
  () =>
    frame(address)

const frame = (src: string) => createElement('iframe', { src, title: 'The page' })

/** For the document that holds the frame. */
export const previewStyle =
  'html, body { margin: 0; height: 100% } iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: #fff }'
