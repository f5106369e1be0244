/** Checks that no schema can make: consistency between files, and values that are well-formed but impossible. Reports all problems. */

import { buildRoutes } from '#lib/site/content/addresses.ts'
import type { PublicFiles } from '#lib/site/content/checks/files.ts'
import { checkClaims } from '#lib/site/content/claims.ts'
import type { Content } from '#lib/site/content/content.ts'
import { byPlace, type Problem } from '#lib/site/content/problem.ts'
import { checkBrand } from './brand.ts'
import { checkFiles, checkUploads, unusedFiles } from './files.ts'
import { type Findings, find } from './found.ts'
import { checkAddresses, checkLinks, checkReach } from './links.ts'
import { checkPages, checkWording } from './pages.ts'
import { checkPublication } from './publication.ts'
import { checkSamples } from './samples.ts'
import { checkLevels, checkLiterals, checkMarkdown, checkPrivacy, checkTexts } from './texts.ts'
import { checkTranslations } from './translations.ts'

/** `problems` stop a build; `warnings` do not. Both by file, from top to bottom. */
export type Checked = { found: Findings; problems: Problem[]; warnings: Problem[] }

/** `publicFiles`: those of public/, and the photographs. `now`: for checks that depend on the day, which only warn. */
export function checkContent(content: Content, publicFiles: PublicFiles, now: Date): Checked {
  const routes = buildRoutes(content)
  const found = find(content.entries)
  const today = now.toISOString().slice(0, 10)
  const translated = find([], content.translations)
  const all = [
    ...checkTranslations(content),
    ...checkTexts(translated),
    ...checkMarkdown(translated),
    ...checkLinks(translated, content, routes, publicFiles),
    ...checkTexts(found),
    ...checkMarkdown(found),
    ...checkLinks(found, content, routes, publicFiles),
    ...checkBrand(content),
    ...checkFiles(found, publicFiles),
    ...unusedFiles(found, publicFiles),
    ...checkUploads(publicFiles),
    ...checkAddresses(content, routes),
    ...checkPublication(found, content, now),
    ...checkReach(found, content, routes),
    ...checkWording(content),
    ...checkPages(content, today),
    ...checkPrivacy(found),
    ...checkSamples([...content.entries, ...content.translations]),
    ...checkLiterals(content),
    ...checkLevels(content),
    ...checkClaims(content.entries),
  ]
  const unique = [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()]
  unique.sort((a, b) => byPlace(a, b) || a.column - b.column)
  return {
    found,
    problems: unique.filter(({ warning }) => !warning),
    warnings: unique.filter(({ warning }) => warning),
  }
}
