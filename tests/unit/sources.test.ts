/** Rules that the source files and the documents keep: who imports whom, what pages may hold, and that what is named exists. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { behaviourNames } from '#components/behaviours/start.ts'
import { variables } from '#lib/platform/env/variables.ts'
import packages from '#package.json'
import config from '#tailwind.config.ts'
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

/** What the operator sets, the one schema and its search, and the facades of vendors speak of the site on purpose. */
const ofTheSite =
  /^lib\/platform\/(?:env|messages|providers)\b|^lib\/platform\/store\/(?:schema|migrations|search)\.ts$/

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
    if (!file.startsWith('lib/giving/') || file === 'lib/giving/orders/card-payments.ts') return false
    // The headings of files of other systems.
    if (file === 'lib/giving/exchange/columns.ts') return false
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

const markup = globSync('{app,components}/**/*.{ts,tsx,css}', { cwd: root })
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** `file: found`, for what stands in markup and should not. */
const wrongIn = (list: readonly string[], find: (text: string, file: string) => readonly string[]) =>
  list.flatMap((file) => find(textOf(file), file).map((one) => `${file}: ${one}`))

test('a component that reads a live figure names it, so that its page is rendered again (components/layout/page-record.tsx)', () => {
  const readers = /\b(campSummary|campaignTotals|monthlyDonors)\(/
  const showing = markup.filter((file) => file.endsWith('.tsx') && readers.test(textOf(file)))
  expect(showing.length).toBeGreaterThan(2)
  expect(showing.filter((file) => !/ live=|<ShowsLive /.test(textOf(file)))).toEqual([])
})

test('every behaviour that a component names exists', () => {
  const named = markup.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:data-)?behaviour="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(behaviourNames).toEqual(expect.arrayContaining(named))
})

