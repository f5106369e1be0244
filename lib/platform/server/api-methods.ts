/** Allowed methods of the routes under /api, enforced by the request gate: those whose handlers the files in app/api export. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Method = 'GET' | 'HEAD' | 'POST'

/** Allowed methods of every other address. */
export const pageMethods: readonly Method[] = ['GET', 'HEAD']

const folder = path.join(process.cwd(), 'app', 'api')

/** `file`: below app/api. HEAD is answered by GET. @throws for a route without a handler. */
function methodsOf(file: string): readonly Method[] {
  const [, method] = /^export const (GET|POST) = /m.exec(readFileSync(path.join(folder, file), 'utf8')) ?? []
  if (!method)
    throw new Error(`app/api/${file} must export one handler, as "export const GET =" or "export const POST ="`)
  return method === 'GET' ? pageMethods : ['POST']
}

export const apiMethods: Readonly<Record<string, readonly Method[]>> = Object.fromEntries(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .map((file) => [`/api/${path.dirname(file)}`, methodsOf(file)]),
)
