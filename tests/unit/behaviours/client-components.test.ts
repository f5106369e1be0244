/** Content pages are served without React's runtime, so a client component on one of them would do nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../..')

/** Does nothing where React is not. */
const allowed = ['components/layout/hydration-signal.tsx']

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
  if (source.startsWith("'use client'")) return allowed.includes(name) ? [] : [[...way, name].join(' > ')]
  return [...source.matchAll(imports)].flatMap(([, fixed, lazy]) => {
    const next = resolved(fixed ?? lazy ?? '', file)
    return next ? clientComponents(next, seen, [...way, name]) : []
  })
}

const roots = readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)(page|layout|default|template|loading|global-not-found)\.tsx$/.test(file),
)
/** The routes of giving pages. */
const hydrated = ['[language]/giving/donation/[...path]/page.tsx', '[language]/giving/sponsorship/[...path]/page.tsx']

test.each(roots)('app/%s has client components only if React hydrates it', (file) => {
  const found = clientComponents(path.join(root, 'app', file), new Set())
  if (hydrated.includes(file)) expect(found).not.toEqual([])
  else expect(found).toEqual([])
})
