/** The files of photographs under `npm run dev`, made when they are asked for. A built site has them (lib/photos/serve.ts). */
import path from 'node:path'
import { isDevelopment } from '#lib/env.ts'
import { handled } from '#lib/http/failure.ts'
import { problem } from '#lib/http/problem.ts'

export const GET = handled(answer)

async function answer(request: Request) {
  const missing = () => problem(404, { detail: 'There is no such photograph.' })
  if (!isDevelopment) return missing()
  const { makeFile } = await import('#lib/photos/make.ts')
  const { pathname } = new URL(request.url)
  const made = await makeFile(process.cwd(), path.join(process.cwd(), '.next'), pathname)
  return made
    ? new Response(new Uint8Array(made), { headers: { 'content-type': `image/${pathname.split('.').at(-1)}` } })
    : missing()
}
