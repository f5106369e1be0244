/** Pages are served without Next's runtime: a client component does something only as an island (components/islands). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../..')

const imports = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?'([^']+)'|import\('([^']+)'\)/gm

function resolved(specifier: string, from: string): string | null {
  const file = specifier.startsWith('#')
    ? path.join(root, specifier.slice(1))
    : specifier.startsWith('.')
      ? path.resolve(path.dirname(from), specifier)
      : null
  return file && /\.tsx?$/.test(file) && existsSync(file) ? file : null
}

/** The client components that `file` imports, each with the path to it. Imports of client components are not followed. */
function clientComponents(file: string, seen: Set<string>, way: readonly string[] = []): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const name = path.relative(root, file)
  if (source.startsWith("'use client'")) return [[...way, name].join(' > ')]
  return [...source.matchAll(imports)].flatMap(([, fixed, lazy]) => {
    const next = resolved(fixed ?? lazy ?? '', file)
    return next ? clientComponents(next, seen, [...way, name]) : []
  })
}

const roots = readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)(page|layout|default|template|loading|global-not-found)\.tsx$/.test(file),
)
/** The islands. */
const islands = ['components/donation/donation-form.tsx', 'components/sponsorship/sponsorship-form.tsx']

test.each(roots)('app/%s has no client components but islands', (file) => {
  const found = clientComponents(path.join(root, 'app', file), new Set())
  expect(found.filter((way) => !islands.some((island) => way.endsWith(island)))).toEqual([])
})
