/** Responses that are not a single page: feed, calendar, search, versions, and files for machines. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { nowhere } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { everyPage } from '../../support/every-page.ts'
import { named } from '../../support/names.ts'
import { ask } from '../../support/raw-http.ts'
import { served, siteUrl, tagsOf } from '../../support/served.ts'

const port = Number(new URL(siteUrl).port)

test('robots, manifest, icons, speculation rules, newsletters and the webinar’s calendar file exist, with their types', async () => {
  expect((await served('/robots.txt')).html).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  expect((await served('/sitemap.xml')).html).not.toContain('stop-gift')
  const manifest = JSON.parse((await served('/manifest.webmanifest')).html)
  for (const { src } of manifest.icons) expect((await served(src, { method: 'HEAD' })).status, src).toBe(200)
  const rules = await served('/speculation-rules.json')
  expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
  expect(rules.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(JSON.parse(rules.html).prefetch).toHaveLength(1)
  const papers = tagsOf((await served('/')).html).filter(({ attributes: { href } }) => href?.endsWith('.pdf'))
  expect(papers).toHaveLength(3)
  for (const { attributes } of papers) {
    const { headers } = await served(attributes.href ?? '', { method: 'HEAD' })
    expect([attributes.target, headers.get('content-type')]).toEqual(['_blank', 'application/pdf'])
  }
  const calendar = await served('/calendar/webinar.ics')
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(calendar.headers.get('content-disposition')).toBe('attachment; filename="webinar.ics"')
  expect(calendar.html).toMatch(/\r\nDTSTART;TZID=America\/New_York:\d{8}T120000\r\n/)
  expect((await served('/calendar/all.ics')).html).toMatch(
    /^BEGIN:VCALENDAR[\s\S]*\r\nUID:webinar@[\s\S]*END:VCALENDAR\r\n$/,
  )
  // The address of the sample content is a sample.
  expect((await served('/.well-known/security.txt')).status).toBe(404)
})

test('the feed lists the posts at working addresses, and the pages of the blog link to it', async () => {
  const feed = await served('/feed.xml')
  expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const links = [...feed.html.matchAll(/<item>[\s\S]*?<link>([^<]+)<\/link>/g)].map(([, link = '']) => link)
  expect(links).toHaveLength(readdirSync('content/posts').length)
  const pages = (await everyPage()).map(({ address }) => address)
  for (const link of links) {
    expect(link).toMatch(new RegExp(named('^https?://[^/]+/{secondSlug}/[a-z-]+$')))
    expect(pages).toContain(new URL(link).pathname)
  }
  for (const address of ['/{secondSlug}', '/{secondSlug}blog_2', '/{secondSlug}/a-name'].map(named)) {
    const [link] = tagsOf((await served(address)).html).filter(
      ({ attributes: { type } }) => type === 'application/rss+xml',
    )
    expect(link?.attributes.href, address).toMatch(/\/feed\.xml$/)
  }
})

test('the search shows what was typed as text, and has further pages', async () => {
  const { html } = await served(`/search?q=${encodeURIComponent('"><img src=x> cleft')}`)
  const values = tagsOf(html).flatMap(({ name, attributes: { value } }) => (name === 'input' ? [value] : []))
  expect(values).toContain('"><img src=x> cleft')
  expect(html).not.toContain('<img src=x')
  const { html: second } = await served('/search?q=cleft&page=2')
  expect(second).toMatch(/<ol start="21"/)
  expect(second).toMatch(/<a href="\/search\?q=cleft" rel="prev"/)
  for (const query of ['q=cleft&page=999', 'q=%00', 'q=a&q=b', `q=${'x'.repeat(3000)}`, 'q[]=x'])
    expect((await served(`/search?${query}`)).status, query.slice(0, 20)).toBe(200)
})

test('no answer repeats the query of its visitor or of another in its headers', async () => {
  const query = `utm_email=victim@example.org&q=${'a'.repeat(4000)}`
  for (const address of ['/', '/India', '/Donate', '/search', '/thank-you', nowhere, '/india', '/hi/donateindia/'])
    for (const asked of [`${address}?${query}`, address]) {
      const [head = ''] = (await ask(port, `GET ${asked}`)).text.split('\r\n\r\n')
      expect(head.length, asked.slice(0, 40)).toBeLessThan(4096)
      expect(head, asked.slice(0, 40)).not.toMatch(/x-middleware|x-nextjs|victim/i)
    }
})

test('a part of a file is sent, one beyond its end is refused, and the policy of uploads holds for every spelling', async () => {
  const files = readdirSync('public/media', { recursive: true, withFileTypes: true })
  const { parentPath, name } = files.find((entry) => entry.isFile()) ?? { parentPath: '', name: '' }
  const { size } = statSync(path.join(parentPath, name))
  const address = `/${path.relative('public', path.join(parentPath, name))}`
  for (const spelling of [address, address.replace('media', '%6dedia'), address.replace('media', 'm%65d%69a')]) {
    const { status, headers } = await ask(port, `GET ${spelling}`)
    expect([status, headers['content-security-policy']], spelling).toEqual([200, expect.stringContaining('sandbox')])
  }
  for (const [range, status, sent] of [
    ['bytes=0-3', 206, `bytes 0-3/${size}`],
    [`bytes=${size}-`, 416, `bytes */${size}`],
    ['bytes=999999999-', 416, `bytes */${size}`],
    ['bytes=-0', 416, `bytes */${size}`],
  ] as const) {
    const response = await ask(port, `GET ${address}`, { range })
    expect([response.status, response.headers['content-range']], range).toEqual([status, sent])
  }
})
