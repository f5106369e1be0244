/**
 * Shared by all stand-ins: an HTTP server with routes, a log of requests, failures on command, and a home page. Listens on this machine
 * only.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { z } from 'zod'
import { type Html, html, htmlPage, type Reply, stylesheet } from './html.ts'

export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  /** The values of `:name` parameters in the route's path. */
  params: Readonly<Record<string, string | undefined>>
}

export type { Reply }

type Handler = (call: Call) => Reply | Promise<Reply>

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** API calls are logged and fail on command. Pages fail only when their path is named; controls never do. */
  kind: 'api' | 'page' | 'control'
  handle: Handler
}

type ServiceOptions = {
  name: string
  about: string
  /** 0 takes a free port. */
  port: number
  routes: Route[]
  /** Resets the state and stops work in progress; also called on close. */
  reset?(): void
  /** The service's own error: 500 on `fail`, 429 on `refuse`, 404 for an address that it does not know. */
  failure(status: 500 | 429 | 404, call: Call): Reply
  home?(): Html
}

export type Service = { url: string; close(): Promise<void> }

/** Failures on command: which of the next requests fail, and how. */
type Behaviour = {
  mode: 'ok' | 'fail' | 'stall' | 'garbage' | 'drop' | 'refuse'
  /** How many requests it applies to; without it, all of them until it is changed or reset. */
  times?: number
  /** Only requests to this path or below it; without it, every API call, but no page that people look at. */
  path?: string
  method?: string
  garbage?: keyof typeof garbage
}

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: `${JSON.stringify(value, null, 2)}\n`,
})

