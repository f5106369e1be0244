/** Reads content/ and makes every check, those between files and those against git. */
import path from 'node:path'
import { type Checked, checkContent } from '#lib/site/content/checks/index.ts'
import { checkHistory } from '#lib/site/content/checks/links.ts'
import { type Content, loadContent } from '#lib/site/content/load.ts'
import type { Problem } from '#lib/site/content/problem.ts'
import { siteFiles } from '#lib/site/content/public-files.ts'
import { formerContent } from './content-history.ts'

/** `isCompared`: false without git, so that lost addresses are not found. */
type CheckedContent =
  | ({ ok: true; content: Content; isCompared: boolean } & Checked)
  | { ok: false; problems: Problem[]; warnings: Problem[] }

/** `project`: the folder above content/ and public/. */
export async function checkedContent(project: string): Promise<CheckedContent> {
  // Git works while the files are read.
  const reading = formerContent(project)
  const loaded = loadContent(path.join(project, 'content'))
  if (!loaded.ok) return { ...loaded, warnings: [] }
  const { content } = loaded
  const { found, problems, warnings } = checkContent(content, siteFiles(project), new Date())
  const former = await reading
  const lost = former ? checkHistory(content, former) : []
  return { ok: true, content, isCompared: former !== null, found, problems: [...problems, ...lost], warnings }
}
