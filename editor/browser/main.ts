/** The editing page: Sveltia CMS with the forms of our content. The page gives its settings in a script element (editor/page.ts). */
import type { CmsConfig, CustomPreviewTemplate } from '@sveltia/cms'
import { createElement } from 'react'
import { addressIn, translatedLanguages } from '#lib/platform/languages/index.ts'
import { fill, type Placeholders } from '#lib/site/content/placeholders.ts'
import { storyOrderName } from '#lib/site/content/schema.ts'
import {
  contentCollections,
  fileKinds,
  translationCollections,
  translationFormat,
  translationName,
} from '../collections.ts'
import { readFile, writeFile } from '../file-format.ts'
import { type EditorSettings, settingsId } from '../settings.ts'
import { orderFormat, readOrder, writeOrder } from '../story-order.ts'
import { readTranslation, writeTranslation } from '../translations.ts'
import { drawEchoes, guardSaves, showUndo, withOriginal } from './local.ts'
import { choicePicker, clothPicker, facePicker, marksPicker, momentPicker, nativePicker } from './pickers.tsx'
import { translationForm } from './translation-form.tsx'
import { completeWords } from './words.ts'

/** The real page beside its form, which reloads by itself after a save (editor/browser/reload.ts). `collection`: a name from editor/collections.ts. `fileOf`: the file of an entry by its slug. */
function showPage(
  collection: string,
  fileOf: (slug: string) => string,
  { placeholders, shownAt }: Pick<EditorSettings, 'placeholders' | 'shownAt'>,
): CustomPreviewTemplate {
  return ({ entry }) => {
    const slug = String(entry.get('slug'))
    const field = (name: string) => entry.getIn(['data', name])
    return frame(shownAt[fileOf(slug)] ?? addressOf(collection, slug, field, new Map(placeholders)))
  }
}

/** Where an edited file can be seen on the site: home for files that are no page. `field`: the value of a field of the file. */
function addressOf(collection: string, slug: string, field: (name: string) => unknown, known: Placeholders): string {
  const [kind, country] = collection.split('-')
  if (kind === 'stories' && country)
    return slug && slug !== storyOrderName ? `/${country}/stories/${slug}` : `/${country}`
  if (kind === 'posts') return `/${known.get('secondSlug')}${slug && `/${slug}`}`
  if (kind === 'forms') return `/forms/${slug}`
  const address = field('address') ?? field('href')
  if (typeof address === 'string' && address.startsWith('/')) return String(fill(address, known).value)
  return kind === 'camps' && country === undefined ? '/UpcomingCamps' : '/'
}

const showAddress =
  (address: string): CustomPreviewTemplate =>
  () =>
    frame(address)

/** The words stand behind the frame until it has a page. Another address is another frame, so that the page before does not stay while it loads. */
const frame = (src: string) =>
  createElement('div', {}, 'The page is loading…', createElement('iframe', { key: src, src, title: 'The page' }))

/** For the document that holds the frame. */
const previewStyle =
  'html, body { margin: 0; height: 100% } div { padding: 16px; font: 15px system-ui } iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0 }'

// Set before Sveltia reads its preferences: a form stays open after a save, with its page beside it.
const preferences = 'sveltia-cms.prefs'
const kept = JSON.parse(localStorage.getItem(preferences) ?? '{}')
localStorage.setItem(preferences, JSON.stringify({ closeOnSave: false, ...kept }))
const { default: CMS } = await import('@sveltia/cms')

const settings: EditorSettings = JSON.parse(document.getElementById(settingsId)?.textContent ?? '{}')
const placeholders = new Map(settings.placeholders)
const { stories } = settings.choices

for (const kind of fileKinds)
  CMS.registerCustomFormat(kind.name, kind.ending.slice(1), {
    fromFile: (text) => readFile(kind, text),
    toFile: withOriginal((values) =>
      writeFile(kind, values, { placeholders, currencies: settings.currencies }, new Date().toISOString().slice(0, 10)),
    ),
  })

for (const country of settings.choices.countries.map(({ value }) => String(value)))
  CMS.registerCustomFormat(orderFormat(country), 'yaml', {
    fromFile: (text) => readOrder(text, country, stories),
    toFile: withOriginal(writeOrder),
  })

CMS.registerCustomFormat(translationFormat, 'yaml', {
  fromFile: readTranslation,
  toFile: withOriginal((values) => writeTranslation(values, placeholders)),
})

CMS.registerFieldType('face', facePicker(settings.choices))
CMS.registerFieldType('cloth', clothPicker(settings.choices))
CMS.registerFieldType('choice', choicePicker(settings.choices))
CMS.registerFieldType('native', nativePicker(settings.choices))
CMS.registerFieldType('moment', momentPicker(settings.zone))
CMS.registerFieldType('marks', marksPicker)
CMS.registerFieldType('translation', translationForm)

const { collections, singletons } = contentCollections(settings.choices)
const config: CmsConfig = {
  load_config_file: false,
  backend: settings.backend,
  ...(settings.publishMode && { publish_mode: settings.publishMode }),
  app_title: 'Edit the site',
  site_url: settings.siteUrl,
  show_preview_links: false,
  media_folder: 'public/media',
  public_folder: '/media',
  media_libraries: {
    default: {
      config: {
        max_file_size: settings.maxFileBytes,
        slugify_filename: true,
        // Redrawn: upright, and without location and camera data.
        transformations: { raster_image: { format: 'webp', quality: 82, width: 2400, height: 2400 } },
      },
    },
    stock_assets: { providers: [] },
  },
  slug: { encoding: 'ascii', clean_accents: true },
  output: { omit_empty_optional_fields: true },
  // The page itself can only be shown where the site runs.
  editor: { preview: settings.token !== undefined },
  collections: [...collections, ...translationCollections(settings.originals)],
  singletons,
}

if (settings.token) {
  guardSaves()
  showUndo(settings.token)
  // Signs in automatically, with the token that the server on this machine made at its start.
  localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: 'gitea', token: settings.token }))
  CMS.registerPreviewStyle(previewStyle, { raw: true })
  for (const { name = '', ...at } of [...collections, ...singletons]) {
    const fileOf = (slug: string) => ('folder' in at ? `${at.folder}/${slug}.yaml` : 'file' in at ? at.file : '')
    CMS.registerPreviewTemplate(name, showPage(name, fileOf, settings))
  }
  for (const language of translatedLanguages)
    for (const { file, address = '/' } of settings.originals)
      CMS.registerPreviewTemplate(translationName(language, file), showAddress(addressIn(language, address)))
}
completeWords(placeholders, drawEchoes)
await CMS.init({ config })
