/**
 * `npm run content:move -- /OurWells /Wells`: gives a page, a story or a post another address. Changes every link to it, renames its
 * file, and adds the redirect.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { contentTexts, siteFiles } from '#lib/site/content/checks/files.ts'
import { checkContent } from '#lib/site/content/checks/index.ts'
import { reservedFor } from '#lib/site/content/checks/links.ts'
import { addressed, type Content } from '#lib/site/content/content.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { didYouMean, formatProblem, type Problem } from '#lib/site/content/problem.ts'
import { redirectsSchema } from '#lib/site/content/schema.ts'
import { readTranslationName, translationFileOf } from '#lib/site/content/translation.ts'
import { printFile, withValue } from '#lib/site/content/yaml-file.ts'
import { readCommand, stop } from './support/command.ts'
import { gitLines } from './support/git.ts'

type Move = {
  from: string
  to: string
  /** The file to move, and its name under the new address: pages/India.yaml. */
  file: string
  renamed: string
  /** Visitors have never seen the old address. */
  isDraft: boolean
}

/**
 * `project`: the folder above content/. `from` and `to`: addresses. Changes nothing when the new address would leave a problem; the reason
 * is for editors.
 */
export function moveContent(project: string, from: string, to: string): Result<string, string> {
  const root = path.join(project, 'content')
  const before = check(project)
  if (!before.content || before.problems.length > 0) return failure(`Fix these first:\n\n${list(before.problems)}`)
  const planned = plan(before.content, from, to)
  if (typeof planned === 'string') return failure(planned)

  const texts = contentTexts(project)
  const changed = moveIn(texts, planned)
  for (const [name, text] of changed) write(path.join(root, name), text)
  const { problems } = check(project)
  if (problems.length > 0) {
    for (const name of changed.keys()) write(path.join(root, name), texts.get(name) ?? null)
    return failure(`Nothing was changed, because ${to} would leave these problems:\n\n${list(problems)}`)
  }
  const files = [...changed].map(([name, text]) => `  content/${name}${text === null ? ' (renamed)' : ''}`)
  const code = linesOfCode(project, from).map((line) => `Ask a developer to change ${line}`)
  return success([`${from} is now ${to}. Changed files:`, ...files, ...code].join('\n'))
}

const list = (problems: readonly Problem[]) => problems.map(formatProblem).join('\n\n')

