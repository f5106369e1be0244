/** What the content is once it is read: names filled in, entries in order, tables that another charity changes, pages of a list, and what visitors see when. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse as parseYaml, stringify } from 'yaml'
import type { z } from 'zod'
import { codePages } from '#lib/site/content/addresses.ts'
import { type BlockKind, block, blockSchemas } from '#lib/site/content/block-schema.ts'
import { listSamples, strictProblems } from '#lib/site/content/checks/samples.ts'
import { type Content, contentIn } from '#lib/site/content/content.ts'
import { currencies as siteCurrencies } from '#lib/site/content/currencies.ts'
import { kindOf, picture } from '#lib/site/content/fields.ts'
import { filmSchema, playlistSchema } from '#lib/site/content/film-schema.ts'
import { presetQuery } from '#lib/site/content/giving-pages.ts'
import { loadContent } from '#lib/site/content/load.ts'
import {
  entriesOn,
  laterPages,
  newestStories,
  numbersAround,
  pageCount,
  pageOfEntry,
  prebuilt,
} from '#lib/site/content/pagination.ts'
import { parse } from '#lib/site/content/parse.ts'
import { fill, placeholdersOf } from '#lib/site/content/placeholders.ts'
import {
  type Publication,
  publicationChanges,
  publishableContent,
  publishedContent,
} from '#lib/site/content/publication.ts'
import { contentFiles, contentFolders } from '#lib/site/content/registry.ts'
import { type Page, type Post, pageSchema, storySchema } from '#lib/site/content/schema.ts'
import { stateOf, withoutSamples } from '#lib/site/content/state.ts'
import { definition, type Schema } from '#lib/site/content/walk.ts'
import { dance } from '../events/examples.ts'
import {
  changed,
  findingsOf,
  load,
  onHome,
  pageFile,
  postFile,
  problemsOf,
  smallSite,
  storyFile,
  writeSite,
} from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const story = 'content/stories/India/the-bowl.md'
const site = 'content/site.yaml'

test('a valid site has no problems, and has defaults and names filled in, whatever its line endings', () => {
  const windows = [home, india, story].map((name) => [name, (smallSite[name] ?? '').replaceAll('\n', '\r\n')])
  for (const changes of [{}, Object.fromEntries(windows)]) {
    expect(findingsOf(changes)).toEqual([])
    const { site, pages, stories, navigation } = load(changes)
    expect(site.description).toBe('Mended Bowl mends bowls.')
    expect(navigation.story?.label).toBe("Ada's story")
    expect(pages.at(-1)).toMatchObject({ address: '/India', quickExit: false })
    expect(stories).toMatchObject([{ country: 'India', slug: 'the-bowl', address: '/India/stories/the-bowl' }])
    expect(stories[0]?.body.replaceAll('\r\n', '\n')).toBe('It broke.\n\nAda mended it.')
  }
})

test('stories are ordered by country, then by the editors’ order; those that it does not name follow', () => {
  const { stories } = load({
    'content/stories/India/a-new-one.md': storyFile('New'),
    'content/stories/India/a-second-one.md': storyFile('Second'),
    'content/stories/India/_order.yaml': 'stories: [/India/stories/the-bowl, /India/stories/a-second-one]\n',
    'content/stories/Kenya/a-cup.md': smallSite[story] ?? '',
  })
  expect(stories.map(({ address, place }) => [address, place])).toEqual([
    ['/India/stories/the-bowl', 0],
    ['/India/stories/a-second-one', 1],
    ['/India/stories/a-new-one', 2],
    ['/Kenya/stories/a-cup', 0],
  ])
})

test('names and external links are replaced in all texts, and other braces are left as they are', () => {
  const names = { organisation: 'Mended Bowl', founderSlug: 'Ada', founder: '{organisation}', labelled: true }
  const external = { 'kenya-card': { label: 'Give', href: 'https://give.test/kenya' } }
  const words = placeholdersOf({ names, external })
  const list = ['/{founderSlug}ian', '[Give]({link:kenya-card})', '{founder}', '{ x } {} {1} {a b}']
  const filled = ['/Adaian', '[Give](https://give.test/kenya)', '{organisation}', '{ x } {} {1} {a b}']
  expect(fill({ title: '{organisation}', list, look: 3, seam: false }, words)).toEqual({
    value: { title: 'Mended Bowl', list: filled, look: 3, seam: false },
    unfilled: [],
  })
  expect(fill('{organisation}', placeholdersOf({ names: { organisation: '{founder}' } })).value).toBe('{founder}')
})

test('a telephone number is written once, and its links follow; a sample number has none', () => {
  const phones = [{ label: 'Telephone', number: '+91 22 5555 0100' }]
  const whatsapp = '+91 98200 00101'
  const offices = [
    { code: 'IN', phones, whatsapp },
    { code: 'KE', phones, whatsapp, sample: ['whatsapp'] },
  ]
  const { value, unfilled } = fill(
    ['[{phone:IN}]({tel:IN})', '{whatsapp:IN}', '{whatsapp:KE}'],
    placeholdersOf({ offices }),
  )
  expect(value).toEqual(['[+91 22 5555 0100](tel:+912255550100)', 'https://wa.me/919820000101', '{whatsapp:KE}'])
  expect(unfilled.map(({ written }) => written)).toEqual(['{whatsapp:KE}'])
})

test('every mark is listed, and with CONTENT_STRICT each of them is a problem', () => {
  const number = changed(site, 'number: +1 423 267 1234', 'number: +1 423 555 0123, labelled: [number]')
  const email = '    email: usa@mendedbowl.org'
  const marked = changed(site, email, '    email: usa@example.org\n    labelled: [email]', number)
  const { entries } = load({ ...marked, ...changed(story, 'quickExit: false', 'quickExit: false\nreview: true') })
  const value = 'The bowl · It broke. · A bowl that broke and was mended. · portrait · girl · 4 …'
  const samples = [
    { mark: 'labelled', file: site, line: 28, field: 'offices[1].phones[1].number', value: '+1 423 555 0123' },
    { mark: 'labelled', file: site, line: 29, field: 'offices[1].email', value: 'usa@example.org' },
    { mark: 'review', file: story, line: 2, field: '', value },
  ]
  expect(listSamples(entries)).toEqual(samples)
  expect(strictProblems(entries)).toMatchObject(samples.map(({ file, line, field }) => ({ file, line, field })))
})

test('values marked as samples are hidden from visitors, and the rest is shown', () => {
  const phone = { label: 'Telephone', number: '+1 423 555 0100' }
  const office = { code: 'US', lines: ['Chattanooga'], street: 'Sample Street', phones: [phone], sample: ['street'] }
  const closed = { code: 'ZW', sample: true }
  const kept = { code: 'KE', labelled: ['phones'], phones: [phone] }
  expect(withoutSamples({ offices: [office, closed, kept], legal: { sample: true }, nothing: null })).toEqual({
    offices: [{ code: 'US', lines: ['Chattanooga'], phones: [phone], sample: ['street'] }, kept],
    nothing: null,
  })
  const real = { offices: [kept] }
  expect(withoutSamples(real)).toBe(real)
})

test('days and months are read as people write them', () => {
  const typed = { publishFrom: '5 March 2026', publishUntil: '2027-1-5' }
  const more = Object.entries(typed).map((field) => `${field.join(': ')}\n`)
  const [post] = load({
    'content/posts/first.md': postFile('First', { date: 'March 5, 2026', more: more.join('') }),
  }).posts
  expect(post).toMatchObject({ date: '2026-03-05', publishFrom: '2026-03-05', publishUntil: '2027-01-05' })
  const camps = 'content/camps.yaml'
  const [asOf = ''] = /asOf: .*/.exec(smallSite[camps] ?? '') ?? []
  expect(load(changed(camps, asOf, 'asOf: March 2026')).campDefaults.asOf).toBe('2026-03')
})

