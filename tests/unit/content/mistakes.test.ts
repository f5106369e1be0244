/** What an editor may get wrong: each mistake is refused or warned about where it stands. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { explained } from '#editor/explained.ts'
import { valuesIn } from '#editor/file-format.ts'
import { blockSchemas } from '#lib/site/content/block-schema.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { ContentError } from '#lib/site/content/problem.ts'
import {
  type Changes,
  changed,
  checked,
  findingsOf,
  inStory,
  load,
  onHome,
  onIndia,
  pageFile,
  postFile,
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

/** What the check says about the changes: a part of each finding. */
type Row = [finding: string, changes: Changes, ...more: string[]]

const inIndia = (text: string) => changed(india, 'First line.', text)
const onWells = (more: string, blocks = '') => ({ [wells]: pageFile('/Wells', more, blocks) })
const inMenu = changed(navigation, '/India }\n', '/India }\n      - { label: Wells, href: /Wells }\n')
const linked = changed(india, '[home](/)', '[the wells](/Wells)')
const redirect = (line: string) => ({ 'content/redirects.yaml': `redirects:\n  - { ${line} }\n` })

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
const girl = '{ kind: portrait, who: girl, look: 4, pattern: usa, alt: A girl }'
const film = (poster = '{ kind: pattern, pattern: india }') => ({
  'content/films/bowls.yaml': `title: Bowls
length: "0:06"
source: { kind: file, src: /media/bowl.mp4 }
poster: ${poster}
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

const inFiles: Row[] = [
  [
    'Home.yaml:1:1  description: is missing; it must be text',
    changed(home, 'description:', 'descripton:'),
    'Home.yaml:4:1  descripton: is not a field here — did you mean "description"?',
  ],
  [
    `Home.yaml:8:11  blocks[1].kind: "heroo" is not one of: ${Object.keys(blockSchemas).join(', ')} — did you mean "hero"?`,
    changed(home, 'kind: hero', 'kind: heroo'),
  ],
  [
    'India.yaml:16:62  blocks[2].beside.picture.who: "gril" is not one of: girl, boy,',
    changed(
      india,
      'text: |',
      'beside: { kind: picture, picture: { kind: portrait, who: gril, look: 1.5, pattern: india, alt: x } }\n    text: |',
    ),
    'India.yaml:16:74  blocks[2].beside.picture.look: must be a whole number, but is 1.5',
  ],
  [
    'figures.yaml:2:39  live[1].total: "total" is not one of: totalSurgeryCount,',
    changed(figures, '{ country: INDIA } }', 'total }\n  - { id: c, label: c, total: { land: INDIA } }'),
    'figures.yaml:3:24  live[2].total.country: is missing; it must be text',
    'figures.yaml:3:33  live[2].total.land: is not a field here; check the spelling or remove it',
  ],
  ['must be text, but is 12; put quotes around', changed(home, 'title: Home', 'title: 12')],
  ['has 99 characters; it must have at most 70', changed(home, 'Home\n', `${'x'.repeat(99)}\n`)],
  ['updated: must be a day such as 2026-11-21', changed(home, '"2026-03-04"', '4 March')],
  ['must be a group of fields, but is empty', changed(home, 'blocks:', 'parent:\nblocks:')],
  ['site.yaml:12:1  tagline: is empty', changed(site, 'Nothing is beyond mending', '""')],
  ['must be an email address such as name@example', changed(site, 'hello@mendedbowl.org', 'hello')],
  ['put quotes around a text that', changed(home, 'title: Home', 'title: {organisation}')],
  ['a text with ": " in it needs quotes', changed(home, 'title: Home', 'title: Home: sweet')],
  ['Home.yaml:4:1  this field is written twice', changed(home, 'title: Home', 'title: Home\ntitle: Again')],
  ['Home.yaml:1:1  must be a group of fields, but is empty', { [home]: '' }],
  ['content/navigation.yaml:1:1  this file is missing', { [navigation]: null }],
  [
    'content/pages/Kenya.yml:1:1  is not read: the name of a file here ends in .yaml',
    { 'content/pages/Kenya.yml': smallSite[india] ?? '', 'content/pages/.DS_Store': '' },
  ],
  ['must start with its fields between two lines of ---', { [story]: 'It broke.\n' }],
  ['body: has no text', changed(story, 'It broke.\n\n{founder} mended it.\n', '\n')],
  ['is not read: the name of a file here', { 'content/posts/First light.md': postFile('Light') }],
  ['name of a file here is one of volunteer, ', { 'content/forms/bowls.yaml': 'title: x' }],
  ['is this a list? Give each “•” a line of its own', inIndia('• One • Two')],
  ['“twelve” is written in words', changed(figures, 'value: 300+', 'value: twelve')],
  [
    '$5,000 is the price of Headliner: write {level:5k-run-headliner}',
    changed(run, 'Sponsor the run of bowls.', 'One level, Headliner at $5,000.'),
  ],
  ['{organization} is not a placeholder — did you mean', inIndia('The {organization}.')],
  [
    'the-bowl.md:17:6  body: {fonder} is not a placeholder — did you mean "founder"?',
    changed(story, '{founder} mended', 'Then {fonder} mended'),
  ],
  ['Home.yaml:10:19  everything after " #" is a', changed(home, 'Every bowl can', 'We are #1')],
  ['holds two versions that git', inStory('<<<<<<< HEAD\nIt broke.\n=======\nIt fell.\n>>>>>>> other')],
  [
    'the-bowl.md:18:1  body: "Itâ€™s" was saved in another encoding: type it again, and save the file as UTF-8',
    inStory('\nIt broke.\n\nItâ€™s in a cafÃ©.'),
  ],
  ['has an invisible character here (U+200B)', inIndia('First\u200b line.')],
]

const inTexts: Row[] = [
  [
    'India.yaml:17:13  blocks[2].text: HTML is not allowed here: <b>',
    changed(
      india,
      'First line.\n\n      See [home](/).',
      'First <b>line</b>.\n\n      # Title\n\n      [b](#storis) [j](javascript:x)\n\n      ![](/photos/team.jpg)',
    ),
    'India.yaml:19:7  blocks[2].text: a heading here starts with ##: the page has its title already',
    'India.yaml:21:11  blocks[2].text: no block of /India has the id "storis" — did you mean "stories"?',
    'India.yaml:21:22  blocks[2].text: this address cannot be linked to',
    'India.yaml:23:11  blocks[2].text: a picture needs its description',
    'India.yaml:23:11  blocks[2].text: content/photos/team.jpg does not exist',
  ],
  [
    'India.yaml:19:18  blocks[2].text: /Hom leads nowhere',
    changed(india, '|\n      First line.\n\n      See [home](/).', '>-\n      First line.\n\n      See [home](/Hom).'),
  ],
  ['tags in {% %} are not used here', inIndia('First {% callout %} line.')],
  ['Home.yaml:10:18  blocks[1].intro: HTML is not', changed(home, 'Every bowl', 'Every <b>bowl</b>')],
  ['"</SCRIPT" is not allowed in any text', changed(home, 'Every bowl', '</SCRIPT > Every bowl')],
  [
    'the-bowl.md:15:11  warning: body: 98765 43210 looks like a telephone number: remove it, or link it',
    inStory('Call her: 98765 43210.\n\nCall for help: [+1 888 373 7888](tel:+18883737888).'),
  ],
  [
    '300 is a figure of content/figures.yaml: write {figure:menders}',
    inIndia('Over 300 menders, $300, the 300th, 1,250 and 2,50 bowls {figure:menders}.'),
    '2,50 is a figure of content/figures.yaml: write {figure:first-bowls}',
  ],
  [
    '$1,200 is a figure of content/figures.yaml: write {figure:menders}',
    { ...changed(figures, '300+', '"$1,200"'), ...inIndia('A bowl costs $1,200, and not $120 or ₹1,200.') },
  ],
  [
    'write {phone:US}, and {tel:US} in a link',
    inIndia('Call [+1 (423) 267-1234](tel:+14232671234) or 1-888-373-7888, or write to events@mendedbowl.org.'),
    'write {phone:US}, and {tel:US} in a link',
    'events@mendedbowl.org is written once, in content/site.yaml: write {email:events}',
  ],
  ['"image" tells nothing to those', changed(story, 'alt: A girl', 'alt: image')],
  ['leave out "Photo of": screen readers', changed(story, 'alt: A girl', 'alt: Photo of a girl')],
  [
    'warning: blocks[2].text: "by Friday, 20th November 2026" has passed: give the next date',
    inIndia('Send it by Friday, 20th November 2026, or until November 30, 2026.'),
  ],
  ['updated: 2026-02-30 is not in the calendar', changed(home, '2026-03-04', '2026-02-30')],
  ['warning: updated: 2026-11-24 is in the future', changed(home, '2026-03-04', '2026-11-24')],
]

const inNames: Row[] = [
  ['"Indya" is not in content/countries.yaml — did', changed(india, 'country: India\ncard', 'country: Indya\ncard')],
  ['did you mean "menders"?', onIndia('{ kind: figures, figures: [{ figure: bowls }, { figure: mender }] }')],
  ['content/films/bowl.yaml does not exist — did you mean "bowls"?', { ...film(), ...captions, ...showing('bowl') }],
  ['content/events/rase.yaml does not exist — did you', changed(run, 'calendarEvent: race', 'calendarEvent: rase')],
  ['content/campaigns/well.yaml does not exist — did you mean "wells"?', { ...asking('well'), ...campaign('') }],
  ['gift.reason: "9" is not in content/giving/reasons.yaml', changed(story, 'reason: 1', 'reason: 9')],
  ['footerOffice.IN: "IN" is not in content/site.yaml', changed(site, '{ other: US }', '{ other: US, IN: IN }')],
  ['India/bowl.md does not exist', changed(india, 'heading: Stories', 'heading: Stories\n    only: [bowl]')],
  [
    'the form contact has no subject "bowl" — did you mean "bowls"?',
    { ...onHome(`${formBlock}    about: bowl\n`), ...contactForm },
  ],
  [
    'the form contact has no subject "bowl" — did you mean "bowls"?',
    {
      ...onHome('  - { kind: links, links: [{ label: Write, href: "/forms/contact?about=bowl" }] }\n'),
      ...contactForm,
    },
  ],
]

const inPages: Row[] = [
  [
    'India.yaml:2:11  aliases[1]: /home/ already leads to / (content/pages/Home.yaml)',
    changed(india, '/Bharat', '/home/'),
  ],
  [
    '/INDIA already leads to /India',
    changed(home, '[/Home]', '[/INDIA, /India/stories/The-Bowl, /give, /%zz]'),
    '/India/stories/The-Bowl already leads to /India/stories/the-bowl',
    '/give already leads to /give',
    '/%zz is not an address: its % signs are broken',
  ],
  [
    'address: /India already leads to /India',
    { 'content/pages/copy.yaml': smallSite[india] ?? '' },
    'aliases[1]: /Bharat already leads to /India',
    'title: is the same as in content/pages/India.yaml',
    'description: is the same as',
    'country: content/pages/India.yaml is the page of this country already',
  ],
  ['the page has its title already', onIndia('{ kind: hero, heading: x, intro: y, pattern: india }')],
  [
    'needs a hero or a carousel: its heading is the title of the page',
    changed(home, 'hero\n    heading: Bowls\n    intro: Every bowl can be mended.\n    pattern: usa', 'seam'),
  ],
  ['another block of this page has the `id` "stories"', changed(india, 'id: how', 'id: stories')],
  ['needs an `id` for this block', changed(india, '    id: how\n', '    share: true\n')],
  ['warning: address: no menu and no page leads to /Wells', onWells('')],
  ['no menu and no page leads to', { 'content/stories/Kenya/two.md': storyFile('Two') }],
  ['already', changed(navigation, '/India }\n', '/India }\n      - { label: A, href: /India }\n')],
  ['needs an office for all others: other: US', changed(site, '{ other: US }', '{ IN: US }')],
  ['must have 7 to 15 digits', changed(site, '+1 423 267 1234', '+1 (423) 26')],
  ['another block of this page has the `form`', { ...onHome(formBlock + formBlock), ...contactForm }],
  [
    'the-bowl.md:9:9  picture.look: /India shows this girl twice (also content/pages/India.yaml:14)',
    changed(india, '    pattern: india\n  - kind: prose', `    pattern: india\n    picture: ${girl}\n  - kind: prose`),
  ],
  ['shows this girl twice', { ...film(girl), ...captions, ...showing('bowls') }],
  ['no page has the block', { 'content/gallery.yaml': gallery(drawn)['content/gallery.yaml'] }],
  [
    'blocks[2].kind: needs a page at an address of one part',
    {
      ...gallery(drawn),
      'content/pages/Dance.yaml': gallery()['content/pages/Dance.yaml'].replace('/Dance', '/Events/Dance'),
    },
    'no menu and no page leads to',
  ],
  ['id: 001 is in this list already, as number 1', gallery(drawn, drawn)],
  [
    'must be an https address that ends in .jpg',
    gallery('{ kind: stored, href: "https://store.test/a.", width: 8, height: 6 }'),
  ],
  ['date: is not a day of the rule under `repeats`', changed(race, '2026-09-12', '2026-09-19')],
  ['camps/a.yaml:6:8  until: must not be before', { 'content/camps/a.yaml': camp('2027-03-12', '2027-03-01') }],
  ['blocks[2].none: is missing: what visitors read while no camp', onHome('  - { kind: camps, heading: Camps }\n')],
  ['ends: must be after 08:00, on the same day', changed(race, 'ends: "12:00"', 'ends: "07:00"')],
]

const inGiving: Row[] = [
  ['content/pages:1:1  no page has the donation-form in USD', { [donate]: null }],
  [
    'Wells.yaml:8:15  blocks[1].currency: content/pages/Donate.yaml has the form for USD already',
    { [wells]: smallSite[donate]?.replaceAll('Give in dollars', 'A copy').replace('/Donate', '/Wells') ?? '' },
  ],
  ['is the form of a currency already', changed(run, 'event: 5k-run', 'event: usa')],
  ['Donate.yaml:18:14  blocks[1].maximum: must be', changed(donate, 'maximum: $50,000', 'maximum: ₹50,000')],
  ['must be below the maximum, $50,000', changed(donate, 'minimum: $50\n', 'minimum: $60,000\n')],
  ['presets[1].amount: is below the minimum', changed(donate, '$50, pays: a', '$40, pays: a')],
  ['presets[4].amount: is above the maximum', changed(donate, '$500, pays', '"$90,000", pays')],
  ['presets[3].amount: is the amount of another preset', changed(donate, '$250, pays: c', '$100, pays: c')],
  ...['50', '£50', '$50.50', '$0'].map(
    (written): Row => [
      'minimum: must be an amount with its currency, such as $500 or ₹500',
      changed(donate, 'minimum: $50\n', `minimum: ${written}\n`),
    ],
  ),
  [
    'warning: blocks[1].presets[1].amount: what it pays for was written for $50',
    changed(donate, '{ amount: $50, pays: a }', '{ amount: $60, writtenFor: $50, pays: a }'),
  ],
  [
    'tiers[1].action.href: leads to an amount of 75, but the tier says $50',
    onIndia('{ kind: tiers, heading: T, tiers: [{ amount: $50, action: { label: Give, href: "/give?amount=75" } }] }'),
  ],
  ['warning: blocks[3].campaign: the', { ...asking('wells'), ...campaign('ends: "2026-01-31"\n') }],
  ['ends: is before the campaign starts', campaign('ends: "2025-03-31"\n')],
  ['goal: must be an amount with its currency, such as $500', campaign('goal: €8,000\n')],
]

const inDates: Row[] = [
  ['never shown', { ...inMenu, ...onWells('publishFrom: 2026-11-10\npublishUntil: 2026-11-09\n') }],
  ['or a moment such as 2026-12-01T18:00+05:30', onWells('publishFrom: 2026-12-01T18:00\n')],
  ['the site needs this page at all times', changed(home, 'title: Home', 'title: Home\ndraft: true')],
  ['at all times', changed(donate, 'blocks:', 'publishUntil: 2027-01-01\nblocks:')],
  ['/Wells is a draft: visitors find nothing there', { ...linked, ...onWells('draft: true\n') }],
  [
    'warning: blocks[2].text: /Wells is published from 2026-12-01: at other times visitors find nothing there',
    { ...linked, ...onWells('publishFrom: 2026-12-01\n') },
  ],
  [
    '/Kenya/stories/pump belongs to /Kenya, which is a draft: visitors find nothing there',
    {
      ...changed(india, '[home](/)', '[the pump](/Kenya/stories/pump)'),
      'content/pages/Kenya.yaml': pageFile('/Kenya', 'country: Kenya\ndraft: true\n'),
      'content/stories/Kenya/pump.md': storyFile('The pump'),
    },
  ],
  ['/Wells is a draft', { ...redirect('from: /Old, to: /Wells'), ...onWells('draft: true\n') }],
  ['already leads to', { ...redirect('from: /Wells, to: /India'), ...inMenu, ...onWells('') }],
]

const number = 'number: +1 423 267 1234'
const inSamples: Row[] = [
  [
    'site.yaml:28:44  offices[1].phones[1].number: "555 0123" looks like a sample: put the real value, or mark it `sample: [number]`',
    changed(site, number, 'number: +1 423 555 0123'),
  ],
  ['"example.org" looks like a sample', changed(story, 'mended it.', 'wrote to a@example.org.')],
  ['looks like a sample', changed(site, 'founder: Ada', 'founder: Name to be announced')],
  ['is not a field of this group — did you mean', changed(site, number, `${number}, sample: [nubmer]`)],
  ['cannot be hidden', changed(site, number, 'number: +1 423 555 0123, sample: [number]')],
  ['remove the mark where the values are real', changed(site, 'bowl }', 'bowl, labelled: [href] }')],
  ['in this group is not a sample', changed(site, '    email: usa@', '    sample: true\n    email: usa@')],
]

const inPictures: Row[] = [
  [
    'content/photos/a.jpg does not exist',
    changed(home, 'card: { kind: pattern, pattern: usa }', 'card: { kind: photo, src: /photos/a.jpg, alt: x }'),
  ],
  ['is not JPEG, whatever its name says: save it again', photo('x.jpg', 'Dear all, ')],
  ['content/photos/x.jpg is empty: copy it here again', photo('x.jpg', '')],
  ['content/photos/x.jpg is HEIC; most browsers cannot show HEIC', photo('x.jpg', isoFile('heic'))],
  ['is not WebP, whatever its name says: it is AVIF', photo('x.webp', isoFile('avif'))],
  ['has 40 MB; at most 20 are allowed', photo('x.jpg', jpeg + 'x'.repeat(40_000_000))],
  ['warning: most browsers cannot show HEIC', { 'content/photos/a.HEIC': isoFile('heic') }],
  ['a picture in a text is a photograph in', inStory('![A bowl](/media/team.webp)\n\nIt broke.')],
  [
    'a picture that visitors download belongs to public/media',
    { ...photo('x.jpg', jpeg), ...inStory('[The bowl](/photos/x.jpg)\n\nIt broke.') },
  ],
  ['warning: no content names this file', { 'public/media/old.webp': 'RIFF\0\0\0\0WEBP' }],
  ['its captions are missing: public/media/bowl.vtt does not', { ...film(), ...showing('bowls') }],
]

test.each([...inFiles, ...inTexts, ...inNames, ...inPages, ...inGiving, ...inDates, ...inSamples, ...inPictures])(
  '%s',
  (finding, changes, ...more) => {
    expect(findingsOf(changes)).toEqual([finding, ...more].map((part) => expect.stringContaining(part)))
    // The editor says the same with the labels of its forms, and with no name of a field.
    const { problems, warnings } = checked(changes)
    const sentences = [...problems, ...warnings].map((problem) =>
      explained(problem, valuesIn(problem.file, changes[problem.file] ?? smallSite[problem.file] ?? '')),
    )
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[\p{Lu}“][^`]*[.?!]$/u)
      expect(
        sentence.replace(/"[^"]*"|\{[^}]*\}|\S*[/.]\S+/g, '').match(/\b[a-z]+[A-Z]\w*|\b(?:labelled|review)\b/g),
      ).toBeNull()
    }
  },
)