export const text = (status: number, body: string, type = 'text/plain'): Reply => ({
  status,
  headers: { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' },
  body,
})

export const seeOther = (location: string): Reply => ({ status: 303, headers: { location }, body: '' })

export const page = (path: string, handle: Handler, method: Route['method'] = 'GET'): Route => ({
  method,
  path,
  kind: 'page',
  handle,
})

/** A script that the site may load from this origin. */
export const script = (path: string, body: string): Route => {
  const reply = text(200, body, 'text/javascript')
  return page(path, () => ({ ...reply, headers: { ...reply.headers, 'cross-origin-resource-policy': 'cross-origin' } }))
}

/** Undefined when the text is not JSON. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Undefined when the body is not JSON of this shape. */
export const readJson = <S extends z.ZodType>(schema: S, body: string): z.output<S> | undefined =>
  schema.safeParse(parseJson(body)).data

/** A command for tests, with a JSON body that is trusted to be `Input`. Returns what `act` returns. */
export const control = <Input = object>(name: string, act: (input: Input, call: Call) => unknown): Route => ({
  method: 'POST',
  path: `/_sandbox/${name}`,
  kind: 'control',
  handle: async (call) => json(200, await act(JSON.parse(call.body || '{}'), call)),
})

export const view = (name: string, show: () => object): Route => ({
  method: 'GET',
  path: `/_sandbox/${name}`,
  kind: 'control',
  handle: () => json(200, show()),
})

export type FormValue = string | FormValue[] | { [name: string]: FormValue }

/**
 * Reads `application/x-www-form-urlencoded` with bracketed names, as Stripe takes them: `a[b][0][c]=1`. Keys that count up from 0 make a
 * list. Values stay text.
 */
export function parseForm(text: string): FormValue {
  // Without a prototype, so that no name from outside is ever a property of it.
  const root = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter(Boolean)
    const last = keys.pop() ?? ''
    let group = root
    for (const key of keys) {
      if (typeof group[key] !== 'object') group[key] = Object.create(null)
      group = group[key]
    }
    group[last] = value
  }
  return withLists(root)
}

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([key, part]) => [key, withLists(part)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

/** `status`: of the response; null while the request waits, or if its socket was closed instead. */
function logged({ method, path, query, headers, body }: Call, status: number | null = null) {
  const { authorization: _, cookie: __, ...shown } = headers
  const isForm = headers['content-type']?.includes('application/x-www-form-urlencoded')
  const read = isForm ? parseForm(body) : (parseJson(body) ?? body)
  return { method, path, query: Object.fromEntries(query), headers: shown, body: read, status }
}

const garbage = {
  html: text(200, '<!doctype html><title>Welcome</title><h1>It works!</h1>', 'text/html'),
  truncated: { ...json(200, null), body: '{"object": "half an answ' },
  other: json(200, { hello: 'world' }),
}

/** Starts a service. Rejects when the port is taken. `close` ends its sockets and timers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  let behaviours: Behaviour[] = []
  let log: ReturnType<typeof logged>[] = []

  const reset = () => {
    behaviours = []
    log = []
    options.reset?.()
  }

  const routes: Route[] = [
    control<Behaviour>('behaviour', (behaviour) => {
      const { mode, path, method } = behaviour
      const others = behaviours.filter((existing) => existing.path !== path || existing.method !== method)
      behaviours = mode === 'ok' && path === undefined && method === undefined ? [] : [behaviour, ...others]
      return behaviour
    }),
    view('requests', () => ({ requests: log })),
    control('reset', () => {
      reset()
      return { reset: true }
    }),
    page('/', () => homePage(options, routes)),
    page('/sandbox.css', () => text(200, stylesheet, 'text/css')),
    ...options.routes,
  ]
  const patterns = routes.map((route) => ({ route, pattern: new URLPattern({ pathname: route.path }) }))

  /** The newest behaviour for a request, counted as used; undefined if the request is answered as usual. */
  function behaviourFor(call: Call, isApi: boolean): Behaviour | undefined {
    const found = behaviours.find(
      ({ method, path }) =>
        (method === undefined || method === call.method) &&
        (path === undefined
          ? isApi
          : call.path === path || call.path.startsWith(path.endsWith('/') ? path : `${path}/`)),
    )
    if (!found || found.mode === 'ok') return undefined
    if (found.times !== undefined && --found.times === 0) behaviours = behaviours.filter((each) => each !== found)
    return found
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const chunks: Buffer[] = await request.toArray()
    const found = patterns.find(({ route, pattern }) => route.method === method && pattern.test({ pathname }))
    const params = found?.pattern.exec({ pathname })?.pathname.groups ?? {}
    const route = found?.route
    const body = Buffer.concat(chunks).toString('utf8')
    const call: Call = { method, path: pathname, query: searchParams, headers, body, params }

    const isApi = route === undefined || route.kind === 'api'
    const entry = logged(call)
    if (isApi) log.push(entry)
    const behaviour = route?.kind === 'control' ? undefined : behaviourFor(call, isApi)
    // The client waits until it gives up.
    if (behaviour?.mode === 'stall') return
    let reply: Reply
    if (behaviour?.mode === 'fail') reply = options.failure(500, call)
    else if (behaviour?.mode === 'refuse') reply = options.failure(429, call)
    else if (behaviour?.mode === 'garbage') reply = garbage[behaviour.garbage ?? 'html']
    else reply = route ? await route.handle(call) : options.failure(404, call)
    if (behaviour?.mode === 'drop') {
      request.socket.destroy()
      return
    }
    entry.status = reply.status
    response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers }).end(reply.body)
  }

  // Longer than clients keep an idle connection: one that is closed just as it is used again is an ECONNRESET.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A client that disconnects while its body is read is not an error of the sandbox.
      if (request.destroyed && !request.complete) return
      console.error(`Sandbox, ${options.name}: ${request.method} ${request.url}`, error)
      if (!response.headersSent) response.writeHead(500).end('The sandbox itself failed; its output says why.')
    })
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : options.port}`,
    async close() {
      reset()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const homePage = ({ name, about, home }: ServiceOptions, routes: readonly Route[]): Reply =>
  htmlPage(200, {
    title: `${name} (sandbox)`,
    body: html`<main>
<p class="banner">Sandbox: nothing here is real, and nothing leaves this machine.</p>
<h1>${name}</h1>
<p>${about}</p>
${home?.()}
<h2>Addresses</h2>
<ul>${routes.map((route) => route.kind !== 'page' && html`<li><code>${route.method} ${route.path}</code></li>`)}</ul>
</main>`,
  })
