import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEditServer } from '#editor/server.ts'
import { uploadPolicy } from '#lib/platform/http/csp.ts'
import { exchange, send } from '#tests/support/raw-http.ts'

let project: string
let server: Server
let site: Server
const types: Record<string, string> = { svg: 'image/svg+xml', pdf: 'application/pdf', xml: 'text/xml' }
beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'charity-editor-'))
  mkdirSync(path.join(project, 'content'))
  mkdirSync(path.join(project, 'assets'))
  writeFileSync(path.join(project, 'assets/font.woff2'), 'font')
  site = createServer(({ url = '' }, response) => {
    if (url === '/broken') return response.socket?.end('HTTP/1.1 099 Odd\r\n\r\n')
    if (url === '/cut') return response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nc')
    response.setHeader('content-type', types[url.slice(-3)] ?? 'text/html; charset=utf-8')
    return response.end('<script>1</script>')
  }).listen(0, 'localhost')
  await once(site, 'listening')
  const { port: sitePort } = site.address() as AddressInfo
  const lists = () => ({ placeholders: [], choices: {}, originals: [] }) as never
  server = await startEditServer({ project, bundle: project, port: 0, sitePort, lists })
})
afterAll(async () => {
  for (const one of [server, site]) {
    one.closeAllConnections()
    one.close()
    await once(one, 'close')
  }
  rmSync(project, { recursive: true })
})

test.each(['/evil.svg', '/media/evil.html', '/medi%61/evil.html', '/x.xml'])(
  'what an editor may have uploaded runs nothing beside the token: %s',
  async (address) => {
    const { port } = server.address() as AddressInfo
    const { headers } = await send(port, `GET ${address} HTTP/1.1\r\nHost: localhost:0\r\nConnection: close\r\n\r\n`)
    expect(headers['content-security-policy']).toBe(uploadPolicy)
  },
)

test('a page of the site keeps its own policy', async () => {
  const { port } = server.address() as AddressInfo
  const { status, headers } = await send(port, 'GET /India HTTP/1.1\r\nHost: localhost:0\r\nConnection: close\r\n\r\n')
  expect([status, headers['content-security-policy']]).toEqual([200, undefined])
})

const request = (line: string, ...headers: string[]) =>
  [line, 'Host: localhost:0', 'Connection: close', ...headers, '', ''].join('\r\n')

async function sendToEditor(text: string) {
  const { port } = server.address() as AddressInfo
  return send(port, text)
}

test.each([
  [400, 'GET /%ff HTTP/1.1'],
  [400, 'GET /% HTTP/1.1'],
  [400, 'GET /media/%c3%28.svg HTTP/1.1'],
  [400, 'GET // HTTP/1.1'],
  [400, 'GET //evil.example/edit/ HTTP/1.1'],
  [400, 'GET http://[ HTTP/1.1'],
  [400, 'GET /edit/%ff HTTP/1.1'],
  [400, 'GET /edit/app/originals/%ff.json HTTP/1.1'],
  [400, 'GET /edit/api/v1/%ff HTTP/1.1'],
  [404, 'GET /edit/app/assets HTTP/1.1'],
  [404, 'GET /edit/app/ HTTP/1.1'],
  [404, 'GET /edit/app/%00 HTTP/1.1'],
  [404, 'GET /edit/app/..%2f..%2fetc/passwd HTTP/1.1'],
  [200, 'GET /edit/app/assets/font.woff2 HTTP/1.1'],
  [200, 'GET /caf%c3%a9"|{} HTTP/1.1'],
  [200, 'GET /India HTTP/1.1\r\nTrailer: expires'],
  [200, 'POST /India HTTP/1.1\r\nContent-Length: 0\r\nTrailer: expires'],
  [200, 'GET /cut HTTP/1.1'],
  [500, 'GET /broken HTTP/1.1'],
])('the editor answers %i to %j, and goes on', async (status, line) => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await sendToEditor(request(line))).status).toBe(status)
  expect(logged).toHaveBeenCalledTimes(status === 500 ? 1 : 0)
  logged.mockRestore()
  expect((await sendToEditor(request('GET /India HTTP/1.1'))).status).toBe(200)
})

test('a browser that closes its connection is no failure', async () => {
  const { port } = server.address() as AddressInfo
  for (const line of [
    'GET /India HTTP/1.1',
    'GET /edit/ HTTP/1.1',
    'POST /India HTTP/1.1\r\nContent-Length: 99',
    'GET / HTTP/1.1\r\nSec-Fetch-Site: x\r\nUpgrade: x',
  ])
    await exchange(port, Buffer.from(request(line)), { leaves: true })
  expect((await sendToEditor(request('GET /India HTTP/1.1'))).status).toBe(200)
})

test.each([
  '/India',
  '/media/team.webp',
  '/edit',
  '/edit/',
  '/edit/app/assets/font.woff2',
  '/edit/changes',
  '/edit/undo',
])('another site gets nothing from %s', async (address) => {
  for (const site of ['cross-site', 'same-site', 'x'])
    for (const more of [[], ['Upgrade: websocket', 'Connection: upgrade']])
      expect((await sendToEditor(request(`GET ${address} HTTP/1.1`, `Sec-Fetch-Site: ${site}`, ...more))).status).toBe(
        403,
      )
})

test.each(['same-origin', 'none'])('the editor, what it frames, and bookmarks are answered: %s', async (site) => {
  for (const address of ['/India', '/edit/', '/edit/app/assets/font.woff2'])
    expect((await sendToEditor(request(`GET ${address} HTTP/1.1`, `Sec-Fetch-Site: ${site}`))).status).toBe(200)
})