const ends = { from: '2026-12-01', until: '2026-12-31' }
test.each([
  ['real', {}, undefined],
  ['real', { ...ends, review: true }, undefined],
  ['sample', { labelled: true }, undefined],
  ['sample', { labelled: true, phones: [] }, 'phones'],
  ['sample', { labelled: ['phones'], phones: [] }, 'phones'],
  ['sample', { labelled: ['phones'], phones: [] }, undefined],
  ['real', { labelled: ['phones'], phones: [] }, 'email'],
  ['sample', { ...ends, sample: true }, undefined],
  ['sample', { sample: ['email'], email: '' }, undefined],
  // It is hidden, and the rest is real.
  ['real', { sample: ['email'] }, undefined],
  ['sample', { items: [], samples: ['A hospital'] }, 'samples'],
  ['real', { items: [], samples: ['A hospital'] }, 'items'],
  ['expired', { from: '2027-01-01' }, undefined],
  ['expired', { until: '2026-11-30', labelled: true }, undefined],
  ['real', undefined, 'phones'],
] as const)('is %s: %j, %s', (state, group, field) => {
  for (const day of [ends.from, ends.until]) expect(stateOf(group, day, field)).toBe(state)
})

const text = (name: string) => smallSite[name] ?? ''
const currencies = text('content/currencies.yaml')
const receipts = text('content/giving/receipts.yaml')
const upTo = (whole: string, mark: string) => whole.slice(0, whole.indexOf(mark))

