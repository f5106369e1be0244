/**
 * `npm run size`: one table of how much there is to know and to install, beside the last tag. Before a feature is added, it says what the
 * feature costs.
 */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { readCommand, stop } from './support/command.ts'
import { gitLines } from './support/git.ts'
import { root } from './support/processes.ts'

const usage = `npm run size -- [--since COMMIT]

Lines and files by subject, packages, and installed megabytes: now, as committed, and at the last tag or another commit.`

const { values } = readCommand(usage, { options: { since: { type: 'string' } } })
const [lastTag] = gitLines(root, 'describe', '--tags', '--abbrev=0')
const since = values.since ?? lastTag
if (since && gitLines(root, 'rev-parse', '--verify', `${since}^{commit}`).length === 0)
  stop(`There is no commit ${since}.`, 2)

const subjects = ['app', 'components', 'lib', 'editor', 'sandbox', 'scripts', 'messages', 'tests', 'docs', 'content']

const isCode = (file: string) => /\.(?:[cm]?[jt]sx?|css|sh|sql)$/.test(file)
/** The folder of a file; within lib, the folder there, such as lib/giving. Null for a file that is neither code nor text. */
function subjectOf(file: string): string | null {
  const [folder = '', wing = ''] = file.split('/')
  if (folder === 'lib') return `lib/${wing}`
  if (!subjects.includes(folder)) return isCode(file) ? 'configuration' : null
  return isCode(file) || /\.(?:md|ya?ml|json)$/.test(file) ? folder : null
}

type Size = { lines: number; files: number }

/** By subject, of the files of a commit. */
function sizesAt(commit: string): Map<string, Size> {
  const sizes = new Map<string, Size>()
  // Against the empty tree, every line of a file is an added one.
  const [emptyTree = ''] = gitLines(root, 'hash-object', '-t', 'tree', '/dev/null')
  for (const row of gitLines(root, 'diff', '--numstat', '--no-renames', emptyTree, commit)) {
    const [lines = '', , file = ''] = row.split('\t')
    const subject = subjectOf(file)
    if (subject === null || lines === '-') continue
    const size = sizes.get(subject) ?? { lines: 0, files: 0 }
    sizes.set(subject, { lines: size.lines + Number(lines), files: size.files + 1 })
  }
  const all = [...sizes]
  const sum = (name: string, counts: (subject: string) => boolean) =>
    sizes.set(name, {
      lines: all.reduce((total, [subject, { lines }]) => total + (counts(subject) ? lines : 0), 0),
      files: all.reduce((total, [subject, { files }]) => total + (counts(subject) ? files : 0), 0),
    })
  return sum('code outside tests', (subject) => !['tests', 'docs', 'content', 'messages'].includes(subject))
}

/** All that npm installs on some system, without the project itself. */
const packagesAt = (commit: string) =>
  gitLines(root, 'show', `${commit}:package-lock.json`).filter((line) => /^ {4}"node_modules\//.test(line)).length

const megabytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, file) => sum + (file.isFile() ? statSync(path.join(file.parentPath, file.name)).size / 2 ** 20 : 0),
    0,
  )

/** The budget of Home in KB, which `npm test` keeps; undefined where a commit has none. */
const firstViewAt = (commit: string): number | undefined => {
  const line = gitLines(root, 'show', `${commit}:tests/support/budgets.ts`).find((each) =>
    /^\s+home: \{ total:/.test(each),
  )
  return line ? Number(/total: (\d+)/.exec(line)?.[1]) : undefined
}

const now = sizesAt('HEAD')
const before = since ? sizesAt(since) : null
const compared = (value: number, earlier: number | undefined) => ({
  now: value,
  ...(since && earlier !== undefined && { [since]: earlier, change: value - earlier }),
})
const table: Record<string, object> = {}
for (const [subject, { lines, files }] of [...now].sort(([a], [b]) => a.localeCompare(b))) {
  const earlier = before && (before.get(subject) ?? { lines: 0, files: 0 })
  table[`${subject}, lines`] = compared(lines, earlier?.lines)
  table[`${subject}, files`] = compared(files, earlier?.files)
}
table.packages = compared(packagesAt('HEAD'), since ? packagesAt(since) : undefined)
table['installed, MB'] = compared(Math.round(megabytes(path.join(root, 'node_modules'))), undefined)
table['first view of Home, KB at most'] = compared(
  firstViewAt('HEAD') ?? Number.NaN,
  since ? firstViewAt(since) : undefined,
)
console.table(table)
