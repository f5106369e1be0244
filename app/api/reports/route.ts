/** POST /api/reports: reports of what a browser's Content-Security-Policy blocked. Responds 204, and reads no more than it can count. */
import { readText } from '#lib/platform/http/body.ts'
import { countViolations } from '#lib/platform/http/csp.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'

const types = ['application/csp-report', 'application/reports+json']
/** Bytes. */
const longestReport = 16 * 1024
/** Requests that are read per minute; the others are answered unread. Far fewer are enough to notice a broken page. */
const readPerMinute = 120

let minute = 0
let read = 0

function mayRead(): boolean {
  const now = Math.floor(Date.now() / 60_000)
  if (now !== minute) [minute, read] = [now, 0]
  read++
  return read <= readPerMinute
}

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!types.includes(type.trim())) return problem(415, { headers: { 'accept-post': types.join(', ') } })
  if (!mayRead()) {
    await request.body?.cancel().catch(() => undefined)
    return new Response(null, { status: 204 })
  }
  const text = await readText(request, longestReport)
  if (typeof text !== 'string') return text.response
  try {
    countViolations(JSON.parse(text))
  } catch {
    return problem(400, { detail: 'The body is no JSON.' })
  }
  return new Response(null, { status: 204 })
}