/** The changes, or a sentence that says why it is impossible. */
function plan({ entries, site }: Content, from: string, to: string): Move | string {
  if (from === '/') return 'Home stays where it is.'
  const known = entries.flatMap((entry) => addressed(entry)?.address ?? [])
  const entry = entries.find((entry) => addressed(entry)?.address === from)
  if (!entry) return `No page, story or post is at ${from}${didYouMean(from, known)}`
  const taken = entries.find((entry) => addressed(entry)?.address === to)
  if (taken) return `${to} is the address of ${taken.source.file} already`
  const file = entry.source.file.replace(/^content\//, '')
  const move = { from, to, file, isDraft: addressed(entry)?.draft ?? false }
  const name = to.split('/').at(-1)
  if (entry.story) {
    const [, country, slug] = /^\/(\w+)\/stories\/([^/]+)$/.exec(to) ?? []
    return slug ? { ...move, renamed: `stories/${country}/${slug}.md` } : 'A story is at /{Country}/stories/{name}.'
  }
  if (entry.post)
    return to === `/${site.names.secondSlug}/${name}`
      ? { ...move, renamed: `posts/${name}.md` }
      : `A post is at /${site.names.secondSlug}/{name}.`
  const placeholder = /\{(\w+)\}/.exec(String(propertyOf(entry.source.raw, 'address')))?.[1]
  if (placeholder)
    return `${from} holds ${placeholder} of content/site.yaml: change it there, and add the old word to \`formerly\`.`
  const reserved = reservedFor(to)
  if (reserved) return `${reserved}: choose another address`
  const isNamedAfterAddress = file === `pages/${from.slice(1)}.yaml`
  return { ...move, renamed: isNamedAfterAddress ? `pages/${to.slice(1)}.yaml` : file }
}

function check(project: string): { content?: Content; problems: readonly Problem[] } {
  const loaded = loadContent(path.join(project, 'content'))
  if (!loaded.ok) return loaded
  const { problems } = checkContent(loaded.content, siteFiles(project), new Date())
  return { content: loaded.content, problems }
}

/** `text`: null deletes the file. */
function write(file: string, text: string | null): void {
  if (text === null) rmSync(file, { force: true })
  else {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Code that contains the address. Its links work through the redirect. */
const linesOfCode = (project: string, address: string) =>
  gitLines(project, 'grep', '-nE', `['"\`]${address}['"\`?#]`, '--', 'app', 'components', 'lib', 'proxy.ts').map(
    (line) => line.replace(/^([^:]+:\d+):.*/, '$1'),
  )

/** The texts that change. A file that is renamed has a null text under its old name. */
function moveIn(
  texts: ReadonlyMap<string, string>,
  { from, to, file, renamed, isDraft }: Move,
): Map<string, string | null> {
  const changed = new Map<string, string | null>()
  for (const [name, text] of texts) {
    const linked = name === redirectsFile ? text : replaceAddress(text, from, to)
    const moved = name.startsWith('pages/') ? replaceInLists(linked, from, to) : linked
    const translation = readTranslationName(name)
    const isTranslation = translation?.original === file.replace(/\.\w+$/, '')
    const newName = isTranslation ? translationFileOf(renamed, translation.code) : name === file ? renamed : name
    if (moved !== text || newName !== name) changed.set(newName, printFile(newName, moved))
    if (newName !== name) changed.set(name, null)
  }
  if (!isDraft) changed.set(redirectsFile, withRedirect(texts.get(redirectsFile), from, to))
  return changed
}

export const redirectsFile = 'redirects.yaml'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The address as a link, with or without ? and #, and as the page that a Donate button names: /give?page=India. */
function replaceAddress(text: string, from: string, to: string): string {
  const link = new RegExp(`(?<![\\w/.:-])${escaped(from)}(?=["'?#)\\]},]|\\s|$)`, 'g')
  const named = new RegExp(`([?&]page=)/?${escaped(from.slice(1))}(?=["'&#)\\]},]|\\s|$)`, 'g')
  return text.replace(link, () => to).replace(named, (_, before: string) => before + to.slice(1))
}

/** Blocks may list some stories of a country by their names: `only: [the-bowl]`. */
function replaceInLists(text: string, from: string, to: string): string {
  const [old, slug] = [from, to].map((address) => /\/stories\/([^/]+)$/.exec(address)?.[1])
  if (!old || !slug) return text
  return text.replace(/\bonly: *(?:\[[^\]]*\]|(?:\n +- .*)+)/g, (names) =>
    names.replace(new RegExp(`(?<![\\w-])${escaped(old)}(?![\\w-])`, 'g'), slug),
  )
}

const explanation = `# Addresses that pages, stories and posts no longer have, and where each leads now.
redirects: []
`

/** Other redirects lead to the new address, and one from there is no longer needed. Notes and order stay as they are. @throws for another kind of file. */
export function withRedirect(text: string | undefined, from: string, to: string): string {
  const written = redirectsSchema.parse(parse(text ?? explanation)).redirects
  const kept = written.filter((redirect) => redirect.from !== to)
  const redirects = [...kept.map((one) => (one.to === from ? { ...one, to } : one)), { from, to }]
  return withValue(text ?? explanation, { redirects })
}

export async function main(args?: string[]): Promise<void> {
  const usage = 'npm run content:move -- /OurWells /Wells\n\nGives the first address another one.'
  const { positionals } = readCommand(usage, { args, allowPositionals: true })
  const [from, to, more] = positionals.map((address) => `/${address.replace(/^\/+|\/+$/g, '')}`)
  if (!from || !to || more) stop('Give the old address and the new one: npm run content:move -- /OurWells /Wells', 2)
  const moved = moveContent(charityFolder, from, to)
  if (moved.ok) console.log(moved.value)
  else stop(moved.failure)
}

if (import.meta.main) void main()
