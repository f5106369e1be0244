/** What an editor may get wrong in one file: each mistake is refused or warned about where it stands. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { changed, findingsOf, load, smallSite, storyFile } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const story = 'content/stories/India/the-bowl.md'
const donate = 'content/pages/Donate.yaml'
const navigation = 'content/navigation.yaml'
const site = 'content/site.yaml'
const race = 'content/events/race.yaml'

type Changes = Record<string, string | null>

const inStory = (text: string) => changed(story, '---\nIt broke.', `---\n${text}`)
const onIndia = (block: string) => changed(india, '  - kind: stories', `  - ${block}\n  - kind: stories`)

/** Another page, to which the menu leads. */
const newPage = 'content/pages/New.yaml'
const pageAt = (address: string): Changes => ({
  ...changed(navigation, '/India }\n', `/India }\n      - { label: New, href: "${address}" }\n`),
  [newPage]: changed(home, 'aliases: [/Home]\n', '')
    [home]?.replace('address: /', `address: ${address}`)
    .replace('title: Home', 'title: New')
    .replace('Bowls that were broken', 'New bowls') as string,
})

const photo = (name: string, bytes: string): Changes => ({
  ...changed(home, 'card: { kind: pattern, pattern: usa }', `card: { kind: photo, src: /photos/${name}, alt: Bowls }`),
  [`content/photos/${name}`]: bytes,
})
const isoFile = (brand: string) => `\0\0\0\x18ftyp${brand}`
const jpeg = '\xff\xd8\xff\xe0'
const heicAdvice =
  'most browsers cannot show HEIC: share it from the telephone by mail, or open it on a computer, and save it as JPEG'

test('the address of a page may not belong to the program', () => {
  const owned = [
    ...['/search', '/forms/contact', '/sitemap', '/api', '/_next/x', '/Media/x', '/calendar/race'],
    ...['/Kenya/stories/x', '/india/Stories', '/FatherDaughterDanceGallery/photo/001', '/Donate/thank-you'],
  ]
  for (const address of owned)
    expect([address, findingsOf(pageAt(address)).join()]).toEqual([
      address,
      expect.stringMatching(
        new RegExp(`${newPage}:1:10  address: .* (belongs to the program|is where the|already leads to)`),
      ),
    ])
  expect(findingsOf(pageAt('/Kenya/wells'))).toEqual([])
})

