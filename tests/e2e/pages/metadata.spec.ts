/** Metadata of every page for search engines and shared links: unique, complete, correct and of suitable length. */
import { everyAddress, inParallel, listedAddresses, nowhere } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { named } from '../../support/names.ts'
import { metaOf, served, siteUrl, type Tag, tagsOf } from '../../support/served.ts'
import { decoded } from '../../support/visible-text.ts'

test.describe.configure({ timeout: 120_000 })

type Head = {
  address: string
  title: string
  meta: Record<string, string>
  links: Tag['attributes'][]
  language: string
}

async function headOf(address: string): Promise<Head> {
  const { html } = await served(address)
  const tags = tagsOf(html)
  return {
    address,
    title: decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    meta: metaOf(tags),
    links: tags.filter(({ name }) => name === 'link').map(({ attributes }) => attributes),
    language: tags.find(({ name }) => name === 'html')?.attributes.lang ?? '',
  }
}

async function heads(addresses: readonly string[]): Promise<Head[]> {
  const found: Head[] = []
  await inParallel(addresses, async (address) => {
    found.push(await headOf(address))
  })
  return found
}

const linkTo = (links: Head['links'], wanted: Record<string, string>) =>
  links.filter((link) => Object.entries(wanted).every(([name, value]) => link[name] === value)).map(({ href }) => href)

test('no two pages share a title or a description, and both have a suitable length', async () => {
  const listed = await heads(await listedAddresses())
  const faults = listed.flatMap(({ address, title, meta: { description = '' } }) => [
    ...listed
      .filter((other) => other.address > address && other.title === title)
      .map((other) => `${address}, ${other.address}: one title`),
    ...listed
      .filter((other) => other.address > address && other.meta.description === description)
      .map((other) => `${address}, ${other.address}: one description`),
    ...(title.length < 10 || title.length > 72 ? [`${address}: a title of ${title.length}: ${title}`] : []),
    ...(description.length < 50 || description.length > 200
      ? [`${address}: a description of ${description.length}: ${description}`]
      : []),
  ])
  expect(faults).toEqual([])
})

test('every page has consistent address, language, social card and indexing metadata', async () => {
  const listed = new Set(await listedAddresses())
  // The page of a wrong address has no address of its own to tell.
  const pages = (await everyAddress()).filter((address) => address !== nowhere)
  for (const { address, title, meta, links, language } of await heads(pages)) {
    // One photo is a page that may be listed, and the sitemap leaves its hundred and eighty kin to the gallery.
    const indexable = listed.has(address) || address.includes('/photo/')
    const own = new URL(address.replace(/\?.*/, ''), siteUrl).href
    const card = meta['og:image'] ?? ''
    expect({ language, title: title.length > 0, viewport: meta.viewport }, address).toEqual({
      language: 'en',
      title: true,
      viewport: expect.stringContaining('width=device-width'),
    })
    expect(
      linkTo(links, { rel: 'canonical' }).map((href) => new URL(href ?? '').href),
      address,
    ).toEqual([own])
    for (const hreflang of ['en', 'x-default'])
      expect(
        linkTo(links, { rel: 'alternate', hreflang }).map((href) => new URL(href ?? '').href),
        `${address}: ${hreflang}`,
      ).toEqual(indexable ? [own] : [])
    expect(meta, address).toMatchObject({
      robots: indexable ? expect.stringMatching(/^index, follow/) : 'noindex, follow',
      'og:title': title,
      'og:description': meta.description,
      'og:url': expect.stringMatching(new RegExp(`^${own.replace(/\/$/, '')}/?$`)),
      'og:site_name': named('{organisation}'),
      'og:type': expect.stringMatching(/^(website|article)$/),
      'og:locale': expect.stringMatching(/^en_(GB|US)$/),
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': meta.description,
      'twitter:image': card,
    })
    expect(meta.description?.length, address).toBeGreaterThan(20)
    expect(meta['og:image:alt']?.length, `${address}: the card in words`).toBeGreaterThan(3)
    expect(card, address).toMatch(new RegExp(`^${siteUrl}/og/.+\\.png$`))
  }
})

test('every card is a picture of 1200 by 630 pixels', async () => {
  const cards = new Set((await heads(await everyAddress())).map(({ meta }) => meta['og:image'] ?? ''))
  cards.delete('')
  expect(cards.size).toBeGreaterThan(80)
  await inParallel([...cards], async (card) => {
    const answer = await fetch(card)
    const bytes = new DataView(await answer.arrayBuffer())
    expect({ status: answer.status, type: answer.headers.get('content-type') }, card).toEqual({
      status: 200,
      type: 'image/png',
    })
    // PNG, section 11.2.2: width and height follow the eight bytes of the signature and the head of the first chunk.
    expect([bytes.getUint32(16), bytes.getUint32(20)], card).toEqual([1200, 630])
  })
})
