import { lightPage } from '#lib/platform/server/page-version.ts'

const page = (head: string, body: string) =>
  `<!DOCTYPE html><html lang="en" class="a_variable b_variable"><head>${head}</head><body>${body}</body></html>`
const light = (head: string, body: string) =>
  `<!DOCTYPE html><html lang="en" data-version="light"><head>${head}</head><body>${body}</body></html>`

test('scripts, web fonts, preloads and metadata for other sites are removed, and nothing else of the head', () => {
  const removed =
    '<link rel="preload" href="/a.woff2" as="font" crossorigin="" type="font/woff2"/><link rel="manifest" href="/m"/>' +
    '<link rel="apple-touch-icon" href="/i" sizes="180x180"/><meta property="og:title" content="India"/><meta name="twitter:card" content="x"/>' +
    '<script type="module" src="/_next/static/behaviours/main.js"></script><script type="application/ld+json">{"a":"<b>"}</script>'
  const kept =
    '<link rel="stylesheet" href="/a.css" data-precedence="next"/><link rel="canonical" href="https://a.example/India"/>' +
    '<link rel="icon" href="/icon.svg"/><meta name="description" content="Camps"/><meta name="robots" content="noindex"/>'
  expect(lightPage(page(removed + kept, removed))).toBe(light(kept, ''))
})

test('what is written for browsers without scripts is shown', () => {
  expect(lightPage(page('', '<noscript><p>The next page shows the total.</p></noscript>'))).toBe(
    light('', '<p>The next page shows the total.</p>'),
  )
})

test('a photograph is replaced by its alternate text, unless it is the subject of the page', () => {
  const image = '<img src="/1.webp" alt="A father &amp; his daughter" class="block w-full"/>'
  const thumbnail = `<a href="/photo/1"><picture class="contents"><source srcSet="/1.avif 320w"/>${image}</picture></a>`
  const sized = '<source type="image/avif" srcSet="/1.avif 320w"/>'
  const subject = `<picture>${sized}<img data-subject="" src="/1.webp" alt="A father"/></picture>`
  expect(lightPage(page('', thumbnail + subject))).toBe(
    light(
      '',
      `<a href="/photo/1"><span class="block w-full photo-words">A father &amp; his daughter</span></a>${subject}`,
    ),
  )
})

test('forms, links, menus and drawings stay as they are', () => {
  const body =
    '<details name="site-nav"><summary>Countries</summary><a href="/India">India</a></details>' +
    '<form action="/api/enquiries" method="post" data-posted=""><input name="email" required=""/><button>Send</button></form>' +
    '<svg viewBox="0 0 8 8"><image href="#a"/><path d="M0 0h8"/></svg>'
  expect(lightPage(page('', body))).toBe(light('', body))
})

test('what a script would read is left out, and what the style sheet reads stays', () => {
  const island = (props: string) => `<div data-island="donation"${props}><form>A gift</form></div>`
  const read = ' data-props="{&quot;a&quot;:&quot;>&quot;}" data-texts="[&quot;a&quot;]" data-analytics="{}"'
  expect(lightPage(page('', island(` data-tone="sand"${read}`)))).toBe(light('', island(' data-tone="sand"')))
})
