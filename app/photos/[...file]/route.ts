/** The files of photographs under `npm run dev`, made on request. A built site serves ready ones (lib/site/photos/serve.ts). */

import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { isDevelopment } from '#lib/platform/env.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'

export const GET = handled(answer)

async function answer(request: Request) {
  const missing = () => problem(404, { detail: 'There is no such photograph.' })
  if (!isDevelopment) return missing()
  const { makeFile } = await import('#lib/site/photos/make.ts')
  const { pathname } = new URL(request.url)
  const made = await makeFile(charityFolder, path.join(process.cwd(), '.next'), pathname)
  return made
    ? new Response(new Uint8Array(made), { headers: { 'content-type': `image/${pathname.split('.').at(-1)}` } })
    : missing()
}
