/**
 * The server behind `npm run edit`: the editing page at /edit/, its API, and the site itself at every other address, so that both are
 * one origin and pages can be shown beside their forms. Listens on this machine only. Never part of a build.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { behavioursAddress } from '#lib/platform/behaviours.ts'
import { uploadPolicy } from '#lib/platform/http/csp.ts'
import { readPageRecord } from '#lib/platform/http/page-record.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { stripRuntime } from '#lib/platform/next/strip-runtime.ts'
import { filesIn } from '#lib/site/content/checks/files.ts'
import { stampOf } from '#lib/site/content/load.ts'
import { answer, repository } from './api.ts'
import { originalsOf } from './lists.ts'
import { editorPage, editorPolicy } from './page.ts'
import { type Author, isAuthor, type PublicationRequest, publisher } from './publish.ts'
import { type EditorLists, type EditorSettings, maxFileBytes } from './settings.ts'
import { WorkingTree } from './working-tree.ts'

type Options = {
  /** The folder that has content/ and public/ in it. */
  project: string
  /** Where `bundleEditor` wrote. */
  bundle: string
  port: number
  /** Port of the site. */
  sitePort: number
  lists: () => EditorLists
  /** Address of the site that visitors read, if it is known. */
  liveSite?: string
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

export function startEditServer({
  project,
  bundle,
  port,
  sitePort,
  lists,
  liveSite = '',
}: Options): Promise<http.Server> {
  const tree = new WorkingTree(project)
  const token = randomBytes(24).toString('hex')
  const origin = `http://localhost:${port}`
  const assets = filesIn(bundle)
  const listeners = new Set<ServerResponse>()
  /** Who saved each file last. */
  const authors = new Map<string, Author>()
  const publication = publisher(project, liveSite, authors, () => tree.problems())
  let isPublishing = false
  const content = path.join(project, 'content')
  /** The content that the site shows for certain. A page that was made of an older one is loaded again. */
  let shown = stampOf(content)

  const settings = (): EditorSettings => ({
    backend: {
      name: 'gitea',
      repo: repository,
      branch: 'main',
      api_root: `${origin}/edit/api/v1`,
      base_url: origin,
      auth_methods: ['token'],
    },
    siteUrl: origin,
    ...lists(),
    maxFileBytes,
    token,
  })

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // The browser closed the connection.
      if (response.destroyed) return
      console.error(error)
      if (!response.headersSent) json(response, 500, { message: 'The editor failed. The message is in the terminal.' })
      else response.destroy()
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    // Another host name could be a foreign page that had its name point to this machine.
    if (!isLocal(request.headers.host)) return json(response, 421, { message: `Open ${origin}/edit/` })
    if (isForeign(request.headers))
      return json(response, 403, {
        message: `This request came from another site. Type ${origin} into the address bar.`,
      })
    const address = readAddress(request.url ?? '', origin)
    if (!address) return json(response, 400, { message: 'This address cannot be read.' })
    const { pathname, searchParams } = address
    if (pathname !== '/edit' && !pathname.startsWith('/edit/')) return forward(request, response, address)
    if (pathname === '/edit') return response.writeHead(302, { location: '/edit/' }).end()
    if (pathname === '/edit/')
      return send(response, 'text/html; charset=utf-8', editorPage(settings(), '/edit/app'), {
        'content-security-policy': editorPolicy,
      })
    if (pathname === '/edit/changes') return subscribe(response, searchParams.get('since'))
    if (pathname.startsWith('/edit/app/')) return asset(response, pathname.slice('/edit/app'.length))
    if (!isToken(request.headers.authorization)) return json(response, 401, { message: `Open ${origin}/edit/ again.` })
    const sent = decodeURIComponent(String(request.headers['x-editor'] ?? ''))
    const by = isAuthor(sent) ? sent : undefined
    if (pathname === '/edit/publication') {
      const action = request.method === 'POST' ? await bodyOf(request) : undefined
      if (action && !by) return json(response, 409, { message: 'Say who you are, with your name and email address.' })
      if (action && isPublishing) return json(response, 409, { message: 'A publication is under way.' })
      const { state, publish, takeBack } = publication
      if (!action || !by) return json(response, 200, await state())
      isPublishing = true
      try {
        const { back, decisions = {} } = action as PublicationRequest
        const refused = await (back ? takeBack(by, decisions) : publish(by, decisions))
        return json(response, refused ? 409 : 200, refused ?? (await state()))
      } finally {
        isPublishing = false
      }
    }
    if (pathname === '/edit/undo') {
      const undone = request.method === 'POST' ? tree.undo() : undefined
      return json(
        response,
        undone?.ok === false ? 409 : 200,
        undone?.ok === false ? { message: undone.message } : { last: tree.lastSave(), echoes: tree.echoes() },
      )
    }
    const called = pathname.replace(/^\/edit\/api\/v1/, '')
    const body = await bodyOf(request)
    const result = answer(tree, project, request.method ?? 'GET', called, searchParams, body)
    if (result.status === 201 && by && isRecord(body) && Array.isArray(body.files))
      for (const file of body.files) authors.set(String(file.path), by)
    return 'file' in result
      ? send(response, 'application/octet-stream', result.file)
      : json(response, result.status, result.body)
  }

  function isToken(header: string | undefined): boolean {
    const received = Buffer.from(header?.replace(/^token /, '') ?? '')
    return received.length === token.length && timingSafeEqual(received, Buffer.from(token))
  }

  const isLocal = (host: string | undefined) => host === `localhost:${port}` || host === `127.0.0.1:${port}`

  /** `since`: what the page knows, which may have been loading during a change. */
  function subscribe(response: ServerResponse, since: string | null) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(since === null || since === shown ? ': \n\n' : changed)
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }

  function asset(response: ServerResponse, name: string) {
    const [, translated] = /^\/originals\/(.+)\.json$/.exec(name) ?? []
    const content = translated && tree.content()
    const original = content && originalsOf(content).get(translated)
    if (original) return json(response, 200, original)
    const file = assets.get(name)
    if (!file) return json(response, 404, { message: 'Not found' })
    return send(response, types[path.extname(file)] ?? 'application/octet-stream', readFileSync(file))
  }

  /**
   * To the site. Pages are sent as to visitors, may be framed by the editor, and load themselves anew after a change. Anything else may be
   * an upload, whose scripts must not run beside the token.
   */
  async function forward(request: IncomingMessage, response: ServerResponse, { pathname, target }: Address) {
    // Node throws for `Trailer` without chunks.
    const { 'accept-encoding': _coding, trailer: _trailer, ...headers } = request.headers
    const body = await buffer(request)
    // Nobody looked while no page was open.
    if (listeners.size === 0 && request.headers.accept?.includes('text/html') && !look()) {
      await setTimeout(lookAgainMs)
      look()
    }
    // The page may have been made of newer content meanwhile, never of an older one.
    const since = shown
    const onward = http.request({ port: sitePort, path: target, method: request.method, headers }).end(body)
    const answered = await new Promise<IncomingMessage | undefined>((resolve) => {
      onward.on('response', resolve).on('error', () => resolve(undefined))
    })
    if (!answered)
      return json(response, 503, { message: 'The site is starting. Load the page again in a few seconds.' })
    const { 'x-frame-options': _frame, 'content-length': _length, ...rest } = answered.headers
    const isPage = !pathname.startsWith('/media/') && String(rest['content-type']).startsWith('text/html')
    const policy = String(rest['content-security-policy'] ?? '').replace(/;?\s*frame-ancestors [^;]*/, '')
    response.writeHead(
      answered.statusCode ?? 502,
      isPage
        ? { ...rest, ...(policy && { 'content-security-policy': policy }) }
        : { ...answered.headers, 'content-security-policy': uploadPolicy },
    )
    if (!isPage) return pipeline(answered, response)
    const html = await text(answered)
    // Pages that take cards need React, and are not prerendered.
    const page = rest['x-nextjs-prerender'] ? stripRuntime(readPageRecord(html).html, behavioursAddress) : undefined
    const reload = `<script src="/edit/app/reload.js?since=${encodeURIComponent(since)}" type="module"></script>`
    response.end((page?.ok ? page.value : html) + reload)
  }

  // Next's development server tells its pages of changed code by a web socket.
  server.on('upgrade', (request: IncomingMessage, socket: net.Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!isLocal(request.headers.host)) return socket.destroy()
    if (isForeign(request.headers)) return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    const site = net.connect(sitePort, 'localhost', () => {
      const headers = request.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
      )
      site.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      site.write(head)
      socket.pipe(site).pipe(socket)
    })
    site.on('error', () => socket.destroy())
    socket.on('close', () => site.destroy())
  })

  let latest = shown
  /** Tells the open pages of new content. False while it is not certain that the site shows it. */
  function look(): boolean {
    const stamp = stampOf(content)
    const isOld = stamp === latest
    latest = stamp
    if (isOld && stamp !== shown) {
      shown = stamp
      for (const listener of listeners) listener.write(changed)
    }
    return stamp === shown
  }
  const looking = setInterval(() => listeners.size > 0 && look(), lookAgainMs)
  server.on('close', () => clearInterval(looking))

  // Reads and checks all files, so that the first save need not.
  tree.content()
  return new Promise((resolve) => server.listen(port, 'localhost', () => resolve(server)))
}

/** What browsers say of requests from pages of other sites; of web sockets, some say only the origin. https://www.w3.org/TR/fetch-metadata/ */
function isForeign({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && URL.parse(origin)?.host !== host
}

/** `pathname`: decoded. `target`: what is forwarded. */
type Address = { pathname: string; searchParams: URLSearchParams; target: string }

/** Undefined for an address that is malformed (/%ff) or names another host (//evil.example). */
function readAddress(requested: string, origin: string): Address | undefined {
  const url = URL.parse(requested, origin)
  if (url?.origin !== origin) return undefined
  const { pathname, search, searchParams } = url
  try {
    return { pathname: decodeURIComponent(pathname), searchParams, target: pathname + search }
  } catch {
    return undefined
  }
}

/** The site looks every 50 ms: what was the same twice in a row is what it shows. */
const lookAgainMs = 60

/** An event of /edit/changes. */
const changed = 'data: changed\n\n'

/** A file in base64, and the rest of a request. */
const maxBodyBytes = maxFileBytes * 1.5

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== 'POST') return undefined
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new Error('The request is too large.')
  return JSON.parse(await text(request))
}

function json(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

function send(response: ServerResponse, type: string, body: string | Buffer, headers: Record<string, string> = {}) {
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(body)
}
