import path from 'node:path'
import { blockSchemas } from '#lib/content/block-schema.ts'
import { loadContent } from '#lib/content/load.ts'
import { ContentError } from '#lib/content/problem.ts'
import { changed, load, problemsOf, smallSite, writeSite } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const story = 'content/stories/India/the-bowl.md'
const site = 'content/site.yaml'

const inHome = (from: string, to: string) => changed(home, from, to)
const kinds = Object.keys(blockSchemas).join(', ')

test('a valid site has no problems, and has defaults and names filled in', () => {
  expect(problemsOf()).toEqual([])
  const { site, pages, stories, navigation } = load()
  expect(site.description).toBe('Mended Bowl mends bowls.')
  expect(navigation.story.label).toBe("Ada's story")
  expect(pages.map(({ address, quickExit }) => [address, quickExit])).toEqual([
    ['/Donate', false],
    ['/DonateIndia', false],
    ['/Event5kSponsorship', false],
    ['/FatherDaughterSponser', false],
    ['/', false],
    ['/India', false],
  ])
  expect(stories).toEqual([
    expect.objectContaining({
      country: 'India',
      slug: 'the-bowl',
      address: '/India/stories/the-bowl',
      body: 'It broke.\n\nAda mended it.',
    }),
  ])
})

test.each<[string, Record<string, string | null>, string[]]>([
  [
    'a misspelt field is missing and unknown, with a suggestion',
    inHome('description:', 'descripton:'),
    [
      `${home}:1:1  description: is missing; it must be text`,
      `${home}:4:1  descripton: is not a field here — did you mean "description"?`,
    ],
  ],
  [
    'an unknown kind of block, with the kinds and a suggestion',
    inHome('kind: hero', 'kind: heroo'),
    [`${home}:8:11  blocks[1].kind: "heroo" is not one of: ${kinds} — did you mean "hero"?`],
  ],
  [
    'problems three unions deep are located at their fields',
    changed(
      india,
      'text: |',
      'beside: { kind: picture, picture: { kind: portrait, who: gril, look: 1.5, pattern: india, alt: x } }\n    text: |',
    ),
    [
      `${india}:16:62  blocks[2].beside.picture.who: "gril" is not one of: girl, boy, woman, man, elder-woman, elder-man, baby — did you mean "girl"?`,
      `${india}:16:74  blocks[2].beside.picture.look: must be a whole number, but is 1.5`,
    ],
  ],
  [
    'a value that may be a word or a group is judged as the one that it is',
    changed(
      'content/figures.yaml',
      '  - { id: bowls, label: bowls, total: { country: INDIA } }',
      `  - { id: a, label: a, total: { country: INDA } }
  - { id: b, label: b, total: total }
  - { id: c, label: c, total: { land: INDIA } }`,
    ),
    [
      `content/figures.yaml:2:42  live[1].total.country: "INDA" is not one of: INDIA, KENYA, ZIMBABWE, UGANDA, AFRICA — did you mean "INDIA"?`,
      `content/figures.yaml:3:31  live[2].total: "total" is not one of: totalSurgeryCount, totalCampCount, totalCountryCount`,
      `content/figures.yaml:4:24  live[3].total.country: is missing; one of: INDIA, KENYA, ZIMBABWE, UGANDA, AFRICA`,
      `content/figures.yaml:4:33  live[3].total.land: is not a field here; check the spelling or remove it`,
    ],
  ],
  [
    'fields with values of another type or length',
    {
      [home]: `address: /
title: 12
description: ${'x'.repeat(400)}
parent:
quickExit: yes
card: { kind: pattern, pattern: kenia }
updated: 4 March
blocks: []
frobnicate: 1
`,
    },
    [
      `${home}:2:8  title: must be text, but is 12; put quotes around it`,
      `${home}:3:14  description: is 400 characters long; at most 200 are allowed`,
      `${home}:4:1  parent: must be a group of fields, but is empty`,
      `${home}:6:33  card.pattern: "kenia" is not one of: india, kenya, zimbabwe, uganda, south-africa, usa — did you mean "kenya"?`,
      `${home}:7:10  updated: must be a day such as 2026-11-21`,
      `${home}:5:12  quickExit: must be true or false, but is "yes"`,
      `${home}:8:1  blocks: has 0 entries; at least 1 is needed`,
      `${home}:9:1  frobnicate: is not a field here; check the spelling or remove it`,
    ],
  ],
  [
    'names, lists and addresses of the wrong form',
    {
      [site]: [
        ['tagline: Nothing is beyond mending', 'tagline: ""'],
        ['  - { network: youtube, label: YouTube, href: https://social.test/youtube }\n', ''],
        ['  tickets:', '  Tickets Now:'],
        ['https://social.test/facebook', 'http://social.test/facebook'],
        ['hello@mendedbowl.org', 'hello'],
      ].reduce((text, [from = '', to = '']) => text.replace(from, to), smallSite[site] ?? ''),
    },
    [
      `${site}:9:10  names.email: must be an e-mail address such as name@example.org`,
      `${site}:12:1  tagline: is empty`,
      `${site}:16:49  social[1].href: must start with /, #, https://, mailto: or tel:+`,
      `${site}:15:1  social: has 4 entries; exactly 5 are needed`,
      `${site}:21:3  external.Tickets Now: is not a name that can stand here: must be small letters, digits and hyphens`,
    ],
  ],
  [
    'a lone placeholder without quotes',
    inHome('title: Home', 'title: {organisation}'),
    [`${home}:3:1  title: put quotes around a text that starts with {: "{organisation}"`],
  ],
  [
    'a text that starts with a placeholder without quotes',
    inHome('title: Home', 'title: {organisation} helps'),
    [`${home}:3:23  a text that starts with { needs quotes around it`],
  ],
  [
    'a colon in a text without quotes',
    inHome('title: Home', 'title: Home: sweet'),
    [`${home}:3:8  a text with ": " in it needs quotes around it`],
  ],
  [
    'a field that is written twice',
    inHome('title: Home', 'title: Home\ntitle: Again'),
    [`${home}:4:1  this field is written twice`],
  ],
  ['an empty file', { [home]: '' }, [`${home}:1:1  must be a group of fields, but is empty`]],
  ['a missing file', { 'content/camps.yaml': null }, ['content/camps.yaml:1:1  this file is missing']],
  [
    'a page whose file name has another ending',
    { 'content/pages/Kenya.yml': smallSite[india] ?? '', 'content/pages/.DS_Store': '' },
    ['content/pages/Kenya.yml:1:1  is not read: the name of a file here ends in .yaml'],
  ],
  [
    'a story without fields',
    { [story]: 'It broke.\n' },
    [`${story}:1:1  must start with its fields between two lines of ---`],
  ],
  [
    'a story in a folder without a country',
    { 'content/stories/Inda/x.md': smallSite[story] ?? '' },
    [
      'content/stories/Inda/x.md:2:1  a story stands at content/stories/{Country}/{slug}.md; Country is one of India, Kenya, Zimbabwe, USA, Uganda, SouthAfrica, and the slug has small letters, digits and hyphens',
    ],
  ],
])('%s', (_name, changes, problems) => {
  expect(problemsOf(changes)).toEqual(problems)
})

