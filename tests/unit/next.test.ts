/** Everything of Next that the site relies on and Next does not promise: lib/platform/next. Any version will do of which these still hold. */

import { referenceHeader } from '#lib/platform/http/failure.ts'
import { log, logWriter } from '#lib/platform/log.ts'
import { measureCall } from '#lib/platform/metrics.ts'
import { renderWith } from '#lib/platform/next/render.ts'
import { stripRuntime } from '#lib/platform/next/strip-runtime.ts'
import { currentRequest, newReference } from '#lib/platform/reference.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { eventually } from '#tests/support/eventually.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

test('the cache of pages extends the one of Next, and keeps no page while the site is served', async () => {
  const { default: fileSystemCache } = await import('next/dist/server/lib/incremental-cache/file-system-cache.js')
  for (const name of ['get', 'set', 'resetRequestCache', 'revalidateTag'])
    expect([name, typeof Reflect.get(fileSystemCache.prototype, name)]).toEqual([name, 'function'])
})

/** A fake Next whose pages are complete on command. */
function pages() {
  const started: (() => void)[] = []
  const next: Handler = (request, response) => void started.push(() => response.end(request.url))
  const finishAll = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      await eventually(() => started.length > done)
      started[done]?.()
    }
  }
  return { next, started, finishAll }
}
const bodyOf = (page: Awaited<ReturnType<ReturnType<typeof renderWith>>>) =>
  page === 'busy' ? page : page.body.toString()

test('status, headers and body are collected, however Next writes them', async () => {
  const render = renderWith((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.writeHead(404, { 'Set-Cookie': ['a=1', 'b=2'] })
    response.write('half ')
    response.write(Buffer.from('done'))
    response.end()
  })
  expect(await render('/India', {})).toMatchObject({
    status: 404,
    headers: { 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] },
    body: Buffer.from('half done'),
  })
})

test('a range beyond the end of a file is refused with its length, although Next fails', async () => {
  const render = renderWith((_, response) => {
    response.writeHead(500, { 'Content-Range': 'bytes */300', 'Content-Type': 'text/html' }).end('<h1>500</h1>')
  })
  expect(await render('/media/a.mp4', {})).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */300' },
    body: Buffer.alloc(0),
  })
})

keepEnvironment()

test.each([
  ['a line of its own if Next wrote none', 'A request failed', () => undefined],
  ['the line of the cause', 'The figures are missing', () => log.error('The figures are missing')],
])('the reference on a page with status 500 is in the log, in %s', async (_, message, act) => {
  setEnvironment({ LOG_LEVEL: 'error' })
  const lines: Record<string, unknown>[] = []
  const write = logWriter.get()
  logWriter.set((line) => lines.push(JSON.parse(line)))
  const render = renderWith((_request, response) => {
    act()
    response.writeHead(500).end()
  })
  const page = await render('/India?name=Asha', {})
  logWriter.set(write)
  expect(lines).toMatchObject([{ level: 'error', message, request: page === 'busy' ? '' : page.reference }])
  expect(JSON.stringify(lines)).not.toContain('Asha')
})

const given = newReference('F')

test('Next gets the headers and the reference of the request, or a reference of its own', async () => {
  const seen: unknown[] = []
  const render = renderWith((request, response) => {
    seen.push([request.headers.cookie, request.headers[referenceHeader], currentRequest()?.reference])
    response.end()
  })
  await render('/search', { cookie: 'a=1', [referenceHeader]: given })
  const page = await render('/India', {})
  const own = page === 'busy' ? '' : page.reference
  expect(own).toMatch(/^F-/)
  expect(seen).toEqual([
    ['a=1', given, given],
    [undefined, own, own],
  ])
})

test('two pages are rendered at once, and the others in the order in which they were asked for', async () => {
  const { next, started, finishAll } = pages()
  const render = renderWith(next)
  const answers = Array.from({ length: 5 }, (_, number) => render(`/${number}`, {}))
  await eventually(() => started.length === 2)
  await new Promise(setImmediate)
  expect(started).toHaveLength(2)
  await finishAll(5)
  expect((await Promise.all(answers)).map(bodyOf)).toEqual(['/0', '/1', '/2', '/3', '/4'])
})

test('when too many pages wait, a further one is refused, and files are not', async () => {
  const { next, started, finishAll } = pages()
  const render = renderWith(
    (request, response) => (request.url?.startsWith('/robots.txt') ? response.end('file') : next(request, response)),
    { maxWaiting: 1, isFile: (address) => address === '/robots.txt' },
  )
  const answers = ['/a', '/b', '/c'].map((url) => render(url, {}))
  await eventually(() => started.length === 2)
  expect(await render('/d', {})).toBe('busy')
  expect(await render('/og/India.png', {})).toBe('busy')
  expect(bodyOf(await render('/robots.txt?x=1', {}))).toBe('file')
  await finishAll(3)
  expect((await Promise.all(answers)).map(bodyOf)).toEqual(['/a', '/b', '/c'])
})

