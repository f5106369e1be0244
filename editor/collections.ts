/** The editor's collections: every file of content/, from the table that the loader reads (lib/site/content/registry.ts). Pure. */
import type { Collection, CollectionFile, Field } from '@sveltia/cms'
import type { z } from 'zod'
import { translatedLanguages } from '#lib/platform/languages/index.ts'
import { markdown } from '#lib/site/content/fields.ts'
import { contentFiles, contentFolders } from '#lib/site/content/registry.ts'
import { translationFileOf } from '#lib/site/content/translation.ts'
import { photosAddress, photosFolder } from '#lib/site/photos/files.ts'
import { fieldOf, fieldsOf } from './fields.ts'
import { labelsOf, nameOf } from './labels.ts'
import { type Choices, type OriginalName, translationField } from './settings.ts'
import { orderForm } from './story-order.ts'

/** A kind of file: how it is written and read. */
export type FileKind = { name: string; schema: z.ZodType; ending: '.yaml' | '.md' }

/** Files whose names are known to code: they can be edited, but not added or removed. */
const fixedFolders: readonly string[] = ['forms']

/** Folders for pictures in texts and in picture fields. */
const photoFolders = { media_folder: `/${photosFolder}`, public_folder: photosAddress }

/** Folders with a folder for each country in them. */
const byCountry: readonly string[] = ['stories']

/** One for each folder and each single file. Their names are those of the editor's file formats. */
export const fileKinds: readonly FileKind[] = [
  ...Object.entries(contentFolders).map(([name, { ending, schema }]) => ({ name, ending, schema })),
  ...Object.entries(contentFiles).map(([file, { schema }]) => ({
    name: kindOfFile(file),
    ending: '.yaml' as const,
    schema,
  })),
]

/** giving/reasons.yaml -> giving-reasons-file. There is a folder camps as well as a file camps.yaml. */
export function kindOfFile(file: string): string {
  return `${file.replace(/\.yaml$/, '').replaceAll('/', '-')}-file`
}

/** The address of a file's form within the editor. `file`: content/pages/India.yaml */
export function formOf(file: string): string {
  const [folder = '', ...names] = file.replace(/^content\/|\.\w+$/g, '').split('/')
  const slug = names.pop()
  return slug && folder in contentFolders
    ? `#/collections/${[folder, ...names].join('-')}/entries/${slug}`
    : `#/collections/_singletons/entries/${kindOfFile(file.replace('content/', ''))}`
}

/** `stories`: all of them, for the forms that put them in order. */
export function contentCollections({ countries, stories }: Pick<Choices, 'countries' | 'stories'>): {
  collections: Collection[]
  singletons: CollectionFile[]
} {
  const folders = Object.entries(contentFolders).flatMap(([name, { ending, schema }]): Collection[] => {
    const kind: FileKind = { name, ending, schema }
    if (!byCountry.includes(name)) return [folderOf(kind, name, `content/${name}`, labelsOf([name]).label)]
    return countries.map(({ value: country, label }) => ({
      ...folderOf(kind, `${name}-${country}`, `content/${name}/${country}`, `${labelsOf([name]).label}: ${label}`),
      index_file: orderForm(String(country), stories),
    }))
  })
  const singletons = Object.entries(contentFiles).map(([file, { schema }]): CollectionFile => {
    const name = kindOfFile(file)
    return {
      name,
      label: labelsOf([name]).label,
      file: `content/${file}`,
      format: name,
      ...photoFolders,
      fields: fieldsOf(schema, [name]),
    }
  })
  return { collections: folders, singletons }
}

function folderOf({ name: format, ending, schema }: FileKind, name: string, folder: string, label: string): Collection {
  const fixed = fixedFolders.includes(format)
  return {
    name,
    label,
    label_singular: nameOf(format, 'one'),
    folder,
    format,
    ...photoFolders,
    // Translations are in the same folder, but listed in separate collections.
    filter: { field: 'slug', pattern: `^(?!(?:${translatedLanguages.join('|')})-${format}-)` },
    create: !fixed,
    delete: !fixed,
    identifier_field: 'title',
    summary: '{{title}}',
    slug: {
      template: '{{title}}',
      editable: ['create'],
      hint: 'Part of the address: small letters, digits and hyphens. It never changes afterwards.',
      pattern: [/^[a-z0-9][a-z0-9-]*$/, 'Small letters, digits and hyphens only.'],
    },
    fields: ending === '.md' ? withText(fieldsOf(schema, [format]), format) : fieldsOf(schema, [format]),
  }
}

/** The text of a story or post comes after the sentences about it. */
function withText(fields: Field[], format: string): Field[] {
  const picture = fields.findIndex(({ name }) => name === 'picture')
  return fields.toSpliced(picture, 0, bodyField(format))
}

const bodyField = (format: string): Field => fieldOf('body', markdown, [format, 'body'])

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export const translationFormat = 'translation-yaml'

/** One collection for each language, with the translation of each file. */
export function translationCollections(originals: readonly OriginalName[]): Collection[] {
  return translatedLanguages.map((language) => ({
    name: `translations-${language}`,
    label: `In ${languageNames.of(language)}`,
    label_singular: 'Translation',
    files: originals.map(({ file, label, left }) => ({
      name: translationName(language, file),
      label: left[language] ? `${label} (${left[language]})` : label,
      file: translationFileOf(file, language),
      format: translationFormat,
      fields: [{ name: translationField, label: 'Texts', widget: 'translation', file, language } as unknown as Field],
    })),
  }))
}

/** content/pages/India.yaml -> hi-pages-India */
export const translationName = (language: string, file: string): string =>
  `${language}-${file.replace(/^content\/|\.\w+$/g, '').replaceAll('/', '-')}`