/** Dollars alone. */
const oneCurrency = {
  'content/currencies.yaml': upTo(currencies, '  - code: INR'),
  'content/giving/receipts.yaml': `receipts:\n${receipts.slice(receipts.indexOf('  USD:'))}`,
  'content/pages/DonateIndia.yaml': null,
  ...changed(
    'content/pages/Donate.yaml',
    '    otherForm: { question: From elsewhere?, link: { label: Another currency, href: / } }\n',
    '',
  ),
}

const pounds = {
  'content/currencies.yaml': `${currencies}
  - code: GBP
    sign: £
    form: uk
    words: pounds
    smallest: pence
    whole: Enter whole pounds, without pence
    receipt: { one: pound sterling, many: pounds sterling, part: penny, parts: pence }
`,
  'content/giving/receipts.yaml': receipts + receipts.slice(receipts.indexOf('  USD:')).replace('USD', 'GBP'),
  'content/pages/DonatePounds.yaml': text('content/pages/Donate.yaml')
    .replace('/Donate', '/DonatePounds')
    .replaceAll('in dollars', 'in pounds')
    .replace('USD', 'GBP')
    .replaceAll('$', '£'),
}

test('a charity with one currency has one form, and offers no other', () => {
  expect(problemsOf(oneCurrency)).toEqual([])
  expect(load(oneCurrency).donationForms).toMatchObject([{ currency: 'USD' }])
})

test('a currency more is content: its entry, its receipts and its form', () => {
  expect(problemsOf(pounds)).toEqual([])
  expect(load(pounds).donationForms.map(({ currency, minimum }) => [currency, minimum])).toContainEqual([
    'GBP',
    { amount: 5000, currency: 'GBP' },
  ])
})

test('what a currency still needs is said', () => {
  const { 'content/currencies.yaml': entry } = pounds
  expect(problemsOf({ 'content/currencies.yaml': entry })).toEqual([
    'content/giving/receipts.yaml:1:1  has nothing for GBP, a currency of currencies.yaml',
  ])
  expect(problemsOf({ ...pounds, 'content/pages/DonatePounds.yaml': null })).toEqual([
    'content/pages:1:1  no page has the donation-form in GBP',
  ])
})

test('another content is read by its own currencies, and those of the site stay in force meanwhile', () => {
  const inForce = new Set<string>()
  const read: typeof parse = (...file) => {
    for (const { code } of siteCurrencies()) inForce.add(code)
    return parse(...file)
  }
  const instead = new Map(Object.entries(pounds).map(([name, text]) => [name.replace('content/', ''), text]))
  expect(loadContent(path.join(writeSite(), 'content'), { parse: read, instead }).ok).toBe(true)
  expect([...inForce]).toEqual(siteCurrencies().map(({ code }) => code))
})

test('an amount is a text: its parts are no amount', () => {
  expect(
    problemsOf(changed('content/pages/Donate.yaml', 'minimum: $50', 'minimum: { amount: 5000, currency: USD }')),
  ).toEqual([expect.stringContaining('minimum: must be an amount with its currency, such as $500 or ₹500')])
})

test('a mistake in the table is the only one that is reported, because every amount is read by it', () => {
  expect(problemsOf(changed('content/currencies.yaml', 'sign: ₹', 'sign: $'))).toEqual([
    expect.stringContaining('currencies[2].sign: $ is in this list already, as number 1'),
  ])
})

