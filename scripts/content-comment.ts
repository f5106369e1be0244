/** Checks the content and writes what was found as a comment for a pull request, in plain words: `content-comment.ts FILE`. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkContent } from '#lib/content/checks/index.ts'
import { loadContent } from '#lib/content/load.ts'
import { filesIn } from '#lib/content/public-files.ts'
import { contentComment } from './support/content-comment.ts'

const project = process.cwd()
const loaded = loadContent(path.join(project, 'content'))
const { problems, warnings } = loaded.ok
  ? checkContent(loaded.content, filesIn(path.join(project, 'public')), new Date())
  : { problems: loaded.problems, warnings: [] }
writeFileSync(process.argv[2] ?? 'comment.md', contentComment(problems, warnings))
process.exitCode = problems.length > 0 ? 1 : 0
