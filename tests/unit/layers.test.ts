/** Who may import whom: app -> components -> lib, no cycles between the folders of lib/ or between any two files (docs/architecture.md). */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('{app,components,editor,lib,sandbox,scripts}/**/*.{ts,tsx,mjs}', { cwd: root }).sort()

/** The files of ours that a file names in an import or export, types included; not those that it loads later by `import()`. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*'([#.][^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier),
  )
}

const imports = new Map(files.map((file) => [file, importsOf(file)]))
const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))

/** lib/forms for lib/forms/drafts.ts; lib/env.ts belongs to lib/env; any other file directly in lib/ stands for itself. */
const subject = (file: string) => file.split('/').slice(0, 2).join('/').replace(/\.ts$/, '')

/** Each found cycle once, as the nodes on it. */
function cyclesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (node: string, trail: readonly string[]) => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node])
    if (trail.includes(node) || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

function graphOf(name: (file: string) => string, within: (file: string) => boolean = () => true) {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges.filter((edge) => within(edge.from) && within(edge.to))) {
    if (name(from) === name(to)) continue
    graph.set(name(from), (graph.get(name(from)) ?? new Set()).add(name(to)))
  }
  return graph
}

const between = (from: RegExp, to: RegExp) =>
  edges.filter((edge) => from.test(edge.from) && to.test(edge.to)).map((edge) => `${edge.from} -> ${edge.to}`)

test('every import of ours names a file', () => {
  expect(edges.length).toBeGreaterThan(500)
  const known = new Set(globSync('**/*', { cwd: root, exclude: ['node_modules', '.next', '.git'] }))
  expect(edges.filter(({ to }) => !known.has(to))).toEqual([])
})

test('the folders of lib/ import each other in no circle', () => {
  expect(cyclesIn(graphOf(subject, (file) => file.startsWith('lib/')))).toEqual([])
})

test('no files import each other in a circle', () => expect(cyclesIn(graphOf((file) => file))).toEqual([]))

test('imports run downward', () => {
  expect([
    ...between(/^lib\//, /^(app|components|editor|sandbox|scripts|tests)\//),
    ...between(/^components\//, /^(app|editor|sandbox|scripts|tests)\//),
    ...between(/^app\//, /^(editor|sandbox|scripts|tests)\//),
    ...between(/^sandbox\//, /^(app|components|lib)\//),
  ]).toEqual([])
})

test('a vendor’s facade imports nothing of ours but other facades and the modules directly in lib/', () => {
  expect(between(/^lib\/providers\//, /^lib\/(?!providers\/|env\/)[^/]+\//)).toEqual([])
})

test('components read neither the environment, nor the database, nor a vendor', () => {
  expect(between(/^components\//, /^lib\/(env|store|providers)\b/)).toEqual([])
})