test.each<[string, Changes]>([
  ['notes of their own', changed(story, 'look: 4', '# First.\n  look: 4 # of many')],
  ['letters of other languages', inStory('São João, Ålesund, naïve café, “so”, हिन्दी, क्‍ष 👩‍⚕️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿.')],
  ['signs that are no HTML', inIndia('2 < 3 and 5 > 4 `<b>` <https://elsewhere.test> a & b')],
  ['a change tomorrow', changed(home, '2026-03-04', '2026-11-23')],
  ['spellings of its own address', changed(india, '[/Bharat]', '[/INDIA/, "/In dia", /Bharat]')],
  ['a campaign that a block and a link name', { ...asking('wells'), ...campaign('goal: $8,000\n') }],
  ['one day', { ...inMenu, ...onWells('publishFrom: 2026-11-22\npublishUntil: 2026-11-22\n') }],
  [
    'a link from a draft to another',
    {
      ...onWells('draft: true\n'),
      'content/pages/Pumps.yaml': pageFile('/Pumps', 'draft: true\n', '  - { kind: prose, text: "[Wells](/Wells)" }\n'),
    },
  ],
  ['a link to a page that has appeared', { ...linked, ...onWells('publishFrom: 2026-11-01\n') }],
  ['a draft in a menu, which leaves it out', { ...inMenu, ...onWells('draft: true\n') }],
  [
    'a redirect from a page that ends',
    { ...redirect('from: /Wells, to: /India'), ...inMenu, ...onWells('publishUntil: 2026-12-31\n') },
  ],
  ['a marked field', changed(site, number, 'number: +1 423 555 0123, labelled: [number]')],
  ['a marked group', changed(site, '    email: usa@mendedbowl.org', '    email: usa@example.org\n    sample: true')],
  ['a story with a marked text', changed(story, 'quickExit: false', 'sample: [body]')],
  ['a real number that contains 555', changed(site, number, 'number: +91 22 5550 1234')],
  ['a picture', photo('x.jpeg', jpeg)],
])('%s is no mistake', (_, changes) => expect(findingsOf(changes)).toEqual([]))

