import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { metrics } from '#lib/platform/metrics.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { serveAssets } from '#lib/platform/server/assets.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { eventually } from '#tests/support/eventually.ts'
import { exchange } from '#tests/support/raw-http.ts'
import { startGateSite } from './support.ts'

beforeEach(() => resetProcessState('metrics'))

/** Pairs of kind and status class with the number of requests of each. */
async function counted(): Promise<Record<string, number>> {
  const { values } = await metrics().requests.get()
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'))
  return Object.fromEntries(counts.map(({ labels, value }) => [`${labels.kind} ${labels.status}`, value]))
}

/** As {@link counted}, once there are `total` requests: a response is counted a moment after the client has it. */
async function countedAll(total: number) {
  const sum = async () => Object.values(await counted()).reduce((one, other) => one + other, 0)
  await eventually(async () => (await sum()) >= total)
  return counted()
}

const get = (port: number, target: string, headers = '') =>
  exchange(port, Buffer.from(`GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`))

/** Answers /India itself from the second request on. */
function remember(handler: Handler): Handler {
  let known = false
  return (request, response) => {
    const isIndia = request.url?.startsWith('/India')
    if (isIndia && known) return response.end('<h1>Here</h1>')
    known ||= Boolean(isIndia)
    return handler(request, response)
  }
}

/** A page at /India that is stored after its first rendering, a route that fails, and one that never answers. */
async function startSite() {
  const folder = mkdtempSync(path.join(tmpdir(), 'assets-'))
  writeFileSync(path.join(folder, 'a.js'), 'let a')
  return startGateSite(
    (request, response) => {
      if (request.url === '/slow') return
      response.statusCode = request.url === '/api/enquiries/start' ? 500 : 200
      response.end('<h1>Here</h1>')
    },
    {
      fromMemory: (handler) => serveAssets(remember(handler), { built: folder, kept: null }, {}),
    },
  )
}

test.each<[string, readonly string[], Record<string, number>]>([
  ['a page, rendered once and then from memory', ['/India', '/India?a=1'], { 'rendered 2xx': 1, 'memory 2xx': 1 }],
  ['a page that is rendered for each request', ['/search?q=x', '/x'], { 'rendered 2xx': 2 }],
  ['an asset', ['/_next/static/a.js'], { 'asset 2xx': 1 }],
  ['an API route', ['/api/health?x=1'], { '/api/health 2xx': 1 }],
  ['one that fails', ['/api/enquiries/start'], { '/api/enquiries/start 5xx': 1 }],
  ['an address that a stranger made up', ['/api/x', '/api/constructor', '/__proto__'], { 'rendered 2xx': 3 }],
  ['a refused request', ['/api/newsletter', '/India HTTP/3.1 x'], { 'refused 4xx': 2 }],
])('counts %s', async (_, targets, expected) => {
  const { port } = await startSite()
  for (const target of targets) await get(port, target)
  expect(await countedAll(targets.length)).toEqual(expected)
})

test('counts an expectation that the site does not meet', async () => {
  const { port } = await startSite()
  await get(port, '/', 'Expect: cake\r\n')
  expect(await countedAll(1)).toEqual({ 'refused 4xx': 1 })
})

test('counts a visitor who leaves before the response', async () => {
  const { port } = await startSite()
  await fetch(`http://127.0.0.1:${port}/slow`, { signal: AbortSignal.timeout(50) }).catch(() => undefined)
  expect(await countedAll(1)).toEqual({ 'rendered aborted': 1 })
})
