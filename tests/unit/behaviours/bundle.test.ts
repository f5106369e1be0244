import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { loadedNames } from '#components/behaviours/start.ts'
import { behavioursFolder, manifestName } from '#lib/platform/behaviours.ts'
import { bundleBehaviours } from '#scripts/support/bundle-behaviours.ts'
import { budgets, kilobytes } from '../../support/budgets.ts'

const root = path.join(import.meta.dirname, '../../..')
const distDir = mkdtempSync(path.join(tmpdir(), 'behaviours-'))
const folder = path.join(distDir, behavioursFolder)
const files = () => readdirSync(folder).filter((name) => name !== manifestName)

let bundle: Metafile
beforeAll(async () => {
  bundle = await bundleBehaviours(root, distDir)
})
afterAll(() => rmSync(distDir, { recursive: true }))

test('the bundle has only code, in files that may be cached for ever', () => {
  for (const name of files()) expect(name).toMatch(/^[\w-]+-[A-Z0-9]{8}\.js$/)
})

test('the manifest names the module that a page loads, and all of its imports', () => {
  const { main, needs } = JSON.parse(readFileSync(path.join(folder, manifestName), 'utf8'))
  expect(main).toMatch(/^main-/)
  expect(files()).toEqual(expect.arrayContaining([main, ...needs]))
  const imported = (file: string) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name)
  expect([main, ...needs].flatMap(imported).sort()).toEqual([...needs].sort())
})

test.each(['env.ts', 'log.ts', 'store/index.ts', 'providers/stripe.ts', 'messages/index.ts'])(
  'a browser cannot get lib/platform/%s: it needs Node, so no bundle is made of it',
  async (file) => {
    const bundled = build({ entryPoints: [`lib/platform/${file}`], bundle: true, write: false, logLevel: 'silent' })
    await expect(bundled).rejects.toThrow('Could not resolve "node:')
  },
)

test('a behaviour that few pages use is a file of its own', () => {
  for (const behaviour of loadedNames)
    expect(files()).toContainEqual(expect.stringMatching(new RegExp(`^${behaviour}-`)))
})

/** The files that load with the modules whose source `starts` names, without what they load later. */
function filesOf(starts: (source: string) => boolean): Set<string> {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const { kind, path: imported } of bundle.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') add(imported)
  }
  for (const [file, { entryPoint }] of Object.entries(bundle.outputs)) if (entryPoint && starts(entryPoint)) add(file)
  return found
}
const gzipped = (names: Iterable<string>) =>
  kilobytes(
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, path.basename(name)))).length, 0),
  )

test('all behaviours are within their budget, and none of them loads React', () => {
  // That of the office carries a library, and no visitor loads it.
  const visitors = [...filesOf((source) => /^components\/behaviours\//.test(source))].filter(
    (name) => !/\/(?:passkey|suggest)-\w+\.js$/.test(name),
  )
  const [optional = [], others = []] = [true, false].map((is) =>
    visitors.filter(
      (name) =>
        /(?:aftercare|aloud|analytics|offline|offline-worker|print|turnstile|email-suggestion|copy)-\w+\.js$/.test(
          name,
        ) === is,
    ),
  )
  expect(gzipped(others)).toBeLessThanOrEqual(budgets.behaviours)
  expect(gzipped(optional)).toBeLessThanOrEqual(budgets.onDemand)
  expect(gzipped(files().filter((name) => /^suggest-/.test(name)))).toBeLessThanOrEqual(budgets.suggestions.module)
})

test('the service worker is one classic script of 2 KB at most', () => {
  const { worker } = JSON.parse(readFileSync(path.join(folder, manifestName), 'utf8'))
  const script = readFileSync(path.join(folder, worker), 'utf8')
  expect(script).not.toMatch(/\b(?:im|ex)port\b/)
  expect(script.length).toBeLessThanOrEqual(2048)
})

test('a wallet’s button is within its budget, and nothing but its own load names it', () => {
  expect(gzipped(filesOf((source) => source === 'components/islands/wallet.ts'))).toBeLessThanOrEqual(budgets.wallet)
  expect([...filesOf((source) => /^components\/behaviours\//.test(source))].join()).not.toMatch(/wallet/)
})

test('an island is within its budget', () => {
  const behaviours = filesOf((source) => /^components\/behaviours\//.test(source))
  for (const island of ['donation', 'sponsorship']) {
    const files = [...filesOf((source) => source === `components/islands/${island}.tsx`)]
    expect(gzipped(files.filter((file) => !behaviours.has(file)))).toBeLessThanOrEqual(budgets.island)
  }
})
