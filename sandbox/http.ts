/**
 * Shared by all stand-ins: an HTTP server with routes, a log of requests, failures on command, and a home page. Listens on this machine
 * only.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { z } from 'zod'
import { type Behaviour, behaviourSchema, createBehaviours, modes } from './behaviour.ts'
import { parseForm } from './form.ts'
import { type Html, html, page } from './html.ts'

export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  /** The values of `:name` parameters in the route's path. */
  params: Readonly<Record<string, string | undefined>>
}

export type Reply = { status: number; headers?: Record<string, string>; body: string }

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** API calls are logged and fail on command. Pages fail only when their path is named; controls never do. */
  kind: 'api' | 'page' | 'control'
  about?: string
  handle(call: Call): Reply | Promise<Reply>
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

/** Read once, from next to this file, wherever the process was started. */
export const readAsset = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

const stylesheet = readAsset('sandbox.css')

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

/** A script that the site may load from this origin. */
export const javascript = (body: string): Reply => {
  const reply = text(200, body, 'text/javascript')
  return { ...reply, headers: { ...reply.headers, 'cross-origin-resource-policy': 'cross-origin' } }
}

/** `policy` replaces single directives of the strict default. */
export function htmlPage(status: number, body: string, policy: Record<string, string> = {}): Reply {
  const directives = {
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...policy,
  }
  const reply = text(status, body, 'text/html')
  const written = Object.entries(directives).map(([name, value]) => `${name} ${value}`)
  return {
    ...reply,
    headers: { ...reply.headers, 'content-security-policy': written.join('; '), 'referrer-policy': 'no-referrer' },
  }
}

export const seeOther = (location: string): Reply => ({ status: 303, headers: { location }, body: '' })

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

/** A control whose JSON body (`{}` when there is none) must fit the schema; a body that does not is a 400 that says why. */
export function control<S extends z.ZodType>(
  name: string,
  about: string,
  input: S,
  act: (input: z.output<S>, call: Call) => Reply | Promise<Reply>,
): Route {
  return {
    method: 'POST',
    path: `/_sandbox/${name}`,
    kind: 'control',
    about,
    handle(call) {
      const read = input.safeParse(parseJson(call.body || '{}'))
      return read.success ? act(read.data, call) : json(400, { error: z.prettifyError(read.error) })
    },
  }
}

export const view = (name: string, about: string, show: () => object): Route => ({
  method: 'GET',
  path: `/_sandbox/${name}`,
  kind: 'control',
  about,
  handle: () => json(200, show()),
})

type LoggedRequest = ReturnType<typeof logged>

/** `status`: of the response; null while the request waits, or if its socket was closed instead. */
function logged({ method, path, query, headers, body }: Call, status: number | null = null) {
  const { authorization: _, cookie: __, ...shown } = headers
  const isForm = headers['content-type']?.includes('application/x-www-form-urlencoded')
  return {
    method,
    path,
    query: Object.fromEntries(query),
    headers: shown,
    body: isForm ? parseForm(body) : (parseJson(body) ?? body),
    status,
  }
}

const garbage: Record<Behaviour['garbage'], Reply> = {
  html: htmlPage(200, '<!doctype html><title>Welcome</title><h1>It works!</h1>'),
  truncated: { ...json(200, null), body: '{"object": "half an answ' },
  other: json(200, { hello: 'world' }),
}

/** Starts a service. Rejects when the port is taken. `close` ends its sockets and timers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const behaviours = createBehaviours()
  let log: LoggedRequest[] = []

  const reset = () => {
    behaviours.clear()
    log = []
    options.reset?.()
  }

  const routes: (Route & { pattern: URLPattern })[] = [
    control(
      'behaviour',
      `How the next requests are answered. "mode" is ${modes.join(', ')}; "times", "path" and "method" narrow it; "garbage" is html, truncated or other.`,
      behaviourSchema,
      (behaviour) => {
        behaviours.set(behaviour)
        return json(200, behaviour)
      },
    ),
    view('requests', 'The API requests received, oldest first.', () => ({ requests: log })),
    control('reset', 'Forgets everything and answers as usual again.', z.strictObject({}), () => {
      reset()
      return json(200, { reset: true })
    }),
    { method: 'GET', path: '/', kind: 'page', handle: () => htmlPage(200, homePage(options, routes)) } as const,
    { method: 'GET', path: '/sandbox.css', kind: 'page', handle: () => text(200, stylesheet, 'text/css') } as const,
    ...options.routes,
  ].map((route) => ({ ...route, pattern: new URLPattern({ pathname: route.path }) }))

  /** Null: no response, because the socket is closed or, for `stall`, because the client waits until it gives up. */
  async function replyTo(call: Call, rule: Behaviour | null, act: () => Reply | Promise<Reply>): Promise<Reply | null> {
    if (rule?.mode === 'fail') return options.failure(500, call)
    if (rule?.mode === 'refuse') return options.failure(429, call)
    if (rule?.mode === 'garbage') return garbage[rule.garbage]
    if (rule?.mode === 'stall') return null
    const reply = await act()
    return rule?.mode === 'drop' ? null : reply
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const chunks: Buffer[] = await request.toArray()
    const route = routes.find((one) => one.method === method && one.pattern.test({ pathname }))
    const params = route?.pattern.exec({ pathname })?.pathname.groups ?? {}
    const body = Buffer.concat(chunks).toString('utf8')
    const call: Call = { method, path: pathname, query: searchParams, headers, body, params }

    const isApi = route === undefined || route.kind === 'api'
    const entry = logged(call)
    if (isApi) log.push(entry)
    const rule = route?.kind === 'control' ? null : behaviours.take({ method, path: pathname, isApi })
    const reply = await replyTo(call, rule, () => route?.handle(call) ?? options.failure(404, call))
    if (!reply) {
      if (rule?.mode === 'drop') request.socket.destroy()
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

function homePage({ name, about, home }: ServiceOptions, routes: Route[]): string {
  const of = (kind: Route['kind']) => routes.filter((route) => route.kind === kind)
  return page({
    title: `${name} (sandbox)`,
    body: html`<main>
<p class="banner">Sandbox: nothing here is real, and nothing leaves this machine.</p>
<h1>${name}</h1>
<p>${about}</p>
${home?.()}
<h2>API</h2>
<ul>${of('api').map((route) => html`<li><code>${route.method} ${route.path}</code></li>`)}</ul>
<h2>Controls</h2>
<dl>${of('control').map((route) => html`<dt><code>${route.method} ${route.path}</code></dt><dd>${route.about}</dd>`)}</dl>
</main>`,
  })
}