test('every folder and file of routes is among those addresses', () => {
  const routes = ['app', 'app/[language]'].flatMap((folder) =>
    readdirSync(path.resolve(folder), { withFileTypes: true }),
  )
  const parts = routes
    .filter((entry) => !/^[[(]/.test(entry.name) && !/\.css$/.test(entry.name) && entry.name !== 'fonts')
    .filter((entry) => entry.isDirectory() || /^(robots|sitemap|manifest|icon|apple-icon)\./.test(entry.name))
    .map(({ name }) => `/${name.replace(/\..*$/, '')}`)
  // A page of content with routes below it.
  for (const part of parts.filter((part) => part !== '/FatherDaughterDanceGallery'))
    expect([part, findingsOf(pageAt(`${part}/x`)).join()]).toEqual([part, expect.stringContaining('to the program')])
})

test.each<[string, Changes, string[]]>([
  [
    'a text file that is called a picture',
    photo('x.jpg', 'Dear all, '),
    [`${home}:5:27  card.src: content/photos/x.jpg is not JPEG, whatever its name says: save it again`],
  ],
  [
    'an empty picture',
    photo('x.jpg', ''),
    [`${home}:5:27  card.src: content/photos/x.jpg is empty: copy it here again`],
  ],
  [
    'a picture as telephones save it, under another name',
    photo('x.jpg', isoFile('heic')),
    [`${home}:5:27  card.src: content/photos/x.jpg is HEIC; ${heicAdvice}`],
  ],
  [
    'one kind of picture under the name of another',
    photo('x.webp', isoFile('avif')),
    [`${home}:5:27  card.src: content/photos/x.webp is not WebP, whatever its name says: it is AVIF`],
  ],
  ['pictures that are what they are called', photo('x.jpeg', jpeg), []],
  [
    'a picture that is too large',
    photo('x.jpg', jpeg + 'x'.repeat(40_000_000)),
    [
      `${home}:5:27  card.src: content/photos/x.jpg has 40 MB; at most 20 are allowed: save it smaller: 2,000 pixels on the longer side are enough`,
    ],
  ],
  [
    'a photograph as telephones save it, which nothing can name',
    { 'content/photos/IMG_2041.HEIC': isoFile('heic') },
    [`content/photos/IMG_2041.HEIC:1:1  warning: ${heicAdvice}`],
  ],
  [
    'a picture in a text that is no photograph',
    inStory('![A bowl](/media/team.webp)\n\nIt broke.'),
    [`${story}:15:11  body: a picture in a text is a photograph in content/photos: ![what it shows](/photos/team.jpg)`],
  ],
  [
    'a photograph that visitors could only download with the place in it',
    { ...photo('x.jpg', jpeg), ...inStory('[The bowl](/photos/x.jpg)\n\nIt broke.') },
    [
      `${story}:15:12  body: is a photograph, which is shown in pages: a picture that visitors download belongs to public/media`,
    ],
  ],
  [
    'a document that is none',
    {
      ...changed(navigation, '/media/team.webp', '/media/a.pdf'),
      'public/media/a.pdf': 'x',
      'public/media/team.webp': null,
    },
    [
      `${navigation}:13:34  footer[1].entries[4].href: public/media/a.pdf is not PDF, whatever its name says: save it again`,
    ],
  ],
  [
    'a picture that nothing names',
    { 'public/media/old.webp': 'RIFF\0\0\0\0WEBP' },
    ['public/media/old.webp:1:1  warning: no content names this file: use it, or delete it'],
  ],
  [
    'an alternate text that tells nothing',
    changed(story, 'alt: A girl', 'alt: image'),
    [`${story}:11:8  picture.alt: "image" tells nothing to those who cannot see the picture: say what it shows`],
  ],
  [
    'the name of a file as alternate text',
    { ...inStory('![IMG_2041](/photos/x.jpg)\n\nIt broke.'), 'content/photos/x.jpg': jpeg },
    [`${story}:15:13  body: "IMG_2041" is the name of a file: say what the picture shows`],
  ],
  [
    'what screen readers say anyway',
    changed(story, 'alt: A girl', 'alt: A picture of a girl'),
    [`${story}:11:8  picture.alt: leave out "A picture of": screen readers say that it is an image`],
  ],
  [
    'HTML in a plain text',
    changed(home, 'Every bowl', 'Every <b>bowl</b>'),
    [`${home}:10:18  blocks[1].intro: HTML is not allowed here: <b>`],
  ],
  [
    'an invisible character in a plain text',
    changed(home, 'Every bowl', 'Every\u200b bowl'),
    [
      `${home}:10:17  blocks[1].intro: has an invisible character (U+200B) after "Every": type the words around it again`,
    ],
  ],
  ['joiners inside the words of other scripts, and flags', changed(home, 'Every bowl', 'क्‍ष 👩‍⚕️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'), []],
  [
    'a text that # cuts short',
    changed(home, 'Every bowl can be mended.', 'We are #1 in bowls.'),
    [
      `${home}:10:19  everything after " #" is a note that no visitor reads: put quotes around the text, or the note on a line of its own`,
    ],
  ],
  [
    'a text in braces that # cuts short',
    changed(navigation, 'label: India', 'label: India #1'),
    [
      `${navigation}:4:24  everything after " #" is a note that no visitor reads: put quotes around the text, or the note on a line of its own`,
    ],
  ],
  [
    'a text that starts with #',
    changed(home, 'title: Home', 'title: #1 in bowls'),
    [
      `${home}:3:8  everything after " #" is a note that no visitor reads: put quotes around the text, or the note on a line of its own`,
    ],
  ],
  ['notes on lines of their own, and beside numbers', changed(story, 'order: 1', '# First.\norder: 1 # of one'), []],
  [
    'a minimum above the maximum',
    changed(donate, 'minimum: $50\n', 'minimum: $60,000\n'),
    [`${donate}:17:14  blocks[1].minimum: must be below the maximum, $50,000`],
  ],
  [
    'amounts outside the limits, and one that is there twice',
    {
      [donate]: (smallSite[donate] ?? '')
        .replace('$50, pays: a', '$40, pays: a')
        .replace('$250, pays: c', '$100, pays: c')
        .replace('$500, pays: d', '$90,000, pays: d')
        .replace('$90,000', '"$90,000"'),
    },
    [
      `${donate}:13:19  blocks[1].presets[1].amount: is below the minimum, $50`,
      `${donate}:15:19  blocks[1].presets[3].amount: is the amount of preset 2 already`,
      `${donate}:16:19  blocks[1].presets[4].amount: is above the maximum, $50,000`,
    ],
  ],
  [
    'one of the amounts twice',
    onIndia('{ kind: amounts, heading: A, presets: [1, 2, 1] }'),
    [`${india}:20:50  blocks[3].presets[3]: 1 is in this list already`],
  ],
  [
    'a tier whose link and button give other amounts',
    onIndia(
      '{ kind: tiers, heading: T, tiers: [{ amount: $50 a month, action: { label: Give $25 a month, href: "/give?page=India&amount=75" } }] }',
    ),
    [
      `${india}:20:80  blocks[3].tiers[1].action.label: says $25, but the tier says $50 a month`,
      `${india}:20:104  blocks[3].tiers[1].action.href: leads to an amount of 75, but the tier says $50 a month`,
    ],
  ],
  [
    'a deadline that is over',
    changed(india, 'First line.', 'Send it by Friday, 20 November 2026, or until November 30, 2026.'),
    [
      `${india}:17:15  warning: blocks[2].text: "by Friday, 20 November 2026" is over: give the next date, or take it away`,
    ],
  ],
  [
    'a campaign that is over',
    {
      ...onIndia('{ kind: campaign, campaign: wells, heading: Wells, text: Water., button: Give, pattern: kenya }'),
      'content/campaigns/wells.yaml': 'title: Wells\nreason: 3\nstarts: "2025-01-01"\nends: "2025-12-31"\n',
    },
    [`${india}:20:33  warning: blocks[3].campaign: the campaign wells ended on 2025-12-31: take the block away`],
  ],
  [
    'a change in the future; where the editor is, it may be tomorrow',
    { ...changed(home, '2026-03-04', '2026-11-24'), ...changed(india, '2026-02-03', '2026-11-23') },
    [`${home}:6:10  warning: updated: 2026-11-24 is in the future`],
  ],
  [
    'an event whose words name another week',
    changed(race, 'words: Every September', 'words: On the third Saturday of every September'),
    [
      `${race}:9:64  repeats.words: "third Saturday" contradicts the other fields: the rule is week 2, Saturday, every 12 months from 2026-09-12`,
    ],
  ],
  [
    'marks of git in a story',
    inStory('<<<<<<< HEAD\nIt broke.\n=======\nIt fell.\n>>>>>>> other'),
    [
      `${story}:15:1  holds two versions that git could not join: keep one, and delete the other with the lines of <<<<<<<, ======= and >>>>>>>`,
    ],
  ],
  [
    'a story that was saved in another encoding',
    inStory('\nIt broke.\n\nItâ€™s in a cafÃ©.'),
    [`${story}:18:1  body: "Itâ€™s" was saved in another encoding: type it again, and save the file as UTF-8`],
  ],
  ['letters of other languages', inStory('São João, Ålesund, naïve café, “so”, हिन्दी.'), []],
  [
    'a story without a text',
    changed(story, 'It broke.\n\n{founder} mended it.\n', '\n'),
    [`${story}:15:1  body: has no text: write it below the second ---`],
  ],
  [
    'two stories with one order',
    {
      'content/stories/India/two.md': storyFile('Two', { order: 1 }),
    },
    [`content/stories/India/two.md:5:8  order: 1 is the order of ${story} already`],
  ],
  [
    'one entry of the menu twice',
    changed(navigation, '/India }\n', '/India }\n      - { label: Again, href: /India }\n'),
    [`${navigation}:5:31  groups[1].entries[2].href: /India is in this list already, as number 1`],
  ],
  [
    'one document twice',
    onIndia(
      '{ kind: documents, heading: D, documents: [{ title: A, date: 2026-01, href: /media/team.webp }, { title: B, date: 2026-02, href: /media/team.webp }] }',
    ),
    [`${india}:20:134  blocks[3].documents[2].href: /media/team.webp is in this list already, as number 1`],
  ],
  [
    'real values that are marked as samples',
    {
      [site]: (smallSite[site] ?? '')
        .replace('https://tickets.test/bowl }', 'https://tickets.test/bowl, sample: [href] }')
        .replace('    email: usa@', '    sample: true\n    email: usa@'),
    },
    [
      `${site}:22:36  external.tickets.href: is marked as a sample, but https://tickets.test/bowl is no sample: take the mark away where the values are real`,
      `${site}:29:5  offices[1].sample: +1 423 267 1234 in this group is no sample: take the mark away where the values are real`,
    ],
  ],
  [
    'a page to which nothing leads',
    { ...pageAt('/Wells'), [navigation]: smallSite[navigation] ?? '' },
    [`${newPage}:1:10  warning: address: no menu and no page leads to /Wells: link to it, or take it away`],
  ],
  [
    'a film and a playlist that no page shows',
    {
      'content/films/bowls.yaml': `title: Bowls
length: "0:06"
source: { kind: vimeo, id: "123456789" }
poster: { kind: pattern, pattern: india }
transcript: Nothing is said.
`,
      'content/playlists/all.yaml': 'title: All\nfilms: [bowls]\n',
    },
    [
      'content/films/bowls.yaml:1:8  warning: title: no page shows this film',
      'content/playlists/all.yaml:1:8  warning: title: no page shows this playlist',
    ],
  ],
  [
    'a story that no page lists',
    {
      'content/stories/Kenya/two.md': storyFile('Two', { order: 1 }),
    },
    [
      `content/stories/Kenya/two.md:2:8  warning: title: no menu and no page leads to /Kenya/stories/two: link to it, or take it away`,
    ],
  ],
  [
    'the telephone number of a patient; a number to call is linked',
    inStory('Call her: 98765 43210.\n\nCall for help: [+1 888 373 7888](tel:+18883737888).'),
    [
      `${story}:15:11  warning: body: 98765 43210 looks like a telephone number: take it away, or link it with tel: if everybody may call it`,
    ],
  ],
])('%s', (_name, changes, problems) => {
  expect(findingsOf(changes)).toEqual(problems)
})

test.each([
  ['On the second Saturday of every September', true],
  ['Every year in September', true],
  ['Saturdays in autumn', true],
  ['On the last Saturday of September', false],
  ['On the second Sunday of September', false],
  ['On the second Saturday of October', false],
  ['Every month', false],
  ['On the second Saturday of every other month', false],
])('the words "%s" for a yearly event on the second Saturday of September: %s', (words, fits) => {
  expect(findingsOf(changed(race, 'words: Every September', `words: ${words}`))).toHaveLength(fits ? 0 : 1)
})

test.each([
  ['a byte order mark', `\ufeff${smallSite[story]}`],
  ['an empty first line', `\n${smallSite[story]}`],
  ['both, with Windows line endings', `\ufeff \r\n\r\n${(smallSite[story] ?? '').replaceAll('\n', '\r\n')}`],
])('a story may start with %s', (_name, text) => {
  expect(findingsOf({ [story]: text })).toEqual([])
  expect(load({ [story]: text }).stories[0]?.body).toMatch(/^It broke\./)
  const [blank = 0] = [text.slice(0, text.indexOf('---')).split('\n').length - 1]
  expect(findingsOf({ [story]: text.replace('order: 1', 'order: x') })).toEqual([
    `${story}:${blank + 5}:8  order: must be a number, but is "x"`,
  ])
})
