/** The floor under every stand-in: a server with routes, a log of what came in, failures on command, and a page that says what it is. Never listens beyond this machine. */
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { type Behaviour, behaviourSchema, createBehaviours, modes } from './behaviour.ts'
import { formToJson, parseForm } from './form.ts'
import { type Html, html, page } from './html.ts'

export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** What stood in the place of `:name` in the route's path, decoded. */
  params: Readonly<Record<string, string>>
}

export type Reply = { status: number; headers?: Record<string, string>; body: string }

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Calls of the API are logged and fail on command; pages and files that a browser shows are not, unless named by path. */
  kind: 'api' | 'page'
  about: string
  handle(call: Call): Reply | Promise<Reply>
}

export type Control = Omit<Route, 'kind'> & { example?: unknown }

export type LoggedRequest = {
  at: string
  method: string
  path: string
  /** A token is hidden. */
  query: Record<string, string>
  /** Without authorization and cookies. */
  headers: Record<string, string>
  body: unknown
  /** What was answered; null while it waits, or when the socket was closed instead. */
  status: number | null
}

export type ServiceOptions = {
  name: string
  about: string
  /** 0 takes a free port. */
  port: number
  routes: Route[]
  controls: Control[]
  /** Forgets everything and stops what is under way; also called on close. */
  reset(): void
  /** The service's own answers on `fail` (500), on `refuse` (429) and to an address that it does not know. */
  failure(status: 500 | 429): Reply
  unknown(call: Call): Reply
  /** Shown on `GET /` above the list of addresses. */
  home?(): Html
}

export type Service = { url: string; close(): Promise<void> }

const bodyLimit = 1024 * 1024
const logLimit = 1000
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** Read once: next to this file, wherever the process was started. */
const stylesheet = readFileSync(path.join(import.meta.dirname, 'sandbox.css'), 'utf8')

export const pagePolicy = (parts: Record<string, string> = {}): string =>
  Object.entries({
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...parts,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: `${JSON.stringify(value, null, 2)}\n`,
})

export const text = (status: number, value: string): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: value,
})

/** `policy` replaces single directives of the strict default. */
export const htmlPage = (status: number, body: string, policy: Record<string, string> = {}): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(policy),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
  body,
})

export const seeOther = (location: string): Reply => ({ status: 303, headers: { location }, body: '' })

/** A control whose JSON body (or none, read as `{}`) must fit the schema; a body that does not is a 400 that says why. */
export function control<S extends z.ZodType>(options: {
  path: string
  about: string
  input: S
  example?: z.input<S>
  act(input: z.output<S>, call: Call): Reply | Promise<Reply>
}): Control {
  return {
    method: 'POST',
    path: options.path,
    about: options.about,
    example: options.example,
    handle(call) {
      let given: unknown
      try {
        given = call.body.length === 0 ? {} : JSON.parse(call.body.toString('utf8'))
      } catch {
        return json(400, { error: 'The body is not JSON.' })
      }
      const read = options.input.safeParse(given)
      return read.success ? options.act(read.data, call) : json(400, { error: z.prettifyError(read.error) })
    },
  }
}

type Matcher = { expression: RegExp; names: string[] }

function matcherOf(pattern: string): Matcher {
  const names: string[] = []
  const source = pattern
    .split('/')
    .map((segment) => {
      if (!segment.startsWith(':')) return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(segment.slice(1))
      return '([^/]+)'
    })
    .join('/')
  return { expression: new RegExp(`^${source}$`), names }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return 'too large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parsedBody(headers: IncomingHttpHeaders, body: Buffer): unknown {
  if (body.length === 0) return null
  const type = headers['content-type'] ?? ''
  const content = body.toString('utf8')
  if (type.includes('application/x-www-form-urlencoded')) return formToJson(parseForm(content))
  try {
    return JSON.parse(content)
  } catch {
    return content
  }
}

function garbage(kind: Behaviour['garbage']): Reply {
  if (kind === 'truncated') return { ...json(200, null), body: '{"object": "half an answ' }
  if (kind === 'other') return json(200, { hello: 'world' })
  return { ...htmlPage(200, ''), body: '<!doctype html><title>Welcome</title><h1>It works!</h1>' }
}

/** Listens on both loopback addresses, since `localhost` is either. Throws when the port is taken on one of them. */
async function listen(listener: RequestListener, wanted: number): Promise<{ port: number; servers: Server[] }> {
  const open = (host: string, port: number) =>
    new Promise<Server>((resolve, reject) => {
      // Longer than clients keep an idle connection: one that is closed just as it is used again is an ECONNRESET.
      const server = createServer({ keepAliveTimeout: 60_000 }, listener)
      server.once('error', reject)
      server.listen(port, host, () => resolve(server))
    })
  for (let attempt = 1; ; attempt += 1) {
    const first = await open('127.0.0.1', wanted)
    const { port } = first.address() as AddressInfo
    try {
      return { port, servers: [first, await open('::1', port)] }
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return { port, servers: [first] }
      await new Promise((resolve) => first.close(resolve))
      if (code !== 'EADDRINUSE' || wanted !== 0 || attempt === 20) throw error
    }
  }
}

