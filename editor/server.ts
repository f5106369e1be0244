/**
 * The server behind `npm run edit`: the editing page at /edit/, its API, and the site itself at every other address, so that both are
 * one origin and pages can be shown beside their forms. Listens on this machine only. Never part of a build.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { isRecord } from '#lib/platform/narrow.ts'
import { filesIn } from '#lib/site/content/checks/files.ts'
import { answer, repository } from './api.ts'
import { type Author, isAuthor } from './checkout.ts'
import { originalsOf } from './lists.ts'
import { editorPage, editorPolicy } from './page.ts'
import { type PublicationRequest, publisher } from './publish.ts'
import { isForeign, json, readAddress, send } from './requests.ts'
import { type EditorLists, type EditorSettings, maxFileBytes } from './settings.ts'
import { shownSite } from './shown-site.ts'
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
  const site = shownSite(path.join(project, 'content'), sitePort)
  /** Who saved each file last. */
  const authors = new Map<string, Author>()
  const publication = publisher(project, liveSite, authors, () => tree.problems())
  let isPublishing = false

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
    if (pathname !== '/edit' && !pathname.startsWith('/edit/')) return site.forward(request, response, address)
    if (pathname === '/edit') return response.writeHead(302, { location: '/edit/' }).end()
    if (pathname === '/edit/')
      return send(response, 'text/html; charset=utf-8', editorPage(settings(), '/edit/app'), {
        'content-security-policy': editorPolicy,
      })
    if (pathname === '/edit/changes') return site.subscribe(response, searchParams.get('since'))
    if (pathname.startsWith('/edit/app/')) return asset(response, pathname.slice('/edit/app'.length))
    if (!isToken(request.headers.authorization)) return json(response, 401, { message: `Open ${origin}/edit/ again.` })
    const sent = decodeURIComponent(String(request.headers['x-editor'] ?? ''))
    const by = isAuthor(sent) ? sent : undefined
    if (pathname === '/edit/publication') return answerPublication(request, response, by)
    if (pathname === '/edit/undo') return answerUndo(request, response)
    const called = pathname.replace(/^\/edit\/api\/v1/, '')
    const body = await bodyOf(request)
    const result = answer(tree, project, request.method ?? 'GET', called, searchParams, body)
    if (result.status === 201 && by && isRecord(body) && Array.isArray(body.files))
      for (const file of body.files) authors.set(String(file.path), by)
    return 'file' in result
      ? send(response, 'application/octet-stream', result.file)
      : json(response, result.status, result.body)
  }

  async function answerPublication(request: IncomingMessage, response: ServerResponse, by: Author | undefined) {
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

  function answerUndo(request: IncomingMessage, response: ServerResponse) {
    const undone = request.method === 'POST' ? tree.undo() : undefined
    return json(
      response,
      undone?.ok === false ? 409 : 200,
      undone?.ok === false ? { message: undone.message } : { last: tree.lastSave(), echoes: tree.echoes() },
    )
  }

  function isToken(header: string | undefined): boolean {
    const received = Buffer.from(header?.replace(/^token /, '') ?? '')
    return received.length === token.length && timingSafeEqual(received, Buffer.from(token))
  }

  const isLocal = (host: string | undefined) => host === `localhost:${port}` || host === `127.0.0.1:${port}`

  function asset(response: ServerResponse, name: string) {
    const [, translated] = /^\/originals\/(.+)\.json$/.exec(name) ?? []
    const content = translated && tree.content()
    const original = content && originalsOf(content).get(translated)
    if (original) return json(response, 200, original)
    const file = assets.get(name)
    if (!file) return json(response, 404, { message: 'Not found' })
    return send(response, types[path.extname(file)] ?? 'application/octet-stream', readFileSync(file))
  }

  server.on('upgrade', (request: IncomingMessage, socket: net.Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!isLocal(request.headers.host)) return socket.destroy()
    if (isForeign(request.headers)) return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    site.forwardSocket(request, socket, head)
  })
  server.on('close', site.close)

  // Reads and checks all files, so that the first save need not.
  tree.content()
  return new Promise((resolve) => server.listen(port, 'localhost', () => resolve(server)))
}

/** A file in base64, and the rest of a request. */
const maxBodyBytes = maxFileBytes * 1.5

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== 'POST') return undefined
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new Error('The request is too large.')
  return JSON.parse(await text(request))
}
