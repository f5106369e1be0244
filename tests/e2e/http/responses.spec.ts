/** Responses that are not a single page: feed, calendar, gallery, search, versions, and files for machines. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { apiRoutes, inParallel, nowhere, onePerKind } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { everyPage } from '../../support/every-page.ts'
import { named } from '../../support/names.ts'
import { ask } from '../../support/raw-http.ts'
import { served, siteUrl, structuredData, tagsOf } from '../../support/served.ts'

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
})

test('the next race and the next webinar are in the future, and fit their rules', async () => {
  for (const { address, weekday, from, to } of [
    { address: '/Race', weekday: 6, from: 8, to: 14 },
    { address: '/PeopleNotProducts', weekday: 3, from: 1, to: 7 },
  ]) {
    const { html } = await served(address)
    const event = structuredData(html)
      .flatMap((document) => (document['@graph'] ?? []) as Record<string, string>[])
      .find((thing) => thing['@type'] === 'Event')
    expect(Date.parse(event?.startDate ?? ''), address).toBeGreaterThan(Date.now())
    const day = new Date(`${event?.startDate?.slice(0, 10)}T00:00:00Z`)
    expect(day.getUTCDay(), address).toBe(weekday)
    expect(day.getUTCDate(), address).toBeGreaterThanOrEqual(from)
    expect(day.getUTCDate(), address).toBeLessThanOrEqual(to)
    expect(html, address).toMatch(/<[^>]*\bdata-state\b[^>]*>(Coming|On now)</)
  }
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

test('every page of the gallery is about as large as the first, and together they link to every photo', async () => {
  const photos = new Set<string>()
  const sizes: number[] = []
  let address: string | undefined = '/FatherDaughterDanceGallery'
  while (address) {
    const html: string = (await served(address)).html
    sizes.push(html.length)
    for (const [photo] of html.matchAll(/\/FatherDaughterDanceGallery\/photo\/\d{3}/g)) photos.add(photo)
    address = /data-next-page="([^"]+)"/.exec(html)?.[1]
  }
  expect([photos.size, sizes.length]).toEqual([180, 8])
  expect(Math.max(...sizes)).toBeLessThan(1.3 * Number(sizes[0]))
})

test('the search answers every query with a page, and shows what was typed as text', async () => {
  for (const query of ['', '?q=', '?q=%00', '?q=a&q=b', `?q=${'x'.repeat(3000)}`, '?q[]=x'])
    expect((await served(`/search${query}`)).status, query.slice(0, 12)).toBe(200)
  const { html } = await served(`/search?q=${encodeURIComponent('"><img src=x> cleft')}`)
  const values = tagsOf(html).flatMap(({ name, attributes: { value } }) => (name === 'input' ? [value] : []))
  expect(values).toContain('"><img src=x> cleft')
  expect(html).not.toContain('<img src=x')
})

test('more results of a search are on further pages', async () => {
  const { html } = await served('/search?q=cleft&page=2')
  expect(html).toMatch(/<ol start="21"/)
  expect(html).toMatch(/<a href="\/search\?q=cleft" rel="prev"/)
  const { html: last } = await served('/search?q=cleft&page=999')
  expect(last).toMatch(/<ol start="\d+"/)
})

const saving = { headers: { 'save-data': 'on' } }

test('no answer repeats the query of its visitor or of another, or has headers of 4 KB', async () => {
  const port = Number(new URL(siteUrl).port)
  const query = `utm_email=victim@example.org&q=${'a'.repeat(4000)}`
  const addresses = [
    '/',
    '/India',
    '/Kenya',
    '/DonateIndia',
    '/Donate',
    '/search',
    '/forms/contact',
    '/thank-you',
    nowhere,
  ]
  for (const address of [...addresses, '/india', '//India', '/hi/donateindia/'])
    for (const asked of [`${address}?${query}`, address]) {
      const [head = ''] = (await ask(port, `GET ${asked}`)).text.split('\r\n\r\n')
      expect(head.length, asked.slice(0, 40)).toBeLessThan(4096)
      expect(head, asked.slice(0, 40)).not.toMatch(/x-middleware|x-nextjs|victim/i)
    }
})

/** What visitors can make as long as they like. `fields`: those that any route reads from the query or a form. */
const fields = [
  'sign-up',
  'gift',
  'link',
  'intent',
  'choice',
  'value',
  'which',
  'version',
  'form',
  'email',
  'message',
  'money',
  'amount',
  'levels',
  'language',
  'session_id',
  'page',
  'section',
  'q',
]

