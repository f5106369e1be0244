/** Drafts and dates: which entries visitors see, and when. */
import type { Content } from '#lib/site/content/load.ts'
import {
  type Publication,
  publicationChanges,
  publishableContent,
  publishedContent,
} from '#lib/site/content/publication.ts'
import { contentIn } from '#lib/site/content/translated.ts'
import { dance } from '../events/examples.ts'
import { changed, load, pageFile, postFile, smallSite, storyFile } from './small-site.ts'

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
