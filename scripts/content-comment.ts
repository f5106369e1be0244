/** Checks the content and writes what was found as a comment for a pull request, in plain words: `content-comment.ts FILE`. */
import { writeFileSync } from 'node:fs'
import { checkedContent } from './support/checked-content.ts'
import { contentComment } from './support/content-comment.ts'

const { problems, warnings } = await checkedContent(process.cwd())
writeFileSync(process.argv[2] ?? 'comment.md', contentComment(problems, warnings))
process.exitCode = problems.length > 0 ? 1 : 0
