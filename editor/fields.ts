/** A form field of the editor for each field of a content schema. Pure. */
import type { Field } from '@sveltia/cms'
import { type FieldKind, kindOf, menuGroups, pattern, text } from '#lib/site/content/fields.ts'
import { contentFolders } from '#lib/site/content/registry.ts'
import type { Mark } from '#lib/site/content/state.ts'
import { definition, type Schema } from '#lib/site/content/walk.ts'
import { labelsOf, nameOf, type Place, summaryOf } from './labels.ts'
import { limitsOf, memberName, membersOf, shapeOf, unwrap } from './schema.ts'
import { type ChoiceList, chosenLists } from './settings.ts'

/** If a field can be a group or a text, this field of the form says which. */
export const memberKey = 'kind'

/** The fields of a group. `place`: where it stands, for labels. */
export function fieldsOf(schema: Schema, place: Place): Field[] {
  const fields = (members: readonly [string, Schema][]) =>
    members.map(([name, field]) => fieldOf(name, field, [...place, name]))
  if (!isEntry(schema)) return [...fields(shapeOf(schema)), ...markFields(schema, place)]
  const names = foldedNames(schema)
  const { words, facts, folded } = Object.groupBy(shapeOf(schema), ([name]) => {
    if (names.includes(name)) return 'folded'
    return name === 'updated' ? 'saved' : requiredFacts.includes(name) ? 'facts' : 'words'
  })
  return [
    ...fields(words ?? []),
    ...fields(facts ?? []),
    field(
      foldedKey,
      { label: 'Draft, dates and more', required: true },
      {
        widget: 'object',
        fields: fields(folded ?? []),
        collapsed: true,
        summary: "{{fields.draft | ternary('A draft', 'Not a draft')}}",
      },
    ),
    ...markFields(schema, place),
  ]
}

/** In the form, the field that holds what is folded below the words of a page, story, post, event or campaign. */
export const foldedKey = 'folded'
const optionalFacts =
  'aliases parent locale draft publishFrom publishUntil quickExit reviewBy source confirmedBy'.split(' ')
const requiredFacts = ['address', 'card']

/** Whether it is the schema of a whole file with facts of its own, such as a page. */
const isEntry = (schema: Schema) => shapeOf(schema).some(([name]) => name === 'publishFrom')

/** A country that may be left out is that of a country's own page. */
export const foldedNames = (schema: Schema): string[] =>
  shapeOf(schema).flatMap(([name, field]) =>
    isEntry(schema) && [...optionalFacts, 'country'].includes(name) && unwrap(field).optional ? name : [],
  )

const markHints: Record<Mark, string> = {
  sample: 'Visitors do not see it. Take the mark away when you put in the real value.',
  labelled: 'Visitors read that it is a sample. Take the mark away when it is real.',
  review: 'Wording that the organisation has not read yet. Take the mark away once you have.',
}

/** The marks of fields that are not real yet; see content/README.md. Shown only if there is one. */
function markFields(schema: Schema, place: Place): Field[] {
  const names = shapeOf(schema).map(([name]) => name)
  // Smaller groups, such as a link with its label, are marked by the group around them.
  if (names.length < 2 || names.join() === 'label,href') return []
  const folder = place.length === 1 && Object.entries(contentFolders).find(([name]) => name === place[0])?.[1]
  if (folder && folder.ending === '.md') names.push('body')
  const marked = names.map((name) => ({ label: labelsOf([...place, name]).label, value: name }))
  const options = [{ label: 'Everything', value: wholeGroup }, ...marked]
  return Object.entries(markHints).map(
    ([name, hint]) =>
      ({ name, label: nameOf(name), hint, widget: 'marks', required: false, options }) as unknown as Field,
  )
}

/** How the form shows `sample: true`. */
export const wholeGroup = '*'

