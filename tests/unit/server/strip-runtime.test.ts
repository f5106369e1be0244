import { stripRuntime } from '#lib/platform/server/page-html.ts'

const ownFiles = '/_next/static/behaviours/'
const strip = (html: string) => stripRuntime(html, ownFiles)
const main = '<script type="module" src="/_next/static/behaviours/main-ABCD1234.js"></script>'
const data = '<script type="application/ld+json">{"name":"A \\u003cb> <!-- --> c"}</script>'

/** As Next 16 writes a page. */
const page = (body: string) =>
  `<!DOCTYPE html><html lang="en"><head><link rel="preload" href="/_next/static/media/a.woff2" as="font" crossorigin="" type="font/woff2"/><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/r.js"/><script src="/_next/static/chunks/a.js" async=""></script><script src="/_next/static/chunks/p.js" noModule=""></script></head><body><div hidden=""><!--$--><!--/$--></div>${body}${main}<script id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({});</script><script src="/_next/static/chunks/r.js" async=""></script><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"<p>not a tag</p>"])</script></body></html>`

test('Next’s scripts, their preloads and data are removed, and nothing else', () => {
  expect(strip(page(`<p>© <!-- -->2026</p>${data}`))).toEqual({
    ok: true,
    html: `<!DOCTYPE html><html lang="en"><head><link rel="preload" href="/_next/static/media/a.woff2" as="font" crossorigin="" type="font/woff2"/><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/></head><body><div hidden=""></div><p>© 2026</p>${data}${main}</body></html>`,
  })
})

test('scripts with a nonce are removed as well', () => {
  const nonce = '<script nonce="bm9uY2U=">self.__next_f.push([1,""])</script>'
  expect(strip(`<p>${nonce}</p>`)).toEqual({ ok: true, html: '<p></p>' })
})

test.each([
  ['without the runtime', `<!DOCTYPE html><p title="a &gt; b">x</p><svg><path d="M0 0"/></svg>${data}${main}`],
  ['about scripts', '<p>&lt;script&gt;self.__next_f.push([])&lt;/script&gt; &lt;!-- --&gt;</p>'],
])('a page %s stays byte for byte', (_, html) => expect(strip(html)).toEqual({ ok: true, html }))

test.each([
  ['an open Suspense boundary', '<!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->'],
  ['content that a script would put in place', '<div hidden="" id="S:0"><p>Late</p></div>'],
  ['a boundary that failed on the server', '<!--$!--><template data-dgst="123"></template><!--/$-->'],
  ['a comment that is not known', '<!--&-->'],
  ['the shell of an error', '<html id="__next_error__"><body></body></html>'],
  ['an inline script that is not known', '<script>$RC("B:0","S:0")</script>'],
  ['a script from elsewhere', '<script src="https://example.org/a.js"></script>'],
  ['a script of ours outside the bundle', '<script src="/media/a.js"></script>'],
])('a page with %s is not understood', (_, html) => {
  expect(strip(page(html))).toEqual({ ok: false, why: expect.stringMatching(/^<./) })
})