const nowhere = 'leads nowhere: no page, no story and no file in public/ has this address'
test.each([
  ['/India?x=1#how', null],
  ['/India/stories/the-bowl', null],
  ['/give?page=India', null],
  ['/media/team.webp', null],
  ['https://elsewhere.test/a?b#c', null],
  ['mailto:hello@mendedbowl.org?subject=Hello', null],
  ['tel:+14232671234', null],
  ['/Indai', `/Indai ${nowhere} — did you mean "/India"?`],
  ['/india?x=1#how', '/india is another spelling: write /India'],
  ['/India#haw', 'no block of /India has the id "haw" — did you mean "how"?'],
  ['/give?page=Indai', 'there is no page /Indai for the gift to come from — did you mean "/India"?'],
  ['/give?campaign=wells', 'content/campaigns/wells.yaml does not exist'],
  ['#how', 'a link that starts with # works on a page only'],
  ['https://not an address', 'is not an address'],
  ['mailto:hello', 'must look like mailto:name@example.org'],
  ['tel:+1 423', 'must look like tel:+14235550100, without spaces'],
])('about a link to %s the check says: %p', (href, message) => {
  const problems = findingsOf(changed(navigation, 'href: /India }', `href: "${href}" }`))
  expect(problems.filter((finding) => !finding.includes('warning'))).toEqual(
    message ? [`${navigation}:4:31  groups[1].entries[1].href: ${message}`] : [],
  )
})

test('a page may not use an address of a route', () => {
  const routes = ['app', 'app/[language]'].flatMap((folder) =>
    readdirSync(path.resolve(folder), { withFileTypes: true }),
  )
  const parts = routes
    .filter((entry) => !/^[[(]/.test(entry.name) && !/\.css$/.test(entry.name) && entry.name !== 'fonts')
    .filter((entry) => entry.isDirectory() || /^(robots|sitemap|manifest|icon|apple-icon)\./.test(entry.name))
    // A page of content with routes below it.
    .flatMap(({ name }) => (name === 'FatherDaughterDanceGallery' ? [] : `/${name.replace(/\..*$/, '')}/x`))
  const others = ['/search', '/Media/x', '/Kenya/stories/x', '/DanceGallery/photo/001', '/Donate/thank-you']
  for (const address of [...parts, ...others])
    expect([address, findingsOf({ ...linked, [wells]: pageFile(address) }).join()]).toEqual([
      address,
      expect.stringMatching(/Wells\.yaml:1:10 {2}address: .* (belongs to the program|is where the|already leads to)/),
    ])
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