/** @throws for a kind of schema that the editor has no form field for. */
export function fieldOf(name: string, schema: Schema, place: Place): Field {
  const { inner, optional, standard } = unwrap(schema)
  const { label, hint } = labelsOf(place)
  const common = {
    label,
    required: !optional,
    ...(hint && { hint }),
    ...(standard !== undefined &&
      typeof standard !== 'object' &&
      definition(inner).type !== 'union' && { default: standard }),
  }
  return field(name, common, widgetOf(inner, place))
}

/** The part of a field that depends on its kind. Sveltia's own type is a union too large to build step by step. */
type Widget = { widget: string; [option: string]: unknown }

const field = (name: string, common: object, widget: Widget) => ({ name, ...common, ...widget }) as Field

function widgetOf(schema: Schema, place: Place): Widget {
  const def = definition(schema)
  const many = def.type === 'array'
  const list = choiceListOf(many ? unwrap(def.element).inner : schema, place)
  if (list) return { widget: 'choice', list, many }
  switch (def.type) {
    case 'string':
      return textField(schema, place)
    case 'number': {
      if (place.at(-1) === 'look') return { widget: 'face' }
      if (/^presets?$/.test(place.at(-1) ?? '')) return { widget: 'select', options: presetOptions }
      const { minimum, maximum } = limitsOf(schema)
      return { widget: 'number', value_type: 'int', ...range('min', minimum, 'max', maximum) }
    }
    case 'boolean':
      return { widget: 'boolean' }
    case 'literal':
      if (def.values[0] === true) return { widget: 'boolean' }
      return { widget: 'select', options: def.values.map(option) }
    case 'enum':
      if (schema === pattern && place.at(-1) !== 'home') return { widget: 'cloth' }
      return { widget: 'select', options: Object.values(def.entries).map(option) }
    // An amount of money.
    case 'custom':
      return {
        widget: 'string',
        pattern: [String.raw`^[^\d\s]{1,5}\s?\d[\d,]*(\.\d{1,2})?$`, 'An amount with its currency, such as $10,000.'],
      }
    case 'object':
      return {
        widget: 'object',
        fields: fieldsOf(schema, place),
        collapsed: 'auto',
        ...summaryOf(schema),
      }
    case 'union':
      return { widget: 'object', ...variants(schema, place) }
    case 'array': {
      const folder = referredFolder(def.element)
      if (folder) return { widget: 'relation', multiple: true, ...referenceTo(folder) }
      const { minimum, maximum } = limitsOf(schema)
      return {
        widget: 'list',
        label_singular: nameOf(labelsOf(place).label, 'one').toLowerCase(),
        ...range('min', minimum, 'max', maximum),
        ...entriesOf(def.element, place),
      }
    }
    case 'tuple':
      return {
        widget: 'list',
        min: def.items.length,
        max: def.items.length,
        field: entryField(def.items[0] as Schema, place),
      }
    case 'record':
      return {
        widget: 'list',
        fields: [
          field(recordKey, { label: 'Name', required: true }, widgetOf(def.keyType, [...place, recordKey])),
          ...(shapeOf(def.valueType).length > 0
            ? fieldsOf(def.valueType, place)
            : [fieldOf(recordValue, def.valueType, [...place, recordValue])]),
        ],
        collapsed: true,
        summary: `{{fields.${recordKey}}}`,
      }
    default:
      throw new Error(`The editor has no form field for ${place.join('.')} (${def.type})`)
  }
}

/** The list of a field's possible values, if its entries are not files. */
function choiceListOf(schema: Schema, place: Place): ChoiceList | undefined {
  if (place.slice(-2).join('.') === 'stories.only') return 'stories'
  const { form, list } = kindOf(schema)
  return form === 'zone' ? 'zones' : chosenLists.find((known) => known === list)
}

const presetOptions = ['First', 'Second', 'Third', 'Fourth'].map((place, index) => ({
  label: `${place} amount of the donation forms`,
  value: index + 1,
}))

/** In the form, a group with free names is a list, and the name is a field of each entry. */
export const recordKey = 'name'
export const recordValue = 'value'

const option = (value: unknown) => ({ label: nameOf(String(value)), value })

