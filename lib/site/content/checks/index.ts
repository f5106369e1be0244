/** Checks that no schema can make: consistency between files, and values that are well-formed but impossible. Reports all problems. */

import { buildRoutes } from '#lib/site/content/addresses.ts'
import { checkClaims } from '#lib/site/content/claims.ts'
import type { Content } from '#lib/site/content/content.ts'
import { byPlace, type Problem } from '#lib/site/content/problem.ts'
import { checkBrand } from './brand.ts'
import { checkFiles, checkUploads, unusedFiles } from './files.ts'
import { type Findings, find, type PublicFiles, type Subject } from './found.ts'
import { checkAddresses, checkLinks, checkReach } from './links.ts'
import { checkPages, checkWording } from './pages.ts'
import { checkPublication } from './publication.ts'
import { checkSamples } from './samples.ts'
import { checkLevels, checkLiterals, checkMarkdown, checkPrivacy, checkTexts } from './texts.ts'
import { checkTranslations } from './translations.ts'

/** `problems` stop a build; `warnings` do not. Both by file, from top to bottom. */
export type Checked = { found: Findings; problems: Problem[]; warnings: Problem[] }

type Rule = (subject: Subject) => Problem[]
/** Run on the original texts and on the translations. */
const ofTexts: readonly Rule[] = [checkTexts, checkMarkdown, checkLinks]
const ofFiles: readonly Rule[] = [
  ...[checkTranslations, checkBrand, checkFiles, unusedFiles, checkUploads, checkAddresses, checkPublication],
  ...[checkReach, checkWording, checkPages, checkPrivacy, checkSamples, checkLiterals, checkLevels],
  ({ content }) => checkClaims(content.entries),
]

/** `files`: those of public/, and the photographs. `now`: for checks that depend on the day, which only warn. */
export function checkContent(content: Content, files: PublicFiles, now: Date): Checked {
  const found = find(content.entries)
  const subject: Subject = { content, found, routes: buildRoutes(content), files, now }
  const translated: Subject = { ...subject, found: find([], content.translations) }
  const all = [
    ...ofTexts.flatMap((rule) => [...rule(translated), ...rule(subject)]),
    ...ofFiles.flatMap((rule) => rule(subject)),
  ]
  const unique = [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()]
  unique.sort((a, b) => byPlace(a, b) || a.column - b.column)
  return {
    found,
    problems: unique.filter(({ warning }) => !warning),
    warnings: unique.filter(({ warning }) => warning),
  }
}
