import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEditServer } from '#editor/server.ts'
import { send } from '#tests/support/raw-http.ts'

let project: string
let server: Server
beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'charity-editor-'))
  mkdirSync(path.join(project, 'content'))
  const lists = () => ({ words: [], choices: {}, originals: [] }) as never
  server = await startEditServer({ project, bundle: project, port: 0, sitePort: 1, lists })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  rmSync(project, { recursive: true })
})

test.each(['GET / HTTP/1.1', 'GET /edit/ HTTP/1.1', 'GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket'])(
  'a request with two Host headers is refused: %s',
  async (request) => {
    const { port } = server.address() as AddressInfo
    const hosts = 'Host: localhost:0\r\nHost: evil.example\r\n'
    const { status } = await send(port, `${request}\r\n${hosts}Connection: close\r\n\r\n`)
    expect(status).toBe(400)
  },
)
