/**
 * The files that the editor may read and change: content/ and public/media in the project. A change is checked as a whole before any
 * file is written, and can be undone.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dayInWords } from '#lib/platform/dates.ts'
import { translatedLanguages } from '#lib/platform/languages/index.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { contentTexts, filesIn, siteFiles } from '#lib/site/content/checks/files.ts'
import type { PublicFiles } from '#lib/site/content/checks/found.ts'
import { checkContent } from '#lib/site/content/checks/index.ts'
import { addressesWithoutPage, checkHistory, formerOf } from '#lib/site/content/checks/links.ts'
import { addressed, type Content } from '#lib/site/content/content.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { parseChanged } from '#lib/site/content/parse.ts'
import type { Problem } from '#lib/site/content/problem.ts'
import { translationFileOf } from '#lib/site/content/translation.ts'
import { withValue } from '#lib/site/content/yaml-file.ts'
import { movedTexts, redirectsFile, withRedirect } from './addresses.ts'
import { kindOfFile } from './collections.ts'
import { type Changed, changedValues, echoesOf } from './echoes.ts'
import { explained, fileInWords } from './explained.ts'
import { valuesIn } from './file-format.ts'
import { labelsOf } from './labels.ts'
import type { Echo, Removal } from './settings.ts'

/** Removes the file where there is no `data`. Paths are relative to the project, with forward slashes. */
export type Change = { path: string; data: Buffer | undefined }

type TreeFile = { path: string; sha: string; size: number }

type Refused = { ok: false; message: string }
type Result = { ok: true } | Refused

/** `changes`: all that was written. `removal`: the save removes pages, and waits for where their visitors should go. */
type Saved = { ok: true; changes: readonly Change[] } | { ok: false; message: string; removal?: Removal }

type CheckedContent = { content?: Content; problems: readonly Problem[]; warnings: readonly Problem[] }

/** A save that can be undone: what each file held before and after it. */
type Save = {
  title: string
  at: Date
  /** What to consider, in sentences. */
  warnings: string[]
  values: Changed[]
  files: { path: string; before: Buffer | undefined; after: Buffer | undefined }[]
}

/** The latest values are searched for. */
const maxValues = 30

/** `from`: the name of the file with the new text, in the folder of the save; none if the file is removed. */
type Step = { file: string; from?: string }
const stepsFile = 'steps.json'