function entriesOf(element: Schema, place: Place) {
  const { inner } = unwrap(element)
  if (definition(inner).type === 'union') return { ...variants(inner, place), collapsed: true }
  if (definition(inner).type === 'object')
    return { fields: fieldsOf(inner, place), collapsed: true, ...summaryOf(inner) }
  return { field: entryField(inner, place) }
}

const entryField = (schema: Schema, place: Place) =>
  field('entry', { label: nameOf(place.at(-1) ?? '', 'one'), required: true }, widgetOf(schema, place))

/** The kinds of a union, such as the blocks of a page, which are in the order of their menu. */
function variants(schema: Schema, place: Place) {
  const { by, members } = membersOf(schema)
  const rank = (member: Schema) => {
    const { menu } = kindOf(member)
    return menu ? menuGroups.indexOf(menu.among) : 0
  }
  return {
    typeKey: by ?? memberKey,
    types: members
      .toSorted((a, b) => rank(a) - rank(b))
      .map((member) => {
        const name = memberName(member, by)
        const fields = shapeOf(member)
          .filter(([field]) => field !== by)
          .map(([field, inner]) => fieldOf(field, inner, [...place, name, field]))
        if (definition(member).type !== 'object' && definition(member).type !== 'boolean')
          fields.push(fieldOf(recordValue, member, [...place, recordValue]))
        return {
          name,
          label: labelsOf([...place, name]).label,
          ...summaryOf(member),
          ...(fields.length > 0 && { fields }),
        }
      }),
  }
}

/** The folder whose files a field names. */
function referredFolder(schema: Schema): string | undefined {
  const { list } = kindOf(schema)
  return list !== 'forms' && list && list in contentFolders ? list : undefined
}

const referenceTo = (folder: string) => ({
  collection: folder,
  value_field: '{{slug}}',
  display_fields: ['title'],
  search_fields: ['title'],
})

/** The id of a film elsewhere, for which its whole address may be pasted. */
const isFilmId = (place: Place) => /^(?:youtube|youtube-playlist|vimeo)\.id$/.test(place.slice(-2).join('.'))

/** Longest text that a single line is enough for. */
const oneLine = 160

/** The kinds of text that have a field of their own. */
const textWidgets: Record<Exclude<FieldKind['form'], 'zone' | undefined>, Widget> = {
  day: { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' },
  moment: { widget: 'moment' },
  time: { widget: 'native', type: 'time' },
  month: { widget: 'native', type: 'month' },
  link: { widget: 'native', type: 'text', list: 'links' },
  markdown: { widget: 'markdown', modes: ['raw', 'rich_text'] },
  photo: { widget: 'image', choose_url: false },
}

function textField(schema: Schema, place: Place): Widget {
  const folder = referredFolder(schema)
  if (folder) return { widget: 'relation', ...referenceTo(folder) }
  const { form: formField } = kindOf(schema)
  if (formField && formField !== 'zone') return textWidgets[formField]
  const { maximum, pattern: rule } = limitsOf(schema)
  if (rule?.[0].startsWith(String.raw`^\/media\/`))
    return { widget: 'file', choose_url: false, media_folder: '/public/media', public_folder: '/media' }
  const lengths = maximum === undefined ? {} : { maxlength: maximum }
  if (rule && isFilmId(place)) return { widget: 'string', pattern: [`${rule[0]}|^https?://\\S+$`, sentence(rule[1])] }
  const form = rule && { pattern: [orPlaceholder(rule[0]), sentence(rule[1])] }
  if (schema === text || (maximum ?? 0) > oneLine) return { widget: 'text', ...lengths, ...form }
  return { widget: 'string', ...lengths, ...form }
}

/** Rules apply to the text after its placeholders are filled, so a text with a placeholder passes. */
const orPlaceholder = (rule: string) => String.raw`\{[A-Za-z][\w:-]*\}|${rule}`

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

function range<Low extends string, High extends string>(
  low: Low,
  minimum: number | undefined,
  high: High,
  maximum: number | undefined,
) {
  return { ...(minimum !== undefined && { [low]: minimum }), ...(maximum !== undefined && { [high]: maximum }) }
}