test('no style says left or right where a language from right to left means start or end', () => {
  const utilities =
    /(?<=["'` :]-?)(?:[mp][lr]-(?=[\d[]|auto)|text-(?:left|right)(?=["'` ])|(?:left|right)-(?=[\d[])|border-[lr]-)/
  const properties = /^\s*(?:(?:margin|padding|border)-)?(?:left|right)\s*:|text-align:\s*(?:left|right)/m
  const find = (text: string, file: string) => (file.endsWith('.css') ? properties : utilities).exec(text) ?? []
  expect(find('<p className="ml-2">', 'a.tsx')).not.toEqual([])
  expect(
    wrongIn(
      markup.filter((file) => !file.endsWith('.ts')),
      find,
    ),
  ).toEqual([])
})

test('classes and style sheets use only the sizes, breakpoints, corners and spacing of tailwind.config.ts', () => {
  // Both are paper: everything on a poster is sized by its width, and sizes in print are in points.
  const exceptions = ['components/blocks/poster.tsx', 'components/layout/print.css']
  /** Tailwind's spacing, in steps of 4 px. */
  const steps = '0 0.5 1 1.5 2 2.5 3 3.5 4 5 6 7 8 9 10 11 12 14 16 20 24 28 32'.split(' ')
  const sizes = Object.keys(config.theme.fontSize)
  const screens = Object.keys(config.theme.screens)
  /** Whether a class or variant is of Tailwind's or arbitrary where the site has its own. */
  function isForeign(name: string): boolean {
    const [, size] = /^text-(\[[\d.]+(?!pt)[a-z]+\]|\[clamp.*|xs|sm|md|lg|xl|\dxl|h\d)$/.exec(name) ?? []
    const [, step] = /^-?(?:[pm][xytbse]?|gap(?:-[xy])?|space-[xy])-(\[.*|[\d.]+)$/.exec(name) ?? []
    const [, screen] = /^(?:min-|max-)?(\[.*|xs|sm|md|lg|xl|\dxl)$/.exec(name) ?? []
    return (
      (size && !sizes.includes(size)) ||
      (step && !steps.includes(step)) ||
      (screen && !screens.includes(screen)) ||
      /^rounded(-\w+)?-(\[\d|xs|sm|md|lg|xl|\dxl)/.test(name)
    )
  }
  const foreignIn = (text: string, file: string): string[] =>
    file.endsWith('.css')
      ? (text.match(/font-size: .*\d(rem|px|em|vw).*|@media .*width.*\d(px|rem).*/g) ?? [])
      : text.split(/[\s'"`]+/).filter((found) =>
          // Before a colon `[&_dd]` is a selector; other brackets that begin a word are code.
          found
            .split(/:(?![^[]*\])/)
            .some((part, index) => !part.startsWith('[') && isForeign(part) && (index > 0 || /[-:]/.test(found))),
        )
  const wrong = 'text-[0.98rem] text-xl md:flex min-[600px]:flex max-md:mt-2 p-[7px] lg:gap-x-13 -mt-4.5 rounded-[18px]'
  expect(foreignIn(wrong, 'a.tsx')).toEqual(wrong.split(' '))
  const right = 'text-h2 text-[HighlightText] max-sm:p-4 2xl:block -me-2 px-(--side) [&>p]:mx-auto print:text-[10pt]'
  expect(foreignIn(right, 'a.tsx')).toEqual([])
  expect(
    wrongIn(
      markup.filter((file) => !exceptions.includes(file)),
      foreignIn,
    ),
  ).toEqual([])
})

test('pages, which are served without Next’s runtime, have no client components but islands', () => {
  const islands = ['components/donation/donation-form.tsx', 'components/sponsorship/sponsorship-form.tsx']
  const typeless = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?'([^']+)'|import\('([^']+)'\)/gm
  /** Those that `file` leads to, each with the way to it. What they import themselves is not followed. */
  function clientComponents(file: string, seen: Set<string>, way: readonly string[] = []): string[] {
    if (seen.has(file) || !/\.tsx?$/.test(file)) return []
    seen.add(file)
    const text = textOf(file)
    if (text.startsWith("'use client'")) return islands.includes(file) ? [] : [[...way, file].join(' > ')]
    return [...text.matchAll(typeless)].flatMap(([, fixed, lazy = fixed ?? '']) => {
      const next = lazy.startsWith('#') ? lazy.slice(1) : lazy.startsWith('.') && path.join(path.dirname(file), lazy)
      return next ? clientComponents(next, seen, [...way, file]) : []
    })
  }
  const starts = markup.filter((file) =>
    /^app\/(.*\/)?(page|layout|default|template|loading|global-not-found)\.tsx$/.test(file),
  )
  expect(starts.length).toBeGreaterThan(20)
  expect(starts.flatMap((file) => clientComponents(file, new Set()))).toEqual([])
})

describe('documents', () => {
  const documents = ['README.md', 'content/README.md', ...globSync('docs/**/*.md', { cwd: root })]
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1))
  const target = (document: string, file = '') => path.join(path.dirname(document), file)

  test('every file that they link to or name exists', () => {
    const missing = wrongIn(documents, (text, document) =>
      [
        // Parentheses may stand in a link, as in app/(site).
        ...all(text, /\]\(((?!https?:|mailto:|tel:|#|\/|\{)(?:[^()\s#]|\([^()\s]*\))+)/g).map(([to]) =>
          target(document, to),
        ),
        ...all(
          text,
          /`((?:app|components|content|lib|sandbox|scripts|tests)\/[\w./()[\]-]+\.(?:tsx?|mjs|yaml|md))`/g,
        ).flat(),
      ].filter((file) => !existsSync(path.join(root, file))),
    )
    expect(missing).toEqual([])
  })

  test('every heading that they link to exists', () => {
    const anchors = (file: string) =>
      all(textOf(file).replace(/^```.*?^```/gms, ''), /^#+ (.+)$/gm).map(([heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
          .replaceAll(' ', '-'),
      )
    const missing = wrongIn(documents, (text, document) =>
      all(text, /\]\(([\w./-]*\.md|)#([^)\s]+)\)/g).flatMap(([file = '', anchor = '']) =>
        anchors(file === '' ? document : target(document, file)).includes(anchor) ? [] : [`${file}#${anchor}`],
      ),
    )
    expect(missing).toEqual([])
  })

  test('every test that docs/security.md names exists', () => {
    const tests = globSync('tests/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replace(/\..*$/, ''))
    const named = all(textOf('docs/security.md'), /[|,] `([a-z-]+\/[a-z-]+)`(?=,| \|)/g).flat()
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((name) => !tests.some((file) => file.endsWith(`/${name}`)))).toEqual([])
  })

  test('the version of package.json is the newest in CHANGELOG.md', () =>
    expect(all(textOf('CHANGELOG.md'), /^## (\S+)/gm)[0]).toEqual([JSON.parse(textOf('package.json')).version]))

  test('the table of environment variables has every variable, and no other', () => {
    const names = all(textOf('docs/operate/environment.md'), /^\| (`[A-Z].*?) \| .*$/gm).flatMap(([cell = '']) =>
      all(cell, /`(\w+)`/g).flat(),
    )
    expect(names.sort()).toEqual(Object.keys(variables.shape).sort())
  })
})