test('all problems are reported at once, each with its line and a caret', () => {
  const folder = writeSite({ ...inHome('title: Home', 'title: 12'), ...changed(story, 'order: 1', 'order: first') })
  const loaded = loadContent(path.join(folder, 'content'))
  const error = new ContentError(loaded.ok ? [] : loaded.problems)
  expect(error.message).toBe(`
${home}:3:8  title: must be text, but is 12; put quotes around it
     2 | aliases: [/Home]
>    3 | title: 12
       |        ^
     4 | description: Bowls that were broken.

${story}:5:8  order: must be a number, but is "first"
     4 | description: A bowl that broke and was mended.
>    5 | order: first
       |        ^
     6 | picture:

2 problems in the content files.`)
})

test.each(['50', '£50', '$50.50', '$0'])('an amount written as %s is refused', (written) => {
  expect(problemsOf(changed('content/pages/Donate.yaml', 'minimum: $50\n', `minimum: ${written}\n`))).toEqual([
    expect.stringMatching(/minimum: must be an amount with its currency, such as ₹500 or \$10,000$/),
  ])
})

test('files may have Windows line endings', () => {
  const windows = Object.fromEntries(
    [home, india, story].map((name) => [name, (smallSite[name] ?? '').replaceAll('\n', '\r\n')]),
  )
  expect(problemsOf(windows)).toEqual([])
  expect(load(windows).stories[0]?.body.replaceAll('\r\n', '\n')).toBe('It broke.\n\nAda mended it.')
})

test('stories are ordered by country, then by the editors’ order', () => {
  const bowl = smallSite[story] ?? ''
  const { stories } = load({
    'content/stories/India/a-first-one.md': bowl.replace('order: 1', 'order: 2'),
    'content/stories/Kenya/a-cup.md': bowl,
  })
  expect(stories.map(({ address }) => address)).toEqual([
    '/India/stories/the-bowl',
    '/India/stories/a-first-one',
    '/Kenya/stories/a-cup',
  ])
})
