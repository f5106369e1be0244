/** The site of the folder small-site with one thing changed. Independent of the real content. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { siteFiles } from '#lib/site/content/checks/files.ts'
import { checkContent } from '#lib/site/content/checks/index.ts'
import type { Content } from '#lib/site/content/content.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { parseChanged } from '#lib/site/content/parse.ts'
import { formatProblem, type Problem } from '#lib/site/content/problem.ts'

const unchanged = path.join(import.meta.dirname, 'small-site')

/** One character is one byte of a picture. */
const encodingOf = (name: string) => (/^(public|content\/photos)\//.test(name) ? 'latin1' : 'utf8')

/** The files of the folder small-site, by their names. */
export const smallSite: Record<string, string> = Object.fromEntries([
  ...globSync('**/*.*', { cwd: unchanged }).map((name) => [
    name,
    readFileSync(path.join(unchanged, name), encodingOf(name)),
  ]),
  // Which colours they are makes no difference.
  ...['content/colours.yaml', 'content/logo.svg'].map((name) => [name, readFileSync(name, 'utf8')]),
])

/** A page with a hero. `more` and `blocks`: other fields, and further blocks, as YAML. */
export const pageFile = (address: string, more = '', blocks = '') => `address: ${address}
title: ${address.slice(1)}
description: The page ${address}.
card: { kind: pattern, pattern: usa }
updated: "2026-03-04"
${more}blocks:
  - { kind: hero, heading: Wells, intro: Groundwater., pattern: usa }
${blocks}`

/** A post. `more`: other fields, as YAML. */
export const postFile = (title: string, { date = '2024-05-08', more = '', body = 'It was early.' } = {}) => `---
title: ${title}
excerpt: It was early.
description: What happened (${title}).
date: "${date}"
picture: { kind: pattern, pattern: usa }
updated: "2026-02-07"
${more}---
${body}
`

/** The story of the small site under another title. `more`: other fields, as YAML. */
export const storyFile = (title: string, { more = '', look = 5 } = {}) =>
  (smallSite['content/stories/India/the-bowl.md'] ?? '')
    .replace('title: The bowl\n', `title: ${title}\n${more}`)
    .replace('A bowl that', `${title}, a bowl that`)
    .replace('look: 4', `look: ${look}`)

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Writes the small site with some files changed, added, or (null) left out. Returns the folder above content/ and public/. */
export function writeSite(changes: Changes = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-site-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ ...smallSite, ...changes })) {
    if (text === null) continue
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text, encodingOf(name))
  }
  return folder
}

/** The small site, or these `changes` of it, with `from` replaced in one file. @throws when `from` is missing. */
export function changed(name: string, from: string, to: string, changes: Changes = {}): Record<string, string> {
  const text = changes[name] ?? smallSite[name]
  if (!text?.includes(from)) throw new Error(`${name} does not hold ${from}`)
  return { [name]: text.replace(from, () => to) }
}

/** Changes that give the story this text, and that add a block to a page, as YAML. */
export const inStory = (text: string) => changed('content/stories/India/the-bowl.md', '---\nIt broke.', `---\n${text}`)
export const onIndia = (block: string) =>
  changed('content/pages/India.yaml', '  - kind: stories', `  - ${block}\n  - kind: stories`)
export const onHome = (blocks: string) => ({
  'content/pages/Home.yaml': `${smallSite['content/pages/Home.yaml']}${blocks}`,
})

export type Changes = Record<string, string | null>

const parse = parseChanged()
let unwritten: string | undefined

/** Reads the small site, with texts that are changed in memory: only other files are written. */
function read(changes: Changes) {
  const isText = (name: string) => /^content\/(?!photos\/)(?:[^.]|\.(?!DS_Store))*$/.test(name)
  const [texts, files] = [true, false].map((is) => Object.entries(changes).filter(([name]) => isText(name) === is))
  if (!files?.length) unwritten ??= writeSite()
  const folder = files?.length ? writeSite(Object.fromEntries(files)) : (unwritten ?? '')
  const instead = new Map(texts?.map(([name, text]) => [name.replace('content/', ''), text ?? undefined]))
  return { folder, loaded: loadContent(path.join(folder, 'content'), { parse, instead }) }
}

export function load(changes: Changes = {}): Content {
  const { loaded } = read(changes)
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  return loaded.content
}

/** "file:line:column field: message", without the frame. */
export const oneLine = (problem: Problem) => formatProblem({ ...problem, frame: '' })

export const problemsOf = (changes: Changes = {}): string[] => checked(changes).problems.map(oneLine)

/** The problems, and then the warnings. */
export function findingsOf(changes: Changes = {}): string[] {
  const { problems, warnings } = checked(changes)
  return [...problems, ...warnings].map(oneLine)
}

export function checked(changes: Changes): { problems: Problem[]; warnings: Problem[] } {
  const { folder, loaded } = read(changes)
  return loaded.ok
    ? checkContent(loaded.content, siteFiles(folder), new Date('2026-11-22T12:00:00Z'))
    : { problems: loaded.problems, warnings: [] }
}
