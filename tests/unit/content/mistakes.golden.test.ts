/** What an editor may get wrong: each mistake is refused or warned about where it stands. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { explained } from '#editor/explained.ts'
import { valuesIn } from '#editor/file-format.ts'
import { colours } from '#lib/site/content/brand.ts'
import { contrastFaults } from '#lib/site/content/checks/brand.ts'
import { drawingFault } from '#lib/site/content/checks/files.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { ContentError } from '#lib/site/content/problem.ts'
import { expectGolden } from '#tests/support/golden.ts'
import {
  type Changes,
  changed,
  checked,
  findingsOf,
  inStory,
  load,
  oneLine,
  onHome,
  onIndia,
  pageFile,
  postFile,
  problemsOf,
  smallSite,
  storyFile,
  writeSite,
} from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const donate = 'content/pages/Donate.yaml'
const run = 'content/pages/Event5kSponsorship.yaml'
const wells = 'content/pages/Wells.yaml'
const story = 'content/stories/India/the-bowl.md'
const navigation = 'content/navigation.yaml'
const figures = 'content/figures.yaml'
const site = 'content/site.yaml'
const race = 'content/events/race.yaml'

const inIndia = (text: string) => changed(india, 'First line.', text)
const onWells = (more: string, blocks = '') => ({ [wells]: pageFile('/Wells', more, blocks) })
const inMenu = changed(navigation, '/India }\n', '/India }\n      - { label: Wells, href: /Wells }\n')
const linked = changed(india, '[home](/)', '[the wells](/Wells)')
const redirect = (...lines: string[]) => ({
  'content/redirects.yaml': `redirects:\n${lines.map((line) => `  - { ${line} }\n`).join('')}`,
})

const contactForm = {
  'content/forms/contact.yaml': `title: Contact form
description: Write to us.
intro: Ask us anything.
subjects:
  - { id: bowls, line: I have a bowl. }
submit: Send
recipient: The office reads this.
thanks: It answers.
page: { label: Home, href: / }
`,
}
const formBlock = '  - kind: form\n    form: contact\n    as: page\n'
const campaign = (more: string, slug = 'wells') => ({
  [`content/campaigns/${slug}.yaml`]: `title: Wells\nreason: 3\nstarts: "2026-01-01"\n${more}`,
})
const asking = (slug: string) =>
  onIndia(`{ kind: campaign, campaign: ${slug}, heading: Wells, text: Water., button: Give, pattern: kenya }`)

const camp = (from: string, until: string) => `title: Camp
country: Kenya
place: A hospital
zone: Africa/Nairobi
from: "${from}"
until: "${until}"
summary: Bowls.
updated: "2026-01-02"
`

const isoFile = (brand: string) => `\0\0\0\x18ftyp${brand}`
const jpeg = '\xff\xd8\xff\xe0'
const photo = (name: string, bytes: string) => ({
  ...changed(home, 'card: { kind: pattern, pattern: usa }', `card: { kind: photo, src: /photos/${name}, alt: Bowls }`),
  [`content/photos/${name}`]: bytes,
})
const film = () => ({
  'content/films/bowls.yaml': `title: Bowls
length: "0:06"
source: { kind: file, src: /media/bowl.mp4 }
poster: { kind: pattern, pattern: india }
transcript: Nothing is said.
`,
  'public/media/bowl.mp4': isoFile('isom'),
})
const showing = (name: string) => changed(india, 'text: |', `beside: { kind: film, film: ${name} }\n    text: |`)
const captions = { 'public/media/bowl.vtt': 'WEBVTT' }
const gallery = (...photos: string[]) => ({
  'content/pages/Dance.yaml': pageFile('/Dance', '', '  - { kind: gallery, heading: Photos }\n'),
  'content/gallery.yaml': `photos:\n${photos.map((photo) => `  - { id: "001", alt: Two, picture: ${photo} }\n`).join('')}`,
})
const drawn = '{ kind: drawn, number: 7 }'

const number = 'number: +1 423 267 1234'

const linking = (href: string) => changed(navigation, 'href: /India }', `href: "${href}" }`)
const hindi = 'content/pages/India.hi.yaml'
const translating = (at: string, english: string, text: string) => ({
  [hindi]: `texts:\n  - { at: "${at}", english: "${english}", text: "${text}" }\n`,
})

const mistakes: Record<string, Changes[]> = {
  files: [
    changed(home, 'description:', 'descripton:'),
    changed(home, 'kind: hero', 'kind: heroo'),
    changed(
      india,
      'text: |',
      'beside: { kind: picture, picture: { kind: portrait, who: gril, look: 1.5, pattern: india, alt: x } }\n    text: |',
    ),
    changed(figures, '{ country: INDIA } }', 'total }\n  - { id: c, label: c, total: { land: INDIA } }'),
    changed(home, 'title: Home', 'title: 12'),
    changed(home, 'Home\n', `${'x'.repeat(99)}\n`),
    changed(home, '"2026-03-04"', '4 March'),
    changed(home, 'blocks:', 'parent:\nblocks:'),
    changed(site, 'Nothing is beyond mending', '""'),
    changed(site, 'hello@mendedbowl.org', 'hello'),
    changed(home, 'title: Home', 'title: {organisation}'),
    changed(home, 'title: Home', 'title: Home: sweet'),
    changed(home, 'title: Home', 'title: Home\ntitle: Again'),
    { [home]: '' },
    { [navigation]: null },
    { 'content/pages/Kenya.yml': smallSite[india] ?? '', 'content/pages/.DS_Store': '' },
    { [story]: 'It broke.\n' },
    changed(story, 'It broke.\n\n{founder} mended it.\n', '\n'),
    { 'content/posts/First light.md': postFile('Light') },
    { 'content/forms/bowls.yaml': 'title: x' },
    changed(run, 'Sponsor the run of bowls.', 'One level, Headliner at $5,000.'),
    inIndia('The {organization}.'),
    changed(story, '{founder} mended', 'Then {fonder} mended'),
    changed(home, 'Every bowl can', 'We are #1'),
    inStory('<<<<<<< HEAD\nIt broke.\n=======\nIt fell.\n>>>>>>> other'),
    inStory('\nIt broke.\n\nItâ€™s in a cafÃ©.'),
    inIndia('First\u200b line.'),
  ],
  texts: [
    changed(
      india,
      'First line.\n\n      See [home](/).',
      'First <b>line</b>.\n\n      # Title\n\n      [b](#storis) [j](javascript:x)\n\n      ![](/photos/team.jpg)',
    ),
    changed(india, '|\n      First line.\n\n      See [home](/).', '>-\n      First line.\n\n      See [home](/Hom).'),
    inIndia('First {% callout %} line.'),
    changed(home, 'Every bowl', 'Every <b>bowl</b>'),
    changed(home, 'Every bowl', '</SCRIPT > Every bowl'),
    inStory('Call her: 98765 43210.\n\nCall for help: [+1 888 373 7888](tel:+18883737888).'),
    inIndia('Over 300 menders, $300, the 300th, 1,250 and 2,50 bowls {figure:menders}.'),
    { ...changed(figures, '300+', '"$1,200"'), ...inIndia('A bowl costs $1,200, and not $120 or ₹1,200.') },
    inIndia('Call [+1 (423) 267-1234](tel:+14232671234) or 1-888-373-7888, or write to events@mendedbowl.org.'),
    changed(story, 'alt: A girl', 'alt: image'),
    changed(story, 'alt: A girl', 'alt: Photo of a girl'),
    changed(home, '2026-03-04', '2026-02-30'),
  ],
  names: [
    changed(india, 'country: India\ncard', 'country: Indya\ncard'),
    onIndia('{ kind: figures, figures: [{ figure: bowls }, { figure: mender }] }'),
    { ...film(), ...captions, ...showing('bowl') },
    changed(run, 'calendarEvent: race', 'calendarEvent: rase'),
    { ...asking('well'), ...campaign('') },
    changed(story, 'reason: 1', 'reason: 9'),
    changed(site, '{ other: US }', '{ other: US, IN: IN }'),
    changed(india, 'heading: Stories', 'heading: Stories\n    only: [bowl]'),
    { ...onHome(`${formBlock}    about: bowl\n`), ...contactForm },
    {
      ...onHome('  - { kind: links, links: [{ label: Write, href: "/forms/contact?about=bowl" }] }\n'),
      ...contactForm,
    },
  ],
  pages: [
    changed(india, '/Bharat', '/home/'),
    changed(home, '[/Home]', '[/INDIA, /India/stories/The-Bowl, /give, /%zz]'),
    { 'content/pages/copy.yaml': smallSite[india] ?? '' },
    onIndia('{ kind: hero, heading: x, intro: y, pattern: india }'),
    changed(home, 'hero\n    heading: Bowls\n    intro: Every bowl can be mended.\n    pattern: usa', 'seam'),
    changed(india, 'id: how', 'id: stories'),
    changed(india, '    id: how\n', '    share: true\n'),
    onWells(''),
    { 'content/stories/Kenya/two.md': storyFile('Two') },
    changed(navigation, '/India }\n', '/India }\n      - { label: A, href: /India }\n'),
    changed(site, '{ other: US }', '{ IN: US }'),
    changed(site, '+1 423 267 1234', '+1 (423) 26'),
    { ...onHome(formBlock + formBlock), ...contactForm },
    { 'content/gallery.yaml': gallery(drawn)['content/gallery.yaml'] },
    {
      ...gallery(drawn),
      'content/pages/Dance.yaml': gallery()['content/pages/Dance.yaml'].replace('/Dance', '/Events/Dance'),
    },
    gallery(drawn, drawn),
    gallery('{ kind: stored, href: "https://store.test/a.", width: 8, height: 6 }'),
    changed(race, '2026-09-12', '2026-09-19'),
    { 'content/camps/a.yaml': camp('2027-03-12', '2027-03-01') },
    onHome('  - { kind: camps, heading: Camps }\n'),
    changed(race, 'ends: "12:00"', 'ends: "07:00"'),
  ],
  giving: [
    { [donate]: null },
    { [wells]: smallSite[donate]?.replaceAll('Give in dollars', 'A copy').replace('/Donate', '/Wells') ?? '' },
    changed(run, 'event: 5k-run', 'event: usa'),
    changed(donate, 'maximum: $50,000', 'maximum: ₹50,000'),
    changed(donate, 'minimum: $50\n', 'minimum: $60,000\n'),
    changed(donate, '$50, pays: a', '$40, pays: a'),
    changed(donate, '$500, pays', '"$90,000", pays'),
    changed(donate, '$250, pays: c', '$100, pays: c'),
    ...['50', '£50', '$50.50', '$0'].map((written) => changed(donate, 'minimum: $50\n', `minimum: ${written}\n`)),
    changed(donate, '{ amount: $50, pays: a }', '{ amount: $60, writtenFor: $50, pays: a }'),
    onIndia('{ kind: tiers, heading: T, tiers: [{ amount: $50, action: { label: Give, href: "/give?amount=75" } }] }'),
    { ...asking('wells'), ...campaign('ends: "2026-01-31"\n') },
    campaign('ends: "2025-03-31"\n'),
    campaign('goal: €8,000\n'),
  ],
  dates: [
    { ...inMenu, ...onWells('publishFrom: 2026-11-10\npublishUntil: 2026-11-09\n') },
    onWells('publishFrom: 2026-12-01T18:00\n'),
    changed(home, 'title: Home', 'title: Home\ndraft: true'),
    changed(donate, 'blocks:', 'publishUntil: 2027-01-01\nblocks:'),
    { ...linked, ...onWells('draft: true\n') },
    { ...linked, ...onWells('publishFrom: 2026-12-01\n') },
    {
      ...changed(india, '[home](/)', '[the pump](/Kenya/stories/pump)'),
      'content/pages/Kenya.yaml': pageFile('/Kenya', 'country: Kenya\ndraft: true\n'),
      'content/stories/Kenya/pump.md': storyFile('The pump'),
    },
    { ...redirect('from: /Old, to: /Wells'), ...onWells('draft: true\n') },
    { ...redirect('from: /Wells, to: /India'), ...inMenu, ...onWells('') },
  ],
  samples: [
    changed(site, number, 'number: +1 423 555 0123'),
    changed(story, 'mended it.', 'wrote to a@example.org.'),
    changed(site, 'founder: Ada', 'founder: Name to be announced'),
    changed(site, number, `${number}, sample: [nubmer]`),
    changed(site, number, 'number: +1 423 555 0123, sample: [number]'),
    changed(site, 'bowl }', 'bowl, labelled: [href] }'),
    changed(site, '    email: usa@', '    sample: true\n    email: usa@'),
    onIndia('{ kind: list, heading: Sponsors, items: [A hospital], labelled: [items] }'),
    onIndia('{ kind: list, heading: Sponsors }'),
  ],
  pictures: [
    changed(home, 'card: { kind: pattern, pattern: usa }', 'card: { kind: photo, src: /photos/a.jpg, alt: x }'),
    photo('x.jpg', 'Dear all, '),
    photo('x.jpg', ''),
    photo('x.jpg', isoFile('heic')),
    photo('x.webp', isoFile('avif')),
    photo('x.jpg', jpeg + 'x'.repeat(21_000_000)),
    { 'content/photos/a.HEIC': isoFile('heic') },
    inStory('![A bowl](/media/team.webp)\n\nIt broke.'),
    { ...photo('x.jpg', jpeg), ...inStory('[The bowl](/photos/x.jpg)\n\nIt broke.') },
    { 'public/media/old.webp': 'RIFF\0\0\0\0WEBP' },
    { ...film(), ...showing('bowls') },
  ],
  links: [
    ...['/Indai', '/india?x=1#how', '/India#haw', '/give?page=Indai', '/give?campaign=wells'],
    ...['#how', 'https://not an address', 'mailto:hello', 'tel:+1 423'],
  ]
    .map(linking)
    .concat(onIndia('{ kind: posts, heading: Posts, older: /Indai }')),
  redirects: [
    redirect('from: /Wells, to: /Indai'),
    redirect('from: /Wells, to: /india', 'from: /Springs, to: /Wells'),
    redirect('from: /india/, to: /'),
    redirect('from: /Wells, to: /', 'from: /Wells, to: /India'),
  ],
  translations: [
    { 'content/pages/India.fr.yaml': '' },
    { 'content/pages/India.en.yaml': '' },
    { 'content/pages/Wells.hi.yaml': 'texts: []\n' },
    { 'content/stories/India/the-bowl.hi.md': '---\ntexts: []\n---\n' },
    { [hindi]: 'title: भारत\n' },
    ...['{founde}', 'भ'.repeat(71), '<b>भारत</b>'].map((text) => translating('title', 'India', text)),
    translating('blocks[how].text', 'First line.\\n\\nSee [home](/).', '[कटोरे](/Wells)'),
  ],
  colours: [
    changed('content/colours.yaml', 'light: "#5b5166"', 'light: "#9b91a6"'),
    changed('content/colours.yaml', 'gold: "#e0a526"', 'gold: "#fa0"'),
  ],
}

/** The findings of tests/golden/mistakes stand in the order of this table. */
test('each mistake is named where it stands, and the editor says the same with the labels of its forms', () => {
  const found = Object.entries(mistakes).map(([group, list]) => {
    const texts = list.map((changes) => {
      const { problems, warnings } = checked(changes)
      const found = [...problems, ...warnings]
      expect([changes, found]).not.toEqual([changes, []])
      for (const problem of found) {
        const sentence = explained(
          problem,
          valuesIn(problem.file, changes[problem.file] ?? smallSite[problem.file] ?? ''),
        )
        expect(sentence).toMatch(/^[\p{Lu}“][^`]*[.?!]$/u)
        expect(
          sentence.replace(/"[^"]*"|\{[^}]*\}|\S*[/.]\S+/g, '').match(/\b[a-z]+[A-Z]\w*|\b(?:labelled|review)\b/g),
        ).toBeNull()
      }
      return found.map((problem) => oneLine(problem).replace(/(?<=is not one of: )[^—]{90,}/, '… ')).join('\n')
    })
    return [group, texts.join('\n\n')] as const
  })
  expectGolden('mistakes', new Map(found))
})

test.each<[string, Changes]>(
  Object.entries({
    'notes of their own': changed(story, 'look: 4', '# First.\n  look: 4 # of many'),
    'letters of other languages': inStory('São João, Ålesund, naïve café, “so”, हिन्दी, क्‍ष 👩‍⚕️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿.'),
    'signs that are no HTML': inIndia('2 < 3 and 5 > 4 `<b>` <https://elsewhere.test> a & b'),
    'spellings of its own address': changed(india, '[/Bharat]', '[/INDIA/, "/In dia", /Bharat]'),
    'a campaign that a block and a link name': { ...asking('wells'), ...campaign('goal: $8,000\n') },
    'one day': { ...inMenu, ...onWells('publishFrom: 2026-11-22\npublishUntil: 2026-11-22\n') },
    'a link from a draft to another': {
      ...onWells('draft: true\n'),
      'content/pages/Pumps.yaml': pageFile('/Pumps', 'draft: true\n', '  - { kind: prose, text: "[Wells](/Wells)" }\n'),
    },
    'a link to a page that has appeared': { ...linked, ...onWells('publishFrom: 2026-11-01\n') },
    'a draft in a menu, which leaves it out': { ...inMenu, ...onWells('draft: true\n') },
    'a redirect from a page that ends': {
      ...redirect('from: /Wells, to: /India'),
      ...inMenu,
      ...onWells('publishUntil: 2026-12-31\n'),
    },
    'a marked field': changed(site, number, 'number: +1 423 555 0123, labelled: [number]'),
    'a marked group': changed(site, '    email: usa@mendedbowl.org', '    email: usa@example.org\n    sample: true'),
    'a story with a marked text': changed(story, 'quickExit: false', 'sample: [body]'),
    'a real number that contains 555': changed(site, number, 'number: +91 22 5550 1234'),
    'a picture': photo('x.jpeg', jpeg),
    'redirects to a page and to a story': redirect(
      'from: /Wells, to: /India',
      'from: /Kenya/stories/x, to: /India/stories/the-bowl',
    ),
  }),
)('%s is no mistake', (_, changes) => expect(findingsOf(changes)).toEqual([]))

test('a link to what exists is no mistake', () => {
  const pages = ['/India?x=1#how', '/India/stories/the-bowl', '/give?page=India', '/media/team.webp']
  for (const href of [...pages, 'https://elsewhere.test/a?b#c', 'mailto:a@b.org?subject=Hello', 'tel:+14232671234'])
    expect([href, problemsOf(linking(href))]).toEqual([href, []])
})

test('a page may not use an address of a route', () => {
  const routes = ['app', 'app/[language]'].flatMap((folder) =>
    readdirSync(path.resolve(folder), { withFileTypes: true }),
  )
  const parts = routes
    .filter((entry) => !/^[[(.]/.test(entry.name) && !/\.css$/.test(entry.name) && entry.name !== 'fonts')
    .filter((entry) => entry.isDirectory() || /^(robots|sitemap|manifest|icon|apple-icon)\./.test(entry.name))
    // A page of content with routes below it.
    .flatMap(({ name }) => (name === 'FatherDaughterDanceGallery' ? [] : `/${name.replace(/\..*$/, '')}/x`))
  const others = ['/search', '/Media/x', '/Kenya/stories/x', '/DanceGallery/photo/001', '/Donate/thank-you']
  const addresses = [...parts, ...others]
  const files = addresses.map((address, index) => [`content/pages/Page${index}.yaml`, pageFile(address)] as const)
  const found = problemsOf(Object.fromEntries(files))
  const refusals =
    /^content\/pages\/Page(\d+)\.yaml:1:10 {2}address: .* (?:belongs to the program|is where the|already leads to)/
  const refused = new Set(found.map((problem) => addresses[Number(refusals.exec(problem)?.[1])]))
  expect(addresses.filter((address) => !refused.has(address))).toEqual([])
})

test('all problems are reported at once, each with its line and a caret', () => {
  const changes = { ...changed(home, 'title: Home', 'title: 12'), ...changed(story, 'look: 4', 'look: fair') }
  const loaded = loadContent(path.join(writeSite(changes), 'content'))
  const error = new ContentError(loaded.ok ? [] : loaded.problems)
  expect(error.message).toBe(`
${home}:3:8  title: must be text, but is 12; put quotes around it
     2 | aliases: [/Home]
>    3 | title: 12
       |        ^
     4 | description: Bowls that were broken.

${story}:9:9  picture.look: must be a number, but is "fair"
     8 |   who: girl
>    9 |   look: fair
       |         ^
    10 |   pattern: india

2 problems in the content files.`)
})

test.each([
  ['a byte order mark', `\ufeff${smallSite[story]}`],
  ['an empty first line', `\n${smallSite[story]}`],
  ['both, with Windows line endings', `\ufeff \r\n\r\n${(smallSite[story] ?? '').replaceAll('\n', '\r\n')}`],
])('a story may start with %s', (_name, text) => {
  expect(load({ [story]: text }).stories[0]?.body.replaceAll('\r\n', '\n')).toBe('It broke.\n\nAda mended it.')
  const blank = text.slice(0, text.indexOf('---')).split('\n').length - 1
  expect(findingsOf({ [story]: text.replace('look: 4', 'look: x') })).toEqual([
    `${story}:${blank + 9}:9  picture.look: must be a number, but is "x"`,
  ])
})

test('aliases that would fill the memory are a mistake', () => {
  const lines = [...'bcdefgh'].map((name, index) => {
    const before = 'abcdefg'[index]
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`
  })
  expect(findingsOf({ [home]: ['a: &a [x, x, x, x, x, x, x, x, x]', ...lines, ''].join('\n') })).toContain(
    'content/pages/Home.yaml:1:1  repeats parts of itself by & and *: write each of them out',
  )
})

test('every text can be read on its background, in both schemes and on dark bands', () => {
  expect(contrastFaults(colours)).toEqual([])
})

const svg = (inside = '<path d="M0 0h8v8z"/>', attributes = '', before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`
const fault = (text: string) => drawingFault(Buffer.from(text))
const xhtml = 'http://www.w3.org/1999/xhtml'

test.each([
  svg(),
  svg(
    '<g/>',
    'viewBox="0 0 8 8"',
    '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Generator: x -->\n',
  ),
  svg('<g/>', '', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'),
  svg('<style>rect { fill: url(#a) }</style><rect style="stroke: red" class="on" opacity="1"/>'),
  svg('<use href="#a"/><use xlink:href="#b"/><image href="data:image/png;base64,AAAA"/>'),
  svg('<title>Script &amp; onload="x"</title><!-- <script> --><desc><![CDATA[<script>]]></desc>'),
])('a drawing that only draws is taken: %s', (text) => expect(fault(text)).toBeUndefined())

test.each([
  svg('<script href="https://evil.example/x.js"/>'),
  svg('<s:script>alert(1)</s:script>', 'xmlns:s="http://www.w3.org/2000/svg"'),
  svg('<g><metadata><defs><script/></defs></metadata></g>'),
  svg(`<h:script xmlns:h="${xhtml}">alert(1)</h:script>`),
  svg(`<h:img xmlns:h="${xhtml}" src="x"/>`),
  svg('<foreignObject/>'),
  svg('', 'onload="alert(1)"'),
  svg('<rect ONCLICK="x"/>'),
  svg('<a href="javascript:alert(1)"><text>x</text></a>'),
  svg('<a xlink:href=" java&#10;script:alert(1)"/>'),
  svg('<use href="data:image/svg+xml,x#y"/>'),
  svg('<a href="#x"><set attributeName="href" to="javascript:alert(1)"/></a>'),
  svg('<a href="#x"><animate attributeName=" xlink:href" values="javascript:alert(1)"/></a>'),
  svg('<set attributeName="onmouseover" to="alert(1)"/>'),
  svg('', '', '<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?>'),
  svg('', '', '<!DOCTYPE svg [<!ENTITY x "<script/>">]>'),
  svg('', '', '<?xml version="1.0" encoding="UTF-7"?>'),
])('a drawing that could do more is refused: %s', (text) =>
  expect(fault(text)).toMatch(/^has .*export it again as a plain SVG, or as PNG$/s),
)

test.each([
  ['what is not well-formed', Buffer.from(svg('<g>')), 'is not SVG in UTF-8: export it again'],
  ['an unknown entity', Buffer.from(svg('&nbsp;')), 'is not SVG in UTF-8: export it again'],
  ['nothing', Buffer.from(''), 'is not SVG in UTF-8: export it again'],
  ['UTF-16', Buffer.from(`\ufeff${svg('<script/>')}`, 'utf16le'), 'is not SVG in UTF-8: export it again'],
  ['HTML', Buffer.from('<html xmlns="x"/>'), 'is not SVG, whatever its name says'],
])('%s is refused', (_, bytes, message) => expect(drawingFault(bytes)).toBe(message))

test('a file that nothing names is checked too, in every folder of public', () => {
  const files = {
    'public/media/deep/Evil.SVG': svg('<script/>'),
    'public/media/page.html': '<script>alert(1)</script>',
    'public/media/script': 'x',
    'public/media/fine.svg': svg(),
    'public/other/evil.svg': svg('<script/>'),
  }
  const refused = findingsOf(files).filter((line) => !line.includes('warning:'))
  expect(refused).toEqual([
    expect.stringMatching(/^public\/media\/deep\/Evil\.SVG:1:1 .*has <script>/),
    expect.stringMatching(/^public\/media\/page\.html:1:1 .*is not a picture, film or PDF$/),
    expect.stringMatching(/^public\/media\/script:1:1 .*is not a picture/),
    expect.stringMatching(/^public\/other\/evil\.svg:1:1 .*has <script>/),
  ])
})