const countries = text('content/countries.yaml')
const camps = text('content/camps.yaml')
const nepal = {
  'content/countries.yaml': `${countries}  - { name: Nepal, code: NP, cloth: india, camps: NEPAL }\n`,
  'content/camps.yaml': `${camps}  NEPAL: { surgeryCount: 12 }\n`,
  'content/pages/Nepal.yaml': text('content/pages/India.yaml')
    .replace('aliases: [/Bharat]\n', '')
    .replaceAll('India', 'Nepal'),
  'content/stories/Nepal/the-cup.md': storyFile('The cup'),
  ...onHome('  - { kind: links, links: [{ label: Nepal, href: /Nepal }] }\n'),
}

test('a country more is content: its entry, its page and its stories', () => {
  expect(problemsOf(nepal)).toEqual([])
  const content = load(nepal)
  expect(content.stories.map(({ address }) => address)).toEqual(['/India/stories/the-bowl', '/Nepal/stories/the-cup'])
  expect(codePages(content.pages).map(({ address }) => address)).toContain('/Nepal/poster')
})

test('one country is enough', () => {
  const one = {
    'content/countries.yaml': 'countries:\n  - { name: India, code: IN, cloth: india, camps: INDIA }\n',
    'content/camps.yaml': upTo(camps, '  KENYA'),
  }
  expect(problemsOf({ ...oneCurrency, ...one })).toEqual([])
  expect(problemsOf({ ...one, 'content/camps.yaml': upTo(camps, '  UGANDA') })).toEqual([
    expect.stringContaining('countryWiseCamps.KENYA: "KENYA" is not in content/countries.yaml'),
    expect.stringContaining('countryWiseCamps.ZIMBABWE: "ZIMBABWE" is not'),
  ])
})

test('purposes are content: as many as there are, and what names another is refused', () => {
  const three = text('content/giving/reasons.yaml').replace(/ {2}- \{ code: [4-8].*\n/g, '')
  const changes = { 'content/giving/reasons.yaml': three.replace('code: 3', 'code: 12') }
  expect(problemsOf(changes)).toEqual([])
  const page = load(changes).pages.find(({ address }) => address === '/Donate')
  const query = (reason: string) =>
    page && presetQuery(page, new URLSearchParams({ reason }), [], load(changes).reasons)?.query
  expect([query('12'), query('3')]).toEqual(['reason=12', ''])
  const button = { 'content/giving/buttons.yaml': 'buttons:\n  - { page: /India, reason: 2, campaign: wells }\n' }
  expect(problemsOf({ ...changes, ...button })).toEqual([
    expect.stringContaining('buttons[1].campaign: content/campaigns/wells.yaml does not exist'),
  ])
})

const page = {
  address: '/Grace',
  title: 'Blog',
  description: 'Posts.',
  aliases: ['/Blog'],
  blocks: [
    { kind: 'hero', heading: 'Blog', intro: 'Hello.', pattern: 'usa', look: 'arch', actions: [] },
    { kind: 'posts', heading: 'Posts', pages: true, skip: 0, count: 9 },
    { kind: 'seam' },
  ],
} as unknown as Page
const posts = (count: number) => Array.from({ length: count }, () => ({})) as Post[]

test.each([
  [0, []],
  [9, []],
  [10, ['/Grace/page/2']],
  [28, ['/Grace/page/2', '/Grace/page/3', '/Grace/page/4']],
])('%i posts have the further pages %j', (count, addresses) => {
  expect(laterPages(page, { posts: posts(count), photos: [], stories: [] }).map(({ address }) => address)).toEqual(
    addresses,
  )
})

test('a further page has its own title, no aliases, and a link back', () => {
  const [second] = laterPages(page, { posts: posts(10), photos: [], stories: [] })
  expect(second).toMatchObject({
    title: 'Blog, page 2',
    description: 'Page 2 of 2. Posts.',
    aliases: [],
    parent: { label: 'Blog', href: '/Grace' },
  })
  expect(second?.blocks.map(({ kind }) => kind)).toEqual(['hero', 'posts'])
})

test.each([0, 9, 10, 33, 34])('of %i entries, each is on one page, which can be found', (count) => {
  const sizes = { first: 9, later: 24 }
  const all = Array.from({ length: count }, (_, index) => index)
  const shown = Array.from({ length: pageCount(count, sizes) }, (_, index) => entriesOn(all, index + 1, sizes))
  expect(shown.flat()).toEqual(all)
  expect(shown.slice(1).every((page) => page.length > 0)).toBe(true)
  for (const index of all) expect(shown[pageOfEntry(index, sizes) - 1]).toContain(index)
})

test.each([
  [1, 1, [1]],
  [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [1, 40, [1, 2, 'gap', 40]],
  [20, 40, [1, 'gap', 19, 20, 21, 'gap', 40]],
  [40, 40, [1, 'gap', 39, 40]],
])('page %i of %i links to %j', (page, last, numbers) => expect(numbersAround(page, last)).toEqual(numbers))

test('the stories of a country go on, on pages that are not the page of the country', () => {
  const stories = Array.from({ length: 40 }, (_, index) => [
    `content/stories/India/bowl-${index}.md`,
    storyFile(`Bowl ${index}`),
  ])
  const { pages } = load(Object.fromEntries(stories))
  const later = pages.filter(({ address }) => address.startsWith('/India/page/'))
  expect(later.map(({ address, country }) => [address, country])).toEqual([
    ['/India/page/2', undefined],
    ['/India/page/3', undefined],
  ])
})

test('the newest stories are built, those of one day in the editors’ order, and the same list is sorted once', () => {
  const stories = Array.from({ length: prebuilt.stories + 50 }, (_, index) => ({
    index,
    updated: index >= 50 && index < 60 ? '2026-11-22' : '2026-01-01',
  }))
  const built = newestStories(stories)
  expect(built.size).toBe(prebuilt.stories)
  expect([...built].slice(0, 12).map(({ index }) => index)).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 0, 1])
  expect(newestStories(stories)).toBe(built)
})

