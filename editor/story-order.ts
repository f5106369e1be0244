/** The form that puts the stories of a country in order, between content/stories/{Country}/_order.yaml and a list of titles. Pure. */
import type { CollectionIndexFile } from '@sveltia/cms'
import { parse as parseYaml } from 'yaml'
import { isRecord } from '#lib/platform/narrow.ts'
import { storyOrderName, storyOrderSchema } from '#lib/site/content/schema.ts'
import { withValue } from '#lib/site/content/yaml-file.ts'
import { type Choice, originalKey } from './settings.ts'

export const orderFormat = (country: string): string => `story-order-${country}`

type Row = { title: string; address: string }

const rowsOf = (country: string, stories: readonly Choice[]): Row[] =>
  stories
    .filter((story) => story.country === country)
    .map(({ value, label }) => ({ title: label, address: `/${country}/stories/${value}` }))

/** It stands first in the list of stories. A country without the file gets it with the first save. */
export const orderForm = (country: string, stories: readonly Choice[]): CollectionIndexFile => ({
  name: storyOrderName,
  extension: 'yaml',
  format: orderFormat(country),
  label: 'Order of the stories',
  icon: 'swap_vert',
  fields: [
    {
      name: 'stories',
      label: 'Stories',
      hint: 'From first to last, as visitors see them. Drag a story by its handle, or use the arrow keys on it.',
      widget: 'list',
      allow_add: false,
      allow_remove: false,
      allow_duplicate: false,
      collapsed: true,
      summary: '{{fields.title}}',
      default: rowsOf(country, stories),
      fields: [
        { name: 'title', label: 'Title', widget: 'string', readonly: true },
        { name: 'address', widget: 'hidden' },
      ],
    },
  ],
})

/** Stories that the file does not name are last. */
export function readOrder(text: string, country: string, stories: readonly Choice[]): Record<string, unknown> {
  const named = storyOrderSchema.safeParse(parseYaml(text)).data?.stories ?? []
  const rank = ({ address }: Row) => (named.includes(address) ? named.indexOf(address) : named.length)
  return { stories: rowsOf(country, stories).toSorted((a, b) => rank(a) - rank(b)), [originalKey]: text }
}

export function writeOrder({ stories, [originalKey]: original }: Record<string, unknown>): string {
  const rows = Array.isArray(stories) ? stories.filter(isRecord) : []
  const next = { stories: rows.map(({ address }) => address) }
  return withValue(String(original ?? ''), next)
}
