/** What the editing page must know, given by the server that makes it or written at the export. Types and constants only. */
import type { CmsConfig } from '@sveltia/cms'
import type { CurrencyTerms } from '#lib/site/content/currencies.ts'
import type { NamedList } from '#lib/site/content/fields.ts'

export type EditorSettings = {
  backend: CmsConfig['backend']
  publishMode?: 'editorial_workflow'
  siteUrl: string
  /** Placeholders and what they stand for. */
  placeholders: [name: string, word: string][]
  choices: Choices
  /** What can be translated. */
  originals: readonly OriginalName[]
  /** Pages that show files without an address of their own, by file. */
  shownAt: Readonly<Record<string, string>>
  /** The time zone of the organisation. */
  zone: string
  /** Without them no amount can be read. */
  currencies: readonly CurrencyTerms[]
  /** In bytes. */
  maxFileBytes: number
  /** Access token of the server on this machine. */
  token?: string
}

/** What follows from the content. */
export type EditorLists = Omit<EditorSettings, 'backend' | 'publishMode' | 'siteUrl' | 'maxFileBytes' | 'token'>

/** Fields that name an entry of one of these lists of other files are choices. */
export const chosenLists = [
  ...(['campCountries', 'countries', 'currencies', 'figures', 'liveFigures', 'milestones', 'offices'] as const),
  'reasons',
] as const satisfies readonly NamedList[]
export type ChoiceList = (typeof chosenLists)[number] | 'campaigns' | 'stories' | 'zones' | 'links'
export type Choices = Record<ChoiceList, readonly Choice[]>
/** `country`: of a story. `cloth`: of a country. */
export type Choice = { value: string | number; label: string; country?: string; cloth?: string }

/** `file`: content/pages/India.yaml. `address`: of what has one. `left`: by language what is still to be translated, in words. */
export type OriginalName = { file: string; label: string; address?: string; left: Readonly<Record<string, string>> }

/** What the server asks before it removes pages: `from`, their addresses; `near`, the address it suggests instead. */
export type Removal = { from: string[]; near: string; pages: { address: string; title: string }[] }

/** What the server asks when a file has changed since its form was opened. `seen`: hash of the file as it is now. `field`: blocks[2].heading */
export type Conflict = {
  file: string
  seen: string
  fields: { field: string; label: string; mine: string; theirs: string }[]
}

/** The answer: for each field whether the other text is kept. */
export type Decision = { seen: string; theirsAt: Record<string, boolean> }

/** Why nothing was published, in a sentence; and what has to be decided before. */
export type Refusal = { message: string; conflicts?: Conflict[] }

/** A value that was changed and still stands elsewhere, as `words`. `form`, `places`: addresses in the editor. `field`: blocks.2.price, of the changed form. */
export type Echo = {
  form: string
  field: string
  words: string
  places: { label: string; form: string }[]
  /** Further places. */
  more: number
}

/** Where a form carries the text of its file, so that saving can keep what was not edited. */
export const originalKey = '_original'

/** The one field of the form of a translation: the values of the file as JSON. */
export const translationField = 'translation'

/** Id of the script element that holds the settings as JSON. */
export const settingsId = 'editor-settings'

/** 20 MB, as in lib/site/content/checks/files.ts. Films belong to YouTube or Vimeo. */
export const maxFileBytes = 20_000_000