/** The small site is in New York: UTC-5 in winter. */
const seen = (fields: Publication, moment: string): boolean => {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}\n`)
  const content = load({ 'content/pages/Wells.yaml': pageFile('/Wells', lines.join('')) })
  return publishedContent(content, new Date(moment)).pages.some(({ address }) => address === '/Wells')
}

test.each<[string, Publication, string, boolean]>([
  ['a draft', { draft: true }, '2026-12-01T12:00:00Z', false],
  ['the last second of the day before', { publishFrom: '2026-12-01' }, '2026-12-01T04:59:59Z', false],
  ['the first second of the first day', { publishFrom: '2026-12-01' }, '2026-12-01T05:00:00Z', true],
  ['the last second of the last day', { publishUntil: '2026-12-01' }, '2026-12-02T04:59:59Z', true],
  ['the first second of the day after', { publishUntil: '2026-12-01' }, '2026-12-02T05:00:00Z', false],
  ['the day on which clocks go forward', { publishUntil: '2027-03-14' }, '2027-03-15T04:00:00Z', false],
  ['before a moment', { publishFrom: '2026-12-01T18:00+05:30' }, '2026-12-01T12:29:59Z', false],
  ['at a moment', { publishFrom: '2026-12-01T18:00+05:30' }, '2026-12-01T12:30:00Z', true],
  ['at the moment of an end', { publishUntil: '2026-12-01T18:00:00Z' }, '2026-12-01T18:00:00Z', false],
])('%s', (_, fields, moment, expected) => expect(seen(fields, moment)).toBe(expected))

const december = new Date('2026-12-10T12:00:00Z')
const january = new Date('2027-01-10T12:00:00Z')
const fromJanuary = 'publishFrom: 2027-01-01\n'

const dated = {
  'content/pages/Wells.yaml': pageFile('/Wells', `parent: { label: Home, href: / }\n${fromJanuary}`),
  'content/pages/Pumps.yaml': pageFile(
    '/Pumps',
    'parent: { label: Wells, href: /Wells }\n',
    `  - kind: cards
    heading: More
    cards:
      - { title: Wells, text: Water., href: /Wells#deep, picture: { kind: pattern, pattern: usa } }
  - kind: notice
    text: Water.
    actions:
      - { label: Wells, href: /Wells }
      - { label: Home, href: / }
  - { kind: posts, heading: Blog, pages: true }
`,
  ),
  ...changed(
    'content/navigation.yaml',
    'footer:',
    'footer:\n  - label: Water\n    entries:\n      - { label: Wells, href: /Wells }',
  ),
  'content/redirects.yaml': 'redirects:\n  - { from: /Springs, to: /Wells }\n',
  'content/stories/India/later.md': storyFile('Later', { more: fromJanuary }),
  'content/events/walk.yaml': `${smallSite['content/events/race.yaml']}${fromJanuary}`,
  'content/events/swim.yaml': (smallSite['content/events/race.yaml'] ?? '').replace('href: /', 'href: /Wells'),
  'content/campaigns/wells.yaml': `title: Wells\nreason: 1\nstarts: "2026-01-01"\n${fromJanuary}`,
  'content/campaigns/bowls.yaml': 'title: Bowls\nreason: 1\nstarts: "2026-01-01"\npublishUntil: 2026-12-31\n',
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `content/posts/post-${index}.md`,
      postFile(`Post ${index}`, { date: `2026-01-1${index}`, more: index === 9 ? fromJanuary : '' }),
    ]),
  ),
}

test('unpublished entries are in no list, menu or redirect, and behind no button, nor is anything that depends on them', () => {
  const content = load(dated)
  const names = (now: Date) => {
    const { pages, stories, posts, events, campaigns, redirects, navigation } = publishedContent(content, now)
    const pumps = pages.find(({ address }) => address === '/Pumps')
    return {
      pages: pages.map(({ address }) => address).filter((address) => /Wells|Pumps/.test(address)),
      above: pumps?.parent,
      blocks: pumps?.blocks.map(({ kind }) => kind),
      buttons: pumps?.blocks.flatMap((block) => (block.kind === 'notice' ? block.actions : [])).length,
      stories: stories.length,
      posts: posts.length,
      events: events.map(({ id }) => id),
      campaigns: campaigns.map(({ slug }) => slug),
      redirects: redirects.length,
      footer: navigation.footer.map(({ label }) => label),
    }
  }
  expect(names(december)).toEqual({
    pages: ['/Pumps'],
    above: { label: 'Wells' },
    blocks: ['hero', 'notice', 'posts'],
    buttons: 1,
    stories: 1,
    posts: 9,
    events: ['race'],
    campaigns: ['bowls'],
    redirects: 0,
    footer: ['More'],
  })
  expect(names(january)).toEqual({
    pages: ['/Pumps', '/Wells', '/Pumps/page/2'],
    above: { label: 'Wells', href: '/Wells' },
    blocks: ['hero', 'cards', 'notice', 'posts'],
    buttons: 2,
    stories: 2,
    posts: 10,
    events: ['race', 'swim', 'walk'],
    campaigns: ['wells'],
    redirects: 1,
    footer: ['Water', 'More'],
  })
})

test('in another language the same is hidden', () => {
  const { pages, redirects } = publishedContent(contentIn(load(dated), 'hi'), december)
  expect([pages.some(({ address }) => address === '/hi/Wells'), redirects]).toEqual([false, []])
})

test('the stories of a country are published with its page', () => {
  const content = load(changed('content/pages/India.yaml', 'country: India', 'country: India\npublishFrom: 2027-01-01'))
  expect(publishedContent(content, december).stories).toEqual([])
  expect(publishedContent(content, january).stories).toHaveLength(1)
})

test('a build prepares the addresses of all that is published then or later, but of no draft', () => {
  const content = load({
    ...dated,
    'content/pages/Draft.yaml': pageFile('/Draft', 'draft: true\n'),
    'content/pages/Past.yaml': pageFile('/Past', 'publishUntil: 2026-12-01\n'),
  })
  const addresses = publishableContent(content, december).pages.map(({ address }) => address)
  expect(addresses).toEqual(expect.arrayContaining(['/Wells', '/Pumps/page/2']))
  expect(addresses).not.toEqual(expect.arrayContaining([expect.stringMatching(/Draft|Past/)]))
})

test('the moments at which something appears, ends or is over are known in advance', () => {
  const camp = `title: Kisumu
country: Kenya
place: Kisumu
zone: Africa/Nairobi
from: "2027-02-01"
until: "2027-02-05"
summary: Surgeries.
updated: "2026-11-01"
`
  const content = load({ ...dated, 'content/camps/kisumu.yaml': camp })
  const changes = (content: Content) => publicationChanges(content, december).map((moment) => new Date(moment).toJSON())
  expect(changes({ ...content, events: [dance({ date: '2026-12-12' })] }).slice(0, 6)).toEqual([
    // The year in the footer.
    '2026-01-01T00:00:00.000Z',
    '2026-12-12T23:30:00.000Z',
    '2026-12-13T01:30:00.000Z',
    '2027-01-01T00:00:00.000Z',
    '2027-01-01T05:00:00.000Z',
    '2027-02-05T21:00:00.000Z',
  ])
})

const readme = readFileSync(path.resolve('content/README.md'), 'utf8')
const examples = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text ?? '')

const yaml = examples('yaml')
const blocks = yaml.flatMap((text) => {
  const value: unknown = parseYaml(text, { schema: 'core' })
  const kind = Array.isArray(value) && value[0]?.kind
  return kind in blockSchemas ? [{ kind: kind as BlockKind, value: (value as unknown[])[0] }] : []
})

test('every kind of block has one example', () => {
  expect(blocks.map(({ kind }) => kind).sort()).toEqual(Object.keys(blockSchemas).sort())
})

const known = { placeholders: new Map<string, string>(), currencies: load().currencies }

test.each(blocks.map(({ kind, value }) => [kind, value] as const))('the example of %s is valid', (_kind, value) => {
  // Names in braces are replaced before a file is validated.
  const filled = stringify(value)
    .replace(/\{link:[\w-]+\}/g, 'https://elsewhere.test')
    .replace(/\{[\w:-]+\}/g, 'name')
  expect(parse('block.yaml', filled, block, known)).toMatchObject({ ok: true })
})

test('the examples of a page, of pictures, of a film, of a playlist and of a story are valid', () => {
  const [page = ''] = yaml.filter((text) => text.startsWith('address:'))
  expect(parse('page.yaml', page, pageSchema, known)).toMatchObject({ ok: true, data: { address: '/OurWells' } })
  const [pictures = ''] = yaml.filter((text) => text.includes('/photos/team.jpg'))
  expect(picture.array().length(4).safeParse(parseYaml(pictures)).error?.issues ?? []).toEqual([])
  const valid = (start: string, schema: z.ZodType) => {
    const [example = ''] = yaml.filter((text) => text.startsWith(start))
    expect(schema.safeParse(parseYaml(example, { schema: 'core' })).error?.issues ?? []).toEqual([])
  }
  valid('title: A camp in six minutes', filmSchema)
  valid('title: Straight from the heart', playlistSchema)
  const [story = ''] = examples('markdown')
  expect(parse('story.md', story, storySchema, known)).toMatchObject({ ok: true, body: 'It began with …\n' })
})

/** Every field of a schema, at any depth, with its name. */
function fieldsIn(schema: Schema, name = ''): [name: string, field: Schema][] {
  const def = definition(schema)
  if (def.type === 'optional' || def.type === 'default' || def.type === 'prefault') return fieldsIn(def.innerType, name)
  if (def.type === 'object')
    return Object.entries<Schema>(def.shape).flatMap(([inner, field]) => fieldsIn(field, inner))
  if (def.type === 'array') return fieldsIn(def.element, name)
  if (def.type === 'record') return fieldsIn(def.valueType, name)
  if (def.type === 'union') return def.options.flatMap((option) => fieldsIn(option, name))
  return [[name, schema]]
}

test('what is called a link or a file is checked as one, wherever it stands', () => {
  const schemas = [...Object.values(contentFiles), ...Object.values(contentFolders)].map(({ schema }) => schema)
  const named = schemas.flatMap((schema) => fieldsIn(schema)).filter(([name]) => name === 'href' || name === 'src')
  expect(named.length).toBeGreaterThan(20)
  for (const [name, field] of named) {
    const { isLink, isFile } = kindOf(field)
    expect([name, isLink, isFile]).toEqual(name === 'href' ? ['href', true, undefined] : ['src', undefined, true])
  }
})
