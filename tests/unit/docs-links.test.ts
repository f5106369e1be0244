/** The documentation names files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const documents = ['README.md', 'content/README.md', ...globSync('docs/**/*.md', { cwd: root })]

/** Targets of Markdown links to files, without fragments; parentheses may stand in them (app/(site)). */
const linkedFiles = (text: string) =>
  [...text.matchAll(/\]\(((?!https?:|mailto:|tel:|#|\/)(?:[^()\s]|\([^()\s]*\))+)\)/g)].map(([, target = '']) =>
    target.replace(/#.*$/, ''),
  )

test.each(documents)('every file that %s links to exists', (document) => {
  const folder = path.join(root, path.dirname(document))
  const missing = linkedFiles(readFileSync(path.join(root, document), 'utf8')).filter(
    (target) => !existsSync(path.join(folder, target)),
  )
  expect(missing).toEqual([])
})

/** `lib/contact/forms/drafts.ts` in running text. */
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