test('a page that nobody waits for any more is not rendered', async () => {
  const { next, started, finishAll } = pages()
  const render = renderWith(next, { maxAtOnce: 1 })
  let isWanted = true
  const answers = [render('/a', {}), render('/left', {}, () => isWanted), render('/c', {})]
  isWanted = false
  await finishAll(2)
  expect((await Promise.all(answers)).map(bodyOf)).toEqual(['/a', 'busy', '/c'])
  expect(started).toHaveLength(2)
})

test('a page that waits for other services does not keep others waiting', async () => {
  const service = Promise.withResolvers<void>()
  let others = 0
  const render = renderWith(
    async (request, response) => {
      const wait = () => measureCall('stripe', () => service.promise)
      if (request.url === '/thank-you') await Promise.all([wait(), wait()])
      else others += 1
      response.end('done')
    },
    { maxAtOnce: 1 },
  )
  const waiting = render('/thank-you', {})
  for (const url of ['/India', '/Kenya']) expect(bodyOf(await render(url, {}))).toBe('done')
  service.resolve()
  expect(bodyOf(await waiting)).toBe('done')
  expect(others).toBe(2)
  expect(bodyOf(await render('/India', {}))).toBe('done')
})

test('a page that throws gives its turn back', async () => {
  const render = renderWith(
    async (request, response) => {
      if (request.url === '/throws') throw new Error('A bug.')
      response.end()
    },
    { maxAtOnce: 1 },
  )
  await expect(render('/throws', {})).rejects.toThrow('A bug.')
  expect(await render('/India', {})).toMatchObject({ status: 200 })
})

const main = '<script type="module" src="/_next/static/behaviours/main-ABCD1234.js"></script>'
const data = '<script type="application/ld+json">{"name":"A \\u003cb> <!-- --> c"}</script>'
const strip = (html: string) => stripRuntime(html, '/_next/static/behaviours/')

/** As Next 16 writes a page. */
const nextPage = (body: string) =>
  `<!DOCTYPE html><html lang="en"><head><link rel="preload" href="/_next/static/media/a.woff2" as="font" crossorigin="" type="font/woff2"/><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/r.js"/><script src="/_next/static/chunks/a.js" async=""></script><script src="/_next/static/chunks/p.js" noModule=""></script></head><body><div hidden=""><!--$--><!--/$--></div>${body}${main}<script id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({});</script><script src="/_next/static/chunks/r.js" async=""></script><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"<p>not a tag</p>"])</script></body></html>`

test('Next’s scripts, their preloads and data are removed, and nothing else', () => {
  expect(strip(nextPage(`<p>© <!-- -->2026</p>${data}`))).toEqual({
    ok: true,
    value: `<!DOCTYPE html><html lang="en"><head><link rel="preload" href="/_next/static/media/a.woff2" as="font" crossorigin="" type="font/woff2"/><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/></head><body><div hidden=""></div><p>© 2026</p>${data}${main}</body></html>`,
  })
})

test('a page about scripts stays byte for byte', () => {
  const html = '<p title="a &gt; b">&lt;script&gt;self.__next_f.push([])&lt;/script&gt; &lt;!-- --&gt;</p>'
  expect(strip(html)).toEqual({ ok: true, value: html })
})

test.each([
  ['an open Suspense boundary', '<!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->'],
  ['content that a script would put in place', '<div hidden="" id="S:0"><p>Late</p></div>'],
  ['a boundary that failed on the server', '<!--$!--><template data-dgst="123"></template><!--/$-->'],
  ['the shell of an error', '<html id="__next_error__"><body></body></html>'],
  ['an inline script that is not known', '<script>$RC("B:0","S:0")</script>'],
  ['a script of ours outside the bundle', '<script src="/media/a.js"></script>'],
])('a page with %s is not understood', (_, html) => {
  expect(strip(nextPage(html))).toEqual({ ok: false, failure: expect.stringMatching(/^</) })
})

test('the configuration, which every command of Next reads first, turns its telemetry off', async () => {
  const before = process.env.NEXT_TELEMETRY_DISABLED
  delete process.env.NEXT_TELEMETRY_DISABLED
  await jest.isolateModulesAsync(async () => void (await import('../../next.config.ts')))
  const { Telemetry } = await import('next/dist/telemetry/storage.js')
  expect(new Telemetry({ distDir: '.next' }).isEnabled).toBe(false)
  process.env.NEXT_TELEMETRY_DISABLED = before ?? '1'
})
