/**
 * `npm run content:move -- /OurWells /Wells`: gives a page, a story or a post another address. Changes every link to it, renames its
 * file, and adds the redirect.
 */
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { moveContent } from './support/content-move.ts'

const [from, to] = process.argv.slice(2).map((address) => `/${address.replace(/^\/+|\/+$/g, '')}`)
const moved =
  from && to
    ? moveContent(charityFolder, from, to)
    : { ok: false as const, reason: 'Say which address, and the new one: npm run content:move -- /OurWells /Wells' }
if (moved.ok) console.log(moved.report)
else {
  console.error(moved.reason)
  process.exitCode = 1
}
