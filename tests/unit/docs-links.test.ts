/** The documentation names files, headings and environment variables that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { variables } from '#lib/platform/env/variables.ts'

const root = path.join(import.meta.dirname, '../..')
const documents = ['README.md', 'content/README.md', ...globSync('docs/**/*.md', { cwd: root })]

/** Targets of Markdown links to files, without fragments; parentheses may stand in them (app/(site)). */
const linkedFiles = (text: string) =>
  [...text.matchAll(/\]\(((?!https?:|mailto:|tel:|#|\/|\{)(?:[^()\s]|\([^()\s]*\))+)\)/g)].map(([, target = '']) =>
    target.replace(/#.*$/, ''),
  )

test.each(documents)('every file that %s links to exists', (document) => {
  const folder = path.join(root, path.dirname(document))
  const missing = linkedFiles(readFileSync(path.join(root, document), 'utf8')).filter(
    (target) => !existsSync(path.join(folder, target)),
  )
  expect(missing).toEqual([])
})

/** As GitHub makes them from headings. */
const anchorsIn = (text: string) =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(documents)('every heading that %s links to exists', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8')
  const folder = path.join(root, path.dirname(document))
  const links = [...text.matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)].filter(
    ([, file = '']) => !file || file.endsWith('.md'),
  )
  const missing = links.filter(([, file = '', anchor = '']) => {
    const target = file ? readFileSync(path.join(folder, file), 'utf8') : text
    return !anchorsIn(target).includes(anchor)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

/** `lib/contact/forms/form.ts` in running text. */
const namedFiles = (text: string) =>
  [
    ...text.matchAll(/`((?:app|components|content|lib|sandbox|scripts|tests)\/[\w./()[\]-]+\.(?:tsx?|mjs|yaml|md))`/g),
  ].map(([, file = '']) => file)

test.each(documents)('every file that %s names exists', (document) => {
  const missing = namedFiles(readFileSync(path.join(root, document), 'utf8')).filter(
    (file) => !existsSync(path.join(root, file)),
  )
  expect(missing).toEqual([])
})

test('the list of decisions has each one once, in their order', () => {
  const list = readFileSync(path.join(root, 'docs/decisions/README.md'), 'utf8')
  const listed = [...list.matchAll(/^(\d+)\. \[.+\]\((\d+)-(.+)\)$/gm)].map(([, row = '', number, name]) => {
    expect(row.padStart(4, '0')).toBe(number)
    return `${number}-${name}`
  })
  expect(listed).toEqual(globSync('[0-9]*.md', { cwd: path.join(root, 'docs/decisions') }).sort())
})

const environment = readFileSync(path.join(root, 'docs/operate/environment.md'), 'utf8')
/** The rows of its table, by each variable that the first cell names. */
const rows = new Map(
  [...environment.matchAll(/^\| (`[A-Z].*?) \| .*$/gm)].flatMap(([row, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, row] as const),
  ),
)

test('the table of environment variables has every variable, and no other', () => {
  expect([...rows.keys()].sort()).toEqual(Object.keys(variables.shape).sort())
})

test('the table of environment variables states the defaults', () => {
  const defaults = Object.entries(variables.parse({})).filter(([, value]) => /string|number/.test(typeof value))
  expect(defaults.length).toBeGreaterThan(5)
  expect(defaults.filter(([name, value]) => !new RegExp(`\\| \`?${value}\`? \\|$`).test(rows.get(name) ?? ''))).toEqual(
    [],
  )
})
