/** The site behind the editing page: passes requests on to it, and tells its open pages when the content has changed. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { behavioursAddress } from '#lib/platform/behaviours.ts'
import { uploadPolicy } from '#lib/platform/http/csp.ts'
import { readPageRecord } from '#lib/platform/http/page-record.ts'
import { stripRuntime } from '#lib/platform/next/strip-runtime.ts'
import { stampOf } from '#lib/site/content/load.ts'
import { type Address, json } from './requests.ts'

/** The site looks every 50 ms: what was the same twice in a row is what it shows. */
const lookAgainMs = 60

/** An event of /edit/changes. */
const changed = 'data: changed\n\n'

/** `content`: its folder. `sitePort`: of the site. `close` ends the watch. */
export function shownSite(content: string, sitePort: number) {
  const listeners = new Set<ServerResponse>()
  /** The content that the site shows for certain. A page that was made of an older one is loaded again. */
  let shown = stampOf(content)
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

  /** `since`: what the page knows, which may have been loading during a change. */
  function subscribe(response: ServerResponse, since: string | null) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(since === null || since === shown ? ': \n\n' : changed)
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
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

  /** Next's development server tells its pages of changed code by a web socket. */
  function forwardSocket(request: IncomingMessage, socket: net.Socket, head: Buffer) {
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
  }

  return { subscribe, forward, forwardSocket, close: () => clearInterval(looking) }
}
