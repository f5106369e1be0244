/** Fake HTTP services, named by their behaviour. They record their requests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behaviour = RequestListener
export type Upstream = {
  url: string
  requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export const answersJson =
  (value: unknown, status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }

export const answersText =
  (text: string, status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(text)
  }

export const dropsTheConnection: Behaviour = (request) => request.socket.destroy()

export const neverAnswers: Behaviour = () => undefined

export const answersWithoutEnd: Behaviour = (_, response) => {
  const send = () => {
    while (!response.destroyed && response.write(' '.repeat(16 * 1024)));
  }
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', send)
  send()
}

/** What a service does on a bad day, for `test.each`. */
export const badDays: readonly (readonly [string, Behaviour])[] = [
  ['an error', answersJson({ error: 'x' }, 500)],
  ['a web page', answersText('<h1>It works</h1>')],
  ['null', answersJson(null)],
  ['an answer without end', answersWithoutEnd],
  ['a lost connection', dropsTheConnection],
]

/** One service for the tests of this file or group, which behaves like this at the start of each. */
export function sharedUpstream(behaviour: Behaviour): Upstream {
  const upstream = {} as Upstream
  beforeAll(async () => void Object.assign(upstream, await startUpstream(behaviour)))
  beforeEach(() => {
    upstream.requests.length = 0
    upstream.behave(behaviour)
  })
  afterAll(() => upstream.close())
  return upstream
}

export async function startUpstream(behaviour: Behaviour): Promise<Upstream> {
  let current = behaviour
  const requests: Upstream['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers })
    current(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave(next) {
      current = next
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
