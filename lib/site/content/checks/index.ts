/** Checks that no schema can make: consistency between files, and values that are well-formed but impossible. Reports all problems. */
import { buildRoutes } from '#lib/site/content/addresses.ts'
import type { Content } from '#lib/site/content/load.ts'
import { byPlace, type Problem } from '#lib/site/content/problem.ts'
import type { PublicFiles } from '#lib/site/content/public-files.ts'
import { checkAddresses } from './addresses.ts'
import { checkAmounts } from './amounts.ts'
import { checkEvents, checkRules } from './events.ts'
import { repeatedFigures } from './figures.ts'
import { checkFiles, unusedFiles } from './files.ts'
import { unusedFilms } from './films.ts'
import { checkForms } from './forms.ts'
import { type Found, find } from './found.ts'
import { checkCampaigns, checkPaymentForms } from './giving.ts'
import { checkLinks } from './links.ts'
import { checkLists } from './lists.ts'
import { checkPages, checkSite, checkWording } from './pages.ts'
import { checkGallery, checkPortraits } from './pictures.ts'
import { checkPublication } from './publication.ts'
import { checkReach } from './reach.ts'
import { checkSamples } from './samples.ts'
import { checkPrivacy, checkStories } from './stories.ts'
import { checkMarkdown, checkTexts } from './texts.ts'
import { checkTranslations } from './translations.ts'
import { checkUploads } from './uploads.ts'

/** `problems` stop a build; `warnings` do not. Both by file, from top to bottom. */
export type Checked = { found: Found; problems: Problem[]; warnings: Problem[] }

/** `publicFiles`: of public/, and the photographs. `now`: for what depends on the day, which only warns. */
export function checkContent(content: Content, publicFiles: PublicFiles, now: Date): Checked {
  const routes = buildRoutes(content)
  const found = find(content.entries)
  const today = now.toISOString().slice(0, 10)
  const translated = find([], content.translations)
  const all = [
    ...checkTranslations(content),
    ...checkTexts(translated, today),
    ...checkMarkdown(translated),
    ...checkLinks(translated, content, routes, publicFiles),
    ...checkTexts(found, today),
    ...checkMarkdown(found),
    ...checkLinks(found, content, routes, publicFiles),
    ...checkFiles(found, publicFiles),
    ...unusedFiles(found, publicFiles),
    ...checkUploads(publicFiles),
    ...unusedFilms(content),
    ...checkAddresses(content, routes),
    ...checkPublication(found, content, now),
    ...checkReach(found, content, routes),
    ...checkWording(content),
    ...checkPages(content),
    ...checkStories(content),
    ...checkPrivacy(found),
    ...checkLists(content),
    ...checkForms(content),
    ...checkEvents(content),
    ...checkRules(content),
    ...checkCampaigns(content, today),
    ...checkPaymentForms(content),
    ...checkAmounts(content),
    ...checkPortraits(found, content),
    ...checkSite(content),
    ...checkGallery(content),
    ...checkSamples([...content.entries, ...content.translations]),
    ...repeatedFigures(content),
  ]
  const unique = [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()]
  unique.sort((a, b) => byPlace(a, b) || a.column - b.column)
  return {
    found,
    problems: unique.filter(({ warning }) => !warning),
    warnings: unique.filter(({ warning }) => warning),
  }
}