test('no response has more than 4 KB of headers, whatever is in the query, a field, the referrer or a cookie', async () => {
  const port = Number(new URL(siteUrl).port)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const pages = [...onePerKind(), '/give', '/india', '/hi/donateindia/', '/your-gifts', '/stop-gift']
  const requests: { line: string; headers?: Record<string, string>; body?: string }[] = []
  // As long as the server accepts: longer targets are answered 414, longer headers 431.
  const [query, header, field] = [7000, 12_000, 20_000].map((length) => 'a'.repeat(length))
  for (const { method, address } of [...pages.map((page) => ({ method: 'GET', address: page })), ...apiRoutes()]) {
    const body = method === 'POST' ? 'version=light&choice=confirm' : ''
    const join = address.includes('?') ? '&' : '?'
    for (const name of address.startsWith('/api') ? fields : ['gift', 'session_id'])
      requests.push({ line: `${method} ${address}${join}${name}=${query}`, headers: form, body })
    for (const sent of [{ referer: `${siteUrl}/India?q=${header}` }, { cookie: `version=light; paid=${header}` }])
      requests.push({ line: `${method} ${address}`, headers: { ...form, ...sent }, body })
    for (const name of method === 'POST' ? fields : [])
      requests.push({ line: `POST ${address}`, headers: form, body: `version=light&${name}=${field}` })
  }
  const tooLong: string[] = []
  await inParallel(requests, async ({ line, headers, body = '' }) => {
    const sent = body ? { ...headers, 'content-length': String(body.length) } : headers
    const { text, status } = await ask(port, line, sent, body)
    const { length } = text.split('\r\n\r\n')[0] ?? ''
    if (status === 0 || status >= 500 || length > 4096) tooLong.push(`${line.slice(0, 60)} ${status} ${length}`)
  })
  expect(tooLong).toEqual([])
})

test('the media folder’s policy holds for every spelling of its address', async () => {
  const port = Number(new URL(siteUrl).port)
  const [file] = readdirSync('public/media', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const address = `/${path.relative('public', path.join(file?.parentPath ?? '', file?.name ?? ''))}`
  for (const spelling of [address, address.replace('media', '%6dedia'), address.replace('media', 'm%65d%69a')]) {
    const { status, headers } = await ask(port, `GET ${spelling}`)
    expect([status, headers['content-security-policy']], spelling).toEqual([200, expect.stringContaining('sandbox')])
  }
})

test('a part of a file is sent, and one beyond its end is refused with its length', async () => {
  const port = Number(new URL(siteUrl).port)
  const files = readdirSync('public', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files.slice(0, 3)) {
    const file = path.join(parentPath, name)
    const { size } = statSync(file)
    const address = `/${path.relative('public', file)}`
    expect((await ask(port, `GET ${address}`, { range: 'bytes=0-3' })).headers['content-range'], address).toBe(
      `bytes 0-3/${size}`,
    )
    for (const range of [`bytes=${size}-`, 'bytes=999999999-', 'bytes=-0']) {
      const { status, headers } = await ask(port, `GET ${address}`, { range })
      expect([status, headers['content-range']], `${address} ${range}`).toEqual([416, `bytes */${size}`])
    }
  }
})

test('Vary lists what the version of a page depends on, and a version chosen by cookie is not cached', async () => {
  const chosen = { headers: { cookie: 'version=light' } }
  for (const address of ['/', '/India', '/search', '/forms/contact', nowhere])
    for (const init of [{}, saving, chosen]) {
      const { headers, html } = await served(address, init)
      expect(headers.get('vary')?.toLowerCase(), address).toMatch(/(?=.*\bsave-data\b)(?=.*\bcookie\b)/)
      expect(html.includes('data-version="light"'), address).toBe('headers' in init)
      if (init === chosen) expect(headers.get('cache-control'), address).toMatch(/private|no-store/)
    }
})

test('the two versions are never mixed under concurrent requests', async () => {
  const wrong: number[] = []
  await inParallel(
    Array.from({ length: 200 }, (_, index) => index),
    async (place) => {
      const { html } = await served('/Kenya', place % 3 === 0 ? saving : {})
      if (html.includes('data-version="light"') !== (place % 3 === 0)) wrong.push(place)
    },
  )
  expect(wrong).toEqual([])
})

test('the way to the form in the other currency stands below the amounts, whatever the visitor’s country', async () => {
  for (const [form, other] of [
    ['/DonateIndia', '/Donate'],
    ['/Donate', '/DonateIndia'],
  ] as const)
    for (const country of ['IN', 'US', 'XX']) {
      const { html } = await served(`${form}?reason=7`, {
        headers: { 'cf-ipcountry': country, 'x-forwarded-for': '2001:db8::1' },
      })
      const [steps = -1, link = -1, gift = -1] = [
        'aria-current="step"',
        `href="${other}?reason=7"`,
        'name="money"',
      ].map((text) => html.indexOf(text))
      expect([steps > 0, gift > 0, link > gift], `${form} ${country}`).toEqual([true, true, true])
    }
})
