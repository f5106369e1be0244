/** Link check: crawls the whole site from Home and the sitemap, over HTTP. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultLanguage, splitAddress } from '../../../lib/platform/languages/index.ts'
import { givingAddresses, inParallel, nowhere, onePerKind } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { everyPage } from '../../support/every-page.ts'
import { type Served, served, siteUrl, type Tag, tagsOf } from '../../support/served.ts'

// One after the other, in the worker that crawled.
test.describe.configure({ mode: 'default' })

type Link = { from: string; to: string; kind: 'page' | 'file' | 'form' | 'post' }

/** Always redirects, depending on the visitor's country. */
const leadsOn = /^(?:\/(?:hi|sw))?\/give(\?|#|$)/
const isFile = (address: string) => /\.\w{2,11}$/.test(address.replace(/[?#].*$/, ''))
/** A page of a photo; they differ in nothing but the photo, so that few are read, and one in ten is asked for. */
const isPhotoPage = (address: string) => /\/photo\/(?!00)/.test(address)
const isLeftOut = (address: string) => isPhotoPage(address) && !address.endsWith('0')

const sizes = (value: string) => value.split(/,\s+/).map((one) => one.trim().split(/\s+/)[0] ?? '')

/** Stands hidden beside each form, and is copied and led to its field when the form finds a fault. */
const pattern = /^#[\w-]+-pattern-field-error$/

/** All addresses that a tag links to or loads. */
function linksOf({ name, attributes }: Tag, from: string): Link[] {
  const link = (to: string | undefined, kind: Link['kind']): Link[] => (to ? [{ from, to, kind }] : [])
  const { href, src, srcset, imagesrcset, poster, action, formaction, method, property, content } = attributes
  const sent = (method ?? 'get').toLowerCase() === 'get' ? 'form' : 'post'
  return [
    ...link(pattern.test(href ?? '') ? undefined : href, name === 'a' ? 'page' : 'file'),
    ...link(src, 'file'),
    ...link(poster, 'file'),
    ...[srcset, imagesrcset].flatMap((value) => (value ? sizes(value).flatMap((to) => link(to, 'file')) : [])),
    ...link(action, sent),
    ...link(formaction, 'post'),
    ...(property === 'og:image' || property === 'og:url' ? link(content, 'file') : []),
  ]
}

type Site = { pages: Map<string, Served & { tags: Tag[] }>; links: Link[]; statuses: Map<string, number> }

const inside = (to: string, from: string) => {
  const url = new URL(to, `${siteUrl}${from}`)
  return url.origin === siteUrl ? url : null
}

/** Follows every internal link once. Pages are fetched; files only get a HEAD request. */
async function crawl(): Promise<Site> {
  const site: Site = { pages: new Map(), links: [], statuses: new Map() }
  const known = new Map((await everyPage()).map(({ address, full }) => [address, full]))
  const kinds = new Set(onePerKind())
  /** A page in English below the prefix of another language: its links are those of the original. */
  const hasNoTranslation = (address: string) =>
    splitAddress(address).language !== defaultLanguage && !known.has(address.replace(/[?#].*$/, ''))
  /** The address that is asked for: one page of each kind shows that those without translation are in every language. */
  const followed = (address: string) => {
    const { address: original } = splitAddress(address)
    return hasNoTranslation(address) && !kinds.has(original) ? original : address
  }
  let next = [...known.keys()]
  while (next.length > 0) {
    const found: Link[] = []
    await inParallel(next, async (address) => {
      site.statuses.set(address, 0)
      const readsNoMore = isFile(address) || isPhotoPage(address) || hasNoTranslation(address)
      const answer = known.get(address) ?? (await served(address, readsNoMore ? { method: 'HEAD' } : {}))
      site.statuses.set(address, answer.status)
      if (answer.html === '' || !answer.headers.get('content-type')?.startsWith('text/html')) return
      const tags = tagsOf(answer.html)
      site.pages.set(address, { ...answer, tags })
      found.push(...tags.flatMap((tag) => linksOf(tag, address)))
    })
    site.links.push(...found)
    const wanted = found.flatMap(({ to, from, kind }) => {
      const url = kind === 'post' || /^(mailto|tel|data):/.test(to) ? null : inside(to, from)
      return url ? [followed(`${url.pathname}${url.search}`)] : []
    })
    next = [...new Set(wanted)].filter((address) => !site.statuses.has(address) && !isLeftOut(address))
  }
  return site
}

let whole: Promise<Site> | undefined
const theSite = () => {
  whole ??= crawl()
  return whole
}

test('every internal link, picture, film, document, style and script exists, at its canonical address', async () => {
  const { pages, links, statuses } = await theSite()
  expect(pages.size).toBeGreaterThan(120)
  expect(statuses.size).toBeGreaterThan(300)
  const wrong = [...statuses].filter(
    ([address, status]) => status !== 200 && address !== nowhere && !leadsOn.test(address),
  )
  const askedFrom = (address: string) =>
    links.find(({ to, from }) => inside(to, from)?.href === `${siteUrl}${address}`)?.from
  expect(wrong.map(([address, status]) => `${address} answers ${status}, linked from ${askedFrom(address)}`)).toEqual(
    [],
  )
})

test('every Donate link leads to a page with a payment form, from every country', async () => {
  const { pages, statuses } = await theSite()
  const giving = givingAddresses()
  const donations = [...statuses.keys()].filter((address) => leadsOn.test(address))
  expect(donations.length).toBeGreaterThan(20)
  const faults: string[] = []
  await inParallel(donations, async (address) => {
    for (const country of ['IN', 'US']) {
      const { status, headers } = await served(address, {
        headers: { 'cf-ipcountry': country, 'x-forwarded-for': '2001:db8::1' },
      })
      const to = headers.get('location') ?? ''
      const url = new URL(to, siteUrl)
      const original = splitAddress(url.pathname).address
      const tags = (pages.get(url.pathname) ?? pages.get(original))?.tags ?? []
      const hasPart = !url.hash || tags.some(({ attributes: { id } }) => `#${id}` === url.hash)
      // Else the giving partner's own page.
      const isThere = url.origin !== siteUrl || (giving.includes(original) && hasPart)
      if (![302, 303, 307].includes(status) || !isThere) faults.push(`${address} from ${country}: ${status} to ${to}`)
    }
  })
  expect(faults).toEqual([])
})

test('every link with a fragment has its target', async () => {
  const { pages, links } = await theSite()
  const partsOf = new Map(
    [...pages].map(([address, { tags }]) => [address, new Set(tags.map(({ attributes }) => attributes.id))]),
  )
  const lost = links.flatMap(({ from, to }) => {
    const url = /^(mailto|tel|data):/.test(to) ? null : inside(to, from)
    // `#top` is the top of every page: https://html.spec.whatwg.org/multipage/browsing-the-web.html#select-the-indicated-part
    if (!url || ['', '#', '#top'].includes(url.hash) || leadsOn.test(url.pathname)) return []
    const parts = partsOf.get(`${url.pathname}${url.search}`) ?? partsOf.get(splitAddress(url.pathname).address)
    return parts?.has(decodeURIComponent(url.hash.slice(1))) ? [] : [`${to} on ${from}`]
  })
  expect([...new Set(lost)]).toEqual([])
})

test('every form is sent to an address that accepts it', async () => {
  const { links } = await theSite()
  const targets = [
    ...new Set(links.filter(({ kind }) => kind === 'post').map(({ to, from }) => inside(to, from)?.pathname ?? to)),
  ]
  expect(targets).toContain('/forms/volunteer')
  const empty = { method: 'POST', body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  for (const target of targets) {
    // Asked in the wrong way, a route that is there says which way is right. A page returns an empty form with its errors.
    if (target.startsWith('/api/')) expect((await served(target)).status, target).toBe(405)
    else expect((await fetch(`${siteUrl}${target}`, empty)).status, target).toBe(422)
  }
})

/** Services that the code itself links to: sharing, messages, calendars, and the way out of the site. */
const services = [
  'https://www.facebook.com/',
  'https://api.whatsapp.com/',
  'https://wa.me/',
  'https://x.com/',
  'https://www.linkedin.com/',
  'https://www.instagram.com/',
  'https://calendar.google.com/',
  'https://outlook.live.com/',
  'https://www.google.com/',
]

test('external links use HTTPS, and go to addresses in content or to sharing services', async () => {
  const { links } = await theSite()
  const content = path.join(import.meta.dirname, '../../../content')
  const words = readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ya?ml|md)$/.test(file))
    .map((file) => readFileSync(path.join(content, file), 'utf8'))
  const named = new Set(words.flatMap((text) => text.match(/https:\/\/[^\s"'<>)]+/g) ?? []))
  const strange = links.filter(({ to, from, kind }) => {
    if (/^data:/.test(to)) return kind === 'page'
    if (/^tel:/.test(to)) return !/^tel:\+?\d+$/.test(to)
    if (/^webcal:/.test(to)) return !to.endsWith('/calendar/all.ics')
    if (/^mailto:/.test(to)) return !/^mailto:[^@\s?]+@[^@\s?]+\.[^@\s?]+(\?.*)?$/.test(to)
    if (inside(to, from)) return false
    // A partner's form is opened for a campaign of content/campaigns/.
    return !named.has(to.replace(/&campaign=\d+$/, '')) && !services.some((service) => to.startsWith(service))
  })
  expect([...new Set(strange.map(({ to, from }) => `${to} on ${from}`))]).toEqual([])
})

test('every file loaded by the style sheets exists', async () => {
  const { statuses } = await theSite()
  const sheets = [...statuses.keys()].filter((address) => /\.css(\?|$)/.test(address))
  expect(sheets.length).toBeGreaterThan(0)
  for (const sheet of sheets)
    for (const [, to = ''] of (await served(sheet)).html.matchAll(/url\(["']?([^"')]+)["']?\)/g)) {
      const url = to.startsWith('data:') ? null : inside(to, sheet)
      if (url) expect((await served(url.pathname, { method: 'HEAD' })).status, `${to} in ${sheet}`).toBe(200)
    }
})
