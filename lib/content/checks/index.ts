/** Checks that no schema can make: consistency between files, and values that are well-formed but impossible. Reports all problems. */
import { buildRoutes } from '#lib/content/addresses.ts'
import type { Content } from '../load.ts'
import { byPlace, type Problem } from '../problem.ts'
import { checkAddresses } from './addresses.ts'
import { checkEvents } from './events.ts'
import { repeatedFigures } from './figures.ts'
import { checkFiles } from './files.ts'
import { checkForms } from './forms.ts'
import { type Found, find } from './found.ts'
import { checkCampaigns, checkPaymentForms } from './giving.ts'
import { checkLinks } from './links.ts'
import { checkPages, checkSite, checkWording } from './pages.ts'
import { checkGallery, checkPortraits } from './pictures.ts'
import { checkSamples } from './samples.ts'
import { checkMarkdown, checkTexts } from './texts.ts'

type Checked = { found: Found; problems: Problem[] }

/** `publicFiles`: the files in public/, as addresses: /media/team.webp. */
export function checkContent(content: Content, publicFiles: ReadonlySet<string>): Checked {
  const routes = buildRoutes(content)
  const found = find(content.entries)
  const problems = [
    ...checkTexts(found),
    ...checkMarkdown(found),
    ...checkLinks(found, content, routes, publicFiles),
    ...checkFiles(found, publicFiles),
    ...checkAddresses(content, routes),
    ...checkWording(content),
    ...checkPages(content),
    ...checkForms(content),
    ...checkEvents(content),
    ...checkCampaigns(content),
    ...checkPaymentForms(content),
    ...checkPortraits(found, content),
    ...checkSite(content),
    ...checkGallery(content),
    ...checkSamples(content.entries),
    ...repeatedFigures(content),
  ]
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return { found, problems: [...unique.values()].sort((a, b) => byPlace(a, b) || a.column - b.column) }
}