function writeDurably(file: string, data: Buffer) {
  const opened = openSync(file, 'w')
  try {
    for (let written = 0; written < data.length; ) written += writeSync(opened, data, written)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

const editable =
  /^(?:content\/(?:[\w-]+\/)*[\w-]+(?:\.[a-z]{2,3})?\.(?:yaml|md)|content\/photos\/(?:[\w-]+\/)*[\w-][\w.-]*\.(?:avif|heic|heif|jpe?g|png|webp)|public\/media\/(?:[\w-]+\/)*[\w-][\w.-]*\.(?:avif|webp|jpe?g|png|svg|pdf|mp4|webm|vtt))$/i
/** Their files are not text. */
const mediaFolders = /^(?:content\/photos|public\/media)\//

export class WorkingTree {
  readonly #project: string
  readonly #hashes = new Map<string, { stamp: string; sha: string }>()
  readonly #saves: Save[] = []
  readonly #started = Date.now()
  readonly #parse = parseChanged()
  #writes = 0
  /** The last check of all files, and which files it read. */
  #checked: { files: string; found: CheckedContent } | undefined

  /** `project`: absolute path of the folder that has content/ and public/ in it. */
  constructor(project: string) {
    this.#project = project
    this.#finish()
  }

  /** As it is now. Undefined while a file has mistakes. */
  content(): Content | undefined {
    return this.#found().content
  }

  /** The mistakes in the files as they are, in sentences. */
  problems(): string[] {
    return this.#found().problems.map((problem) => this.#inWords([problem]))
  }

  /** Every file that can be edited, with the hash by which git names it. */
  list(): TreeFile[] {
    return ['content', 'public/media'].flatMap((folder) => this.#filesUnder(folder))
  }

  /** Changes with any file, and like that of a commit is never the same again: Sveltia keeps what it has read under a known one. */
  head(): string {
    return sha1([this.#started, this.#writes, this.#files()].join('\n'))
  }

  /** Every file with its hash, one a line. */
  #files(): string {
    return this.list()
      .map(({ path, sha }) => `${path} ${sha}`)
      .join('\n')
  }

  /** Undefined for a file that is not there or that the editor has no business with. */
  read(file: string): Buffer | undefined {
    const full = this.#placeOf(file)
    return full && existsSync(full) ? readFileSync(full) : undefined
  }

  /**
   * Writes all changes, or none and says why. `title`: what was done, as in a list of saves. Translations of removed files go too, and links follow a
   * page with another address. `target`: the address to which those of removed pages lead from now on.
   */
  save(title: string, requested: readonly Change[], target?: string): Saved {
    const strange = requested.find(({ path }) => !this.#placeOf(path))
    if (strange) return { ok: false, message: `${strange.path} cannot be changed here.` }
    const move = this.#moveIn(requested)
    if ('message' in move) return move
    const removal = this.#removalIn(move.changes)
    if (removal.problems.length > 0) return { ok: false, message: this.#inWords(removal.problems) }
    const { from } = removal.question
    if (from.length > 0 && target === undefined)
      return { ok: false, message: 'Where should visitors go?', removal: removal.question }
    const file = `content/${redirectsFile}`
    const redirects = from.reduce(
      (text, address) => withRedirect(text, address, String(target)),
      this.read(file)?.toString(),
    )
    const changes = [
      ...removal.changes,
      ...(redirects && from.length > 0 ? [{ path: file, data: Buffer.from(redirects) }] : []),
    ]
    const { found, problems, warnings } = this.#addedBy(changes)
    if (problems.length > 0) return { ok: false, message: this.#inWords(problems, changes, requested) }
    const before = this.#found().content
    const changed = requested.map(({ path }) => path)
    const both = before && found.content && ([before, found.content] as const)
    const files = changes.map(({ path, data }) => ({ path, before: this.read(path), after: data }))
    const refused = this.#write(changes)
    if (refused) return refused
    this.#checked = { files: this.#files(), found }
    this.#writes++
    this.#saves.push({
      title,
      at: new Date(),
      warnings: [
        ...move.said,
        ...this.#inWords(warnings, changes, requested).split('\n').filter(Boolean),
        ...(both ? pastEvents(...both) : []),
      ],
      values: both ? changedValues(...both, changed) : [],
      files,
    })
    return { ok: true, changes }
  }

  /** The changes with what follows from another address of a page, and what to say of it. */
  #moveIn(requested: readonly Change[]): { changes: readonly Change[]; said: string[] } | Refused {
    const addressIn = (values: unknown) => String(propertyOf(values, 'address'))
    for (const { path: file, data } of requested) {
      const entry = this.#found().content?.entries.find(({ source }) => source.file === file)
      if (!data || !entry?.page) continue
      const [from, to] = [addressIn(entry.source.raw), addressIn(valuesIn(file, data.toString()))]
      if (!to.startsWith('/') || from === to) continue
      if (from === '/') return { ok: false, message: 'Address: Home stays where it is.' }
      const placeholder = /\{(\w+)\}/.exec(from)?.[1]
      if (placeholder)
        return {
          ok: false,
          message: `Address: {${placeholder}} is in “${labelsOf([kindOfFile('site.yaml')]).label}”. Change it there, and add the old word to “${labelsOf(['formerly']).label}”.`,
        }
      const name = file.replace(/^content\//, '')
      const texts = contentTexts(this.#project)
      texts.set(name, data.toString())
      const moved = movedTexts(texts, { file: name, from, to, keepsOld: !entry.page.draft })
      const others = requested.filter(({ path }) => !moved.has(path.replace(/^content\//, '')))
      const changes = [
        ...others,
        ...[...moved].map(([path, text]) => ({ path: `content/${path}`, data: Buffer.from(text) })),
      ]
      const links = [...moved.keys()].filter((path) => path !== name).length
      const kept = entry.page.draft ? '' : ` ${from} leads there from now on.`
      return { changes, said: [`${from} is now ${to}. Files with links that follow: ${links}.${kept}`] }
    }
    return { changes: requested, said: [] }
  }

  /** The changes with the translations of the files that they remove, and what is to be asked or mended before. */
  #removalIn(requested: readonly Change[]) {
    const nothing = { from: [], near: '/', pages: [] } satisfies Removal
    const removed = requested.filter(({ path, data }) => !data && !mediaFolders.test(path)).map(({ path }) => path)
    const before = removed.length > 0 ? this.#found().content : undefined
    if (!before) return { changes: requested, problems: [], question: nothing }
    const translations = removed
      .flatMap((file) => translatedLanguages.map((language) => translationFileOf(file, language)))
      .filter((file) => this.read(file) && !removed.includes(file))
    const changes = [
      ...requested,
      ...translations.map((path) => ({ path, data: undefined })),
      ...this.#ordersWithout(removed, before),
    ]
    // Redirects to a removed page are pointed to the new target with it.
    const { found, problems } = this.#addedBy(changes)
    const reasons = problems.filter(({ file }) => file !== `content/${redirectsFile}`)
    if (!found.content) return { changes, problems: reasons, question: nothing }
    const addresses = before.entries.flatMap((entry) => {
      const own = removed.includes(entry.source.file) ? addressed(entry) : undefined
      return own && !own.draft ? [own.address, ...(entry.page?.aliases ?? [])] : []
    })
    const lost = addressesWithoutPage(found.content, addresses)
    const pages = found.content.entries.flatMap((entry) => {
      const own = addressed(entry)
      return own && !own.draft ? { address: own.address, title: own.title } : []
    })
    const question: Removal = { from: lost.map(({ address }) => address), near: lost[0]?.near ?? '/', pages }
    return { changes, problems: reasons, question }
  }

  /** The files that put stories in order, without the removed ones. */
  #ordersWithout(removed: readonly string[], { entries }: Content): Change[] {
    const addresses = entries.flatMap(({ story, source }) =>
      story && removed.includes(source.file) ? story.address : [],
    )
    return entries.flatMap(({ storyOrder, source: { file } }) => {
      const stories = storyOrder?.filter((address) => !addresses.includes(address))
      const text = stories?.length === storyOrder?.length ? undefined : this.read(file)?.toString()
      return text === undefined ? [] : { path: file, data: Buffer.from(withValue(text, { stories })) }
    })
  }

  /** What `undo` would take back. */
  lastSave(): Pick<Save, 'title' | 'at' | 'warnings'> | undefined {
    const save = this.#saves.at(-1)
    return save && { title: save.title, at: save.at, warnings: save.warnings }
  }

  /** Where values that were changed still stand. */
  echoes(): Echo[] {
    const { content } = this.#found()
    return content ? echoesOf(content, this.#saves.flatMap(({ values }) => values).slice(-maxValues)) : []
  }

  /** Takes the last save back. Refused when one of its files has changed since, or when other files depend on it. */
  undo(): Result {
    const save = this.#saves.at(-1)
    if (!save) return { ok: false, message: 'There is nothing to undo.' }
    const changed = save.files.find(({ path, after }) => !same(this.read(path), after))
    if (changed)
      return { ok: false, message: `${changed.path} has been changed since. Edit it to undo what you saved.` }
    const back = save.files.map(({ path, before }) => ({ path, data: before }))
    const { problems } = this.#addedBy(back)
    if (problems.length > 0) return { ok: false, message: this.#inWords(problems) }
    const refused = this.#write(back)
    if (refused) return refused
    this.#writes++
    this.#saves.pop()
    return { ok: true }
  }

  /**
   * All changes or none, also if the disk is full or the process is killed: first everything is written beside the content, then a list of what is to be
   * done, which is done again at the next save or start. Returns why nothing is changed, or not everything yet.
   */
  #write(changes: readonly Change[]): Refused | undefined {
    const folder = this.#unfinished()
    try {
      this.#finish()
      mkdirSync(folder, { recursive: true })
      const steps = changes.map(({ path: file, data }, number): Step => {
        if (!data) return { file }
        mkdirSync(path.dirname(path.join(this.#project, file)), { recursive: true })
        writeDurably(path.join(folder, String(number)), data)
        return { file, from: String(number) }
      })
      const list = path.join(folder, 'list')
      writeDurably(list, Buffer.from(JSON.stringify(steps)))
      renameSync(list, path.join(folder, stepsFile))
      this.#finish()
      return undefined
    } catch (error) {
      if (existsSync(path.join(folder, stepsFile)))
        return {
          ok: false,
          message: `Not everything is saved yet: ${String(error)}. Mend that, and save again: what is missing is written first.`,
        }
      rmSync(folder, { recursive: true, force: true })
      return { ok: false, message: `Nothing is saved: ${String(error)}. What you wrote stays in the form.` }
    }
  }

  #unfinished = () => path.join(this.#project, '.edit-save')

  #finish() {
    const folder = this.#unfinished()
    const list = path.join(folder, stepsFile)
    const steps: Step[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    for (const { file, from } of steps) {
      const [full, written] = [path.join(this.#project, file), path.join(folder, from ?? '')]
      if (from === undefined) rmSync(full, { force: true })
      else if (existsSync(written)) renameSync(written, full)
    }
    rmSync(folder, { recursive: true, force: true })
  }

  /** What these changes would add to the problems and warnings: other people's half-finished files keep nobody from saving. */
  #addedBy(changes: readonly Change[]): Pick<CheckedContent, 'problems' | 'warnings'> & { found: CheckedContent } {
    const isMedia = ({ path }: Change) => mediaFolders.test(path)
    const texts = changes
      .filter((change) => !isMedia(change))
      .map(({ path, data }) => [path.replace(/^content\//, ''), data?.toString()] as const)
    const found = this.#withMedia(changes.filter(isMedia), (files) => this.#problemsOf(files, new Map(texts)))
    const before = this.#found()
    // Only warned about: a redirect is another file, which is saved next.
    const lost = found.content && before.content ? checkHistory(found.content, formerOf(before.content)) : []
    const known = new Set([...before.problems, ...before.warnings].map(identity))
    const isNew = (problem: Problem) => !known.has(identity(problem))
    return { found, problems: found.problems.filter(isNew), warnings: [...found.warnings.filter(isNew), ...lost] }
  }

  /** The result of `check` for the files of the site with these changes. They are looked into, so they stand in a folder meanwhile. */
  #withMedia<Result>(changes: readonly Change[], check: (files: PublicFiles) => Result): Result {
    if (changes.length === 0) return check(siteFiles(this.#project))
    const folder = mkdtempSync(path.join(tmpdir(), 'edit-'))
    try {
      for (const { path: file, data } of changes) {
        if (!data) continue
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
        writeFileSync(path.join(folder, file), data)
      }
      const files = new Map(siteFiles(this.#project))
      for (const { path: file, data } of changes) {
        const address = file.replace(/^(public|content)/, '')
        if (data) files.set(address, path.join(folder, file))
        else files.delete(address)
      }
      return check(files)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** The checks of the current files. */
  #found(): CheckedContent {
    const files = this.#files()
    if (this.#checked?.files !== files) {
      this.#checked = { files, found: this.#problemsOf(siteFiles(this.#project)) }
    }
    return this.#checked.found
  }

  #problemsOf(files: PublicFiles, instead?: ReadonlyMap<string, string | undefined>): CheckedContent {
    const loaded = loadContent(path.join(this.#project, 'content'), { parse: this.#parse, ...(instead && { instead }) })
    if (!loaded.ok) return { problems: loaded.problems, warnings: [] }
    return { content: loaded.content, ...checkContent(loaded.content, files, new Date()) }
  }

  /** One sentence a line. What is not wrong in an `edited` file itself is said with the name of its file. */
  #inWords(problems: readonly Problem[], changes: readonly Change[] = [], edited = changes): string {
    return problems
      .map((problem) => {
        const has = ({ path, data }: Change) => path === problem.file && data
        const text = (changes.find(has)?.data ?? this.read(problem.file))?.toString() ?? ''
        return `${edited.some(has) ? '' : `${fileInWords(problem.file)}: `}${explained(problem, valuesIn(problem.file, text))}`
      })
      .join('\n')
  }

  #filesUnder(folder: string): TreeFile[] {
    return [...filesIn(path.join(this.#project, folder)).keys()]
      .map((address) => folder + address)
      .filter((file) => editable.test(file))
      .sort()
      .map((file) => this.#hashed(file))
  }

  #hashed(file: string): TreeFile {
    const full = path.join(this.#project, file)
    const { mtimeMs, size } = statSync(full)
    const stamp = `${mtimeMs} ${size}`
    const held = this.#hashes.get(file)
    const sha = held?.stamp === stamp ? held.sha : blobHash(readFileSync(full))
    this.#hashes.set(file, { stamp, sha })
    return { path: file, sha, size }
  }

  #placeOf(file: string): string | undefined {
    return editable.test(file) ? path.join(this.#project, file) : undefined
  }
}

/** A new event that was copied from an old one, say. */
function pastEvents(before: Content, { events }: Content): string[] {
  const today = new Date().toISOString().slice(0, 10)
  return events
    .filter(({ id, date, repeats }) => !repeats && date < today && !before.events.some((one) => one.id === id))
    .map(({ title, date }) => `${title}: ${dayInWords(date, 'en-GB')} has passed. Is it the right year?`)
}

/** As git names a file's content. https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
export const blobHash = (data: Buffer): string => sha1(Buffer.concat([Buffer.from(`blob ${data.length}\0`), data]))

const sha1 = (data: string | Buffer) => createHash('sha1').update(data).digest('hex')

export const same = (a: Buffer | undefined, b: Buffer | undefined) => (a && b ? a.equals(b) : a === b)

const identity = ({ file, field, message }: Problem) => `${file}\n${field}\n${message}`