/** Starts a service. Rejects when the port is taken. `close` ends its sockets and timers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const behaviours = createBehaviours()
  const waiting = new Set<() => void>()
  let log: LoggedRequest[] = []

  const reset = () => {
    behaviours.clear()
    log = []
    for (const stop of [...waiting]) stop()
    options.reset()
  }

  const common: Control[] = [
    control({
      path: '/_sandbox/behaviour',
      about: `How the next requests are answered: ${modes.join(', ')}. "times", "path", "method" narrow it; "ms" is for slow; "garbage" is html, truncated or other.`,
      input: behaviourSchema,
      example: { mode: 'fail', times: 1 },
      act(behaviour) {
        behaviours.set(behaviour)
        return json(200, { behaviours: behaviours.list() })
      },
    }),
    {
      method: 'GET',
      path: '/_sandbox/requests',
      about: 'The requests received, oldest first, without their authorization.',
      handle: () => json(200, { requests: log }),
    },
    control({
      path: '/_sandbox/reset',
      about: 'Forgets everything and answers as usual again.',
      input: z.strictObject({}),
      example: {},
      act() {
        reset()
        return json(200, { reset: true })
      },
    }),
  ]
  const controls = [...common, ...options.controls]

  const files: Route[] = [
    {
      method: 'GET',
      path: '/',
      kind: 'page',
      about: 'This page.',
      handle: () => htmlPage(200, homePage(options, controls)),
    },
    {
      method: 'GET',
      path: '/sandbox.css',
      kind: 'page',
      about: 'The stylesheet of the pages.',
      handle: () => ({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: stylesheet }),
    },
  ]
  const routes = [...controls.map((one): Route => ({ ...one, kind: 'page' })), ...files, ...options.routes].map(
    (route) => ({ ...route, matcher: matcherOf(route.path) }),
  )

  const pause = (response: ServerResponse, ms: number | null) =>
    new Promise<'elapsed' | 'stopped'>((resolve) => {
      const end = (how: 'elapsed' | 'stopped') => {
        if (timer) clearTimeout(timer)
        waiting.delete(stop)
        response.off('close', stop)
        resolve(how)
      }
      const stop = () => end('stopped')
      const timer = ms === null ? null : setTimeout(() => end('elapsed'), ms)
      waiting.add(stop)
      response.once('close', stop)
    })

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const method = request.method ?? 'GET'
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = await readBody(request)
    if (body === 'too large') {
      send(response, text(413, 'The body is larger than 1 MB.'))
      return
    }

    let params: Record<string, string> = {}
    const route = routes.find((one) => {
      const match =
        one.method === (method === 'HEAD' ? 'GET' : method) ? one.matcher.expression.exec(url.pathname) : null
      if (match)
        params = Object.fromEntries(one.matcher.names.map((name, index) => [name, decode(match[index + 1] ?? '')]))
      return match !== null
    })
    const isControl = url.pathname.startsWith('/_sandbox/')
    const isApi = !isControl && route?.kind !== 'page'
    const call: Call = { method, path: url.pathname, query: url.searchParams, headers: request.headers, body, params }

    const entry: LoggedRequest = {
      at: new Date().toISOString(),
      method,
      path: url.pathname,
      query: Object.fromEntries(
        [...url.searchParams].map(([name, value]) => [name, name === 'token' ? 'hidden' : value]),
      ),
      headers: Object.fromEntries(
        Object.entries(request.headers)
          .filter(([name]) => !secretHeaders.has(name))
          .map(([name, value]) => [name, String(value)]),
      ),
      body: parsedBody(request.headers, body),
      status: null,
    }
    if (isApi) log = [...log, entry].slice(-logLimit)

    const rule = isControl ? null : behaviours.take({ method, path: url.pathname, isApi })
    const reply = await (async (): Promise<Reply | 'close'> => {
      const act = async () =>
        route ? await route.handle(call) : isControl ? noControl(url.pathname) : options.unknown(call)
      switch (rule?.mode) {
        case 'fail':
          return options.failure(500)
        case 'refuse':
          return options.failure(429)
        case 'garbage':
          return garbage(rule.garbage)
        case 'stall':
          await pause(response, null)
          return 'close'
        case 'slow':
          return (await pause(response, rule.ms ?? 3000)) === 'elapsed' ? act() : 'close'
        case 'drop':
          await act()
          return 'close'
        default:
          return act()
      }
    })()

    if (reply === 'close') {
      request.socket.destroy()
      return
    }
    entry.status = reply.status
    send(response, reply)
  }

  const { port, servers } = await listen((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A client that hangs up while its body is read is not a fault of the sandbox.
      if (request.destroyed && !request.complete) return
      console.error(`Sandbox, ${options.name}: ${request.method} ${request.url}`, error)
      if (!response.headersSent) send(response, text(500, 'The sandbox itself failed; its output says why.'))
    })
  }, options.port)

  return {
    url: `http://localhost:${port}`,
    async close() {
      reset()
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve())
              server.closeAllConnections()
            }),
        ),
      )
    },
  }
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers })
  response.end(reply.body)
}

const noControl = (pathname: string): Reply =>
  json(404, { error: `There is no control ${pathname}. GET / lists them.` })

function homePage(options: ServiceOptions, controls: Control[]): string {
  const shown = options.routes.filter((route) => route.kind === 'api')
  const row = (route: { method: string; path: string; about: string; example?: unknown }) => html`<tr>
<td><code>${route.method} ${route.path}</code></td>
<td>${route.about}${route.example === undefined ? null : html` <code>${JSON.stringify(route.example)}</code>`}</td>
</tr>`
  const table = (
    caption: string,
    rows: Html[],
  ) => html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Call</th><th scope="col">What it does</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`
  return page({
    title: `${options.name} (sandbox)`,
    bodyClass: 'plain',
    body: html`<main>
<p class="banner">Sandbox: nothing here is real, and nothing leaves this machine.</p>
<h1>${options.name}</h1>
<p>${options.about}</p>
${options.home?.()}
${table('What it stands in for', shown.map(row))}
${table('Controls, for tests and for the curious', controls.map(row))}
</main>`,
  })
}
