import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { behaviourNames, loadedNames } from '#components/behaviours/start.ts'
import { behavioursFolder, manifestName } from '#lib/platform/behaviours.ts'
import { bundleBehaviours } from '#scripts/support/bundle-behaviours.ts'
import { budgets, kilobytes } from '../../support/budgets.ts'

const root = path.join(import.meta.dirname, '../../..')
const distDir = mkdtempSync(path.join(tmpdir(), 'behaviours-'))
const folder = path.join(distDir, behavioursFolder)
const files = () => readdirSync(folder).filter((name) => name !== manifestName)

beforeAll(() => bundleBehaviours(root, distDir))
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

test('a behaviour that few pages use is a file of its own', () => {
  for (const behaviour of loadedNames)
    expect(files()).toContainEqual(expect.stringMatching(new RegExp(`^${behaviour}-`)))
})

test('all behaviours are within their budget', () => {
  const size = (names: string[]) =>
    kilobytes(names.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0))
  const [optional, others] = [true, false].map((is) =>
    files().filter((name) => /^(?:analytics|turnstile|email-suggestion)-/.test(name) === is),
  )
  expect(size(others ?? [])).toBeLessThanOrEqual(budgets.behaviours)
  expect(size(optional ?? [])).toBeLessThanOrEqual(budgets.onDemand)
})

test('every behaviour that a component names exists', () => {
  const sources = ['components', 'app'].flatMap((start) =>
    readdirSync(path.join(root, start), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => readFileSync(path.join(root, start, name), 'utf8')),
  )
  const named = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:data-)?behaviour="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(behaviourNames).toEqual(expect.arrayContaining(named))
})
