/**
 * Who may import whom: app -> components -> lib, and inside lib/ jobs -> office -> giving -> contact -> site -> platform. No cycles between the
 * folders of a wing or between any two files (docs/architecture.md).
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import packages from '#package.json'
import { imageFiles } from '#tests/support/image.ts'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('{app,components,editor,lib,sandbox,scripts}/**/*.{ts,tsx,mjs}', { cwd: root }).sort()

/** The files of ours that a file names in an import or export, types included, and those that it loads later by `import()`. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier),
  )
}

const imports = new Map(files.map((file) => [file, importsOf(file)]))
const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))

/** The wings of lib/, from the ground up. */
const wings = ['platform', 'site', 'contact', 'giving', 'office', 'jobs']
const wingOf = (file: string) => file.split('/')[1] ?? ''

/** lib/contact/forms for lib/contact/forms/form.ts; lib/platform/env.ts belongs to lib/platform/env; any other file directly in a wing stands for itself. */
const subject = (file: string) => file.split('/').slice(0, 3).join('/').replace(/\.ts$/, '')

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

/** What the operator sets, the one schema, and the facades of vendors speak of the site on purpose. */
const ofTheSite = /^lib\/platform\/(?:env|messages|providers)\b|^lib\/platform\/store\/(?:schema|migrations)\.ts$/

test('the platform names nothing of a charity', () => {
  const naming = files.filter((file) => {
    if (!file.startsWith('lib/platform/') || ofTheSite.test(file)) return false
    const text = readFileSync(path.join(root, file), 'utf8')
    return /\b(?:donat|donor|gifts?\b|receipts?\b|laws?\b|tax|pledge|sponsor|tribute|surger|patient|newsletter)/i.test(
      text,
    )
  })
  expect(naming).toEqual([])
})

test('code names no cloth, except where cloths are drawn and listed', () => {
  const drawn = /^components\/art\/|^lib\/site\/content\/fields\.ts$|^(?:sandbox|scripts)\//
  const named = files
    .filter((file) => !drawn.test(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line.trim()}`),
    )
    .filter((line) => /['"](?:india|kenya|zimbabwe|uganda|south-africa|usa)['"]/.test(line))
    // The laws of two countries have the same names.
    .filter((line) => !/\blaw\b|currencyUnder|: \/\*\*/.test(line))
  expect(named).toEqual([])
})

test('every import of ours names a file', () => {
  expect(edges.length).toBeGreaterThan(500)
  const known = new Set(globSync('**/*', { cwd: root, exclude: ['node_modules', '.next', '.git'] }))
  expect(edges.filter(({ to }) => !known.has(to))).toEqual([])
})

test('lib/ consists of its wings', () => {
  expect([...new Set(files.filter((file) => file.startsWith('lib/')).map(wingOf))].sort()).toEqual([...wings].sort())
})

test('a wing of lib/ imports only the wings below it', () => {
  const upward = edges.filter(
    ({ from, to }) =>
      from.startsWith('lib/') && to.startsWith('lib/') && wings.indexOf(wingOf(to)) > wings.indexOf(wingOf(from)),
  )
  expect(upward).toEqual([])
})

test('checkout, ledger and receipts name no payment provider', () => {
  const naming = files.filter((file) => {
    if (!file.startsWith('lib/giving/') || file === 'lib/giving/checkout/card-payments.ts') return false
    // The table keeps the name that deployed versions know.
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll('stripe_events', '')
    return /stripe|razorpay|\b(?:cs|pi|in)_[\\a-z(]/i.test(text)
  })
  expect(naming).toEqual([])
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

test('a vendor’s facade imports nothing of ours but other facades and the modules directly in its wing', () => {
  expect(between(/^lib\/platform\/providers\//, /^lib\/(?!platform\/(providers\/|env\/|[^/]+$))/)).toEqual([])
})

test('components read neither the environment, nor the database, nor a vendor', () => {
  expect(between(/^components\//, /^lib\/platform\/(env|store|providers)\b/)).toEqual([])
})

describe('what serves, and what operators call, needs nothing that a release leaves out', () => {
  const [, commands = ''] =
    /^ +(gifts .*)\) shift/m.exec(readFileSync(path.join(root, 'scripts/charity'), 'utf8')) ?? []
  const programs = ['serve', ...commands.split(' | ')].map((name) => `scripts/${name.replace(':', '-')}.ts`)
  /** Run by Node as they are. */
  const run = new Set(['next.config.ts', ...programs])
  // Bundles what browsers load, at the build.
  for (const file of run)
    for (const next of importsOf(file))
      if (/\.(?:ts|tsx|mjs)$/.test(next) && !next.includes('bundle-behaviours')) run.add(next)
  const bundled = files.filter((file) => /^(?:app|components|lib)\//.test(file))
  const all = [...new Set([...run, ...bundled, 'instrumentation.ts', 'proxy.ts'])]

  /** `file: group`, where the groups of a pattern match. */
  const found = (pattern: RegExp) =>
    all.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(pattern)].map((match) => `${file}: ${match[1]}`),
    )
  const missing = (lines: readonly string[], isThere: (name: string) => boolean) =>
    lines.filter((line) => !isThere(line.slice(line.indexOf(': ') + 2)))

  test('no file outside the image', () => {
    expect(run.size).toBeGreaterThan(200)
    const isHeld = (file: string) =>
      imageFiles.some((held) => file === held || file.startsWith(`${held}/`) || held.startsWith(`${file}/`))
    expect([...run].filter((file) => !isHeld(file))).toEqual([])
    const read = found(/(?:process\.cwd\(\)|charityFolder|\broot|\.dirname),\s*'(?:\.\.\/)*([^./'][^/']*)/g)
    expect(read.length).toBeGreaterThan(8)
    expect(missing(read, isHeld)).toEqual([])
  })

  test('no package that pruning removes', () => {
    const isKept = (name: string) => name.startsWith('node:') || name in packages.dependencies
    const imported = found(/(?:\bfrom\s+|\b(?:import|require|resolve)\s*\(?\s*)'((?:@[\w-]+\/)?[a-z][\w.:-]*)['/]/g)
    const read = found(/'(?:\.?\/)?node_modules\/((?:@[^/']+\/)?[^/']+)/g)
    expect(missing([...imported, ...read], isKept)).toEqual([])
  })
})
