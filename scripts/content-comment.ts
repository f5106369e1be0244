/** Checks the content and writes the findings as a comment for a pull request: `content-comment.ts FILE`. */

import { writeFileSync } from 'node:fs'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { checkedContent, contentComment } from './support/checked-content.ts'

const { problems, warnings } = await checkedContent(charityFolder)
const comment = contentComment(problems, warnings)
// A pull request from a fork gets no comment: its author reads the log.
console.log(comment)
writeFileSync(process.argv[2] ?? 'comment.md', comment)
process.exitCode = problems.length > 0 ? 1 : 0
