import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEditServer } from '#editor/server.ts'
import { uploadPolicy } from '#lib/platform/http/csp.ts'
import { send } from '#tests/support/raw-http.ts'

let project: string
let server: Server
let site: Server
const types: Record<string, string> = { svg: 'image/svg+xml', pdf: 'application/pdf', xml: 'text/xml' }
beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'charity-editor-'))
  mkdirSync(path.join(project, 'content'))
  site = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', types[url.slice(-3)] ?? 'text/html; charset=utf-8')
    response.end('<script>1</script>')
  }).listen(0, 'localhost')
  await once(site, 'listening')
  const { port: sitePort } = site.address() as AddressInfo
  const lists = () => ({ words: [], choices: {}, originals: [] }) as never
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
