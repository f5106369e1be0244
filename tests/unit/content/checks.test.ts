import { changed, problemsOf, smallSite } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const story = 'content/stories/India/the-bowl.md'
const site = 'content/site.yaml'
const navigation = 'content/navigation.yaml'

const film = (poster: string) => ({
  'content/films/bowls.yaml': `title: Bowls
length: "0:06"
source: { kind: file, src: /media/bowl.mp4 }
poster: ${poster}
transcript: Nothing is said.
`,
})
const captioned = { 'public/media/bowl.mp4': '\0\0\0\x18ftypisom', 'public/media/bowl.vtt': 'WEBVTT' }

const linkTo = (href: string) => changed(navigation, 'href: /India }', `href: "${href}" }`)
const atLink = `${navigation}:4:31  groups[1].entries[1].href: `
const nowhere = 'leads nowhere: no page, no story and no file in public/ has this address'

describe('A link', () => {
  test.each([
    '/India',
    '/India?x=1#how',
    '/India/stories/the-bowl',
    '/give?page=India',
    '/DonateIndia?reason=2',
    '/media/team.webp',
    '/',
    'https://elsewhere.test/a?b#c',
    'mailto:hello@mendedbowl.org?subject=Hello',
    'tel:+14232671234',
  ])('to %s is valid', (href) => {
    expect(problemsOf(linkTo(href))).toEqual([])
  })

  test.each([
    ['/Indai', `/Indai ${nowhere} — did you mean "/India"?`],
    ['/bharat/', '/bharat/ is another spelling: write /India'],
    ['/india?x=1#how', '/india is another spelling: write /India'],
    ['/India#haw', 'no block of /India has the id "haw" — did you mean "how"?'],
    ['/India/stories/the-cup', `/India/stories/the-cup ${nowhere} — did you mean "/India/stories/the-bowl"?`],
    ['/Kenya', `/Kenya ${nowhere}`],
    ['/give?page=Indai', 'there is no page /Indai for the gift to come from — did you mean "/India"?'],
    ['/give?campaign=wells', 'content/campaigns/wells.yaml does not exist'],
    ['#how', 'a link that starts with # works on a page only'],
    ['/media/taem.webp', `/media/taem.webp ${nowhere}`],
    ['https://not an address', 'is not an address'],
    ['mailto:hello', 'must look like mailto:name@example.org'],
    ['tel:+1 423', 'must look like tel:+14235550100, without spaces'],
  ])('to %s is reported', (href, message) => {
    expect(problemsOf(linkTo(href))).toEqual([atLink + message])
  })
})

describe('Markdown', () => {
  test('every problem in a text is reported with its own line', () => {
    const text = `First <b>line</b>.

      # Title

      See [home](/Hom) and [b](#stories) [c](#storis) [j](javascript:x).

      ![](/photos/team.jpg) ![A team](/photos/taem.jpg)`
    const at = (place: string, message: string) => `${india}:${place}  blocks[2].text: ${message}`
    expect(problemsOf(changed(india, 'First line.\n\n      See [home](/).', text))).toEqual([
      at('17:13', 'HTML is not allowed here: <b>'),
      at('19:7', 'a heading here starts with ##: the page has its title already'),
      at('21:18', `/Hom ${nowhere}`),
      at('21:46', 'no block of /India has the id "storis" — did you mean "stories"?'),
      at('21:57', 'this address cannot be linked to'),
      at('23:11', 'a picture needs its description: ![what it shows](/photos/…)'),
      at('23:11', 'content/photos/team.jpg does not exist'),
      at('23:39', 'content/photos/taem.jpg does not exist'),
    ])
  })

  test('a problem in a folded text, which loses its lines, is located by its words', () => {
    const folded = 'text: >-\n      First line.\n\n      See [home](/Hom).'
    expect(problemsOf(changed(india, 'text: |\n      First line.\n\n      See [home](/).', folded))).toEqual([
      `${india}:19:18  blocks[2].text: /Hom ${nowhere}`,
    ])
  })

  test('a problem in a story has the line of its file', () => {
    expect(problemsOf(changed(story, '---\nIt broke.', '---\nIt <i>broke</i>.\n\n# Then\n\n[x](/nowhere)'))).toEqual([
      `${story}:15:4  body: HTML is not allowed here: <i>`,
      `${story}:17:1  body: a heading here starts with ##: the page has its title already`,
      `${story}:19:5  body: /nowhere ${nowhere}`,
    ])
  })

  test.each([
    ['First {% callout %} line.', '17:13', 'tags in {% %} are not used here'],
    ['First <!-- hidden --> line.', '17:13', 'HTML is not allowed here: <!--'],
  ])('%s is refused', (text, place, message) => {
    expect(problemsOf(changed(india, 'First line.', text))).toEqual([`${india}:${place}  blocks[2].text: ${message}`])
  })

  test.each(['2 < 3 and 5 > 4', '`<b>`', '<https://elsewhere.test>', 'a & b'])('%s is accepted', (text) => {
    expect(problemsOf(changed(india, 'First line.', text))).toEqual([])
  })
})

test.each<[string, Record<string, string | null>, string[]]>([
  [
    'a text that could end a script',
    changed(home, 'Every bowl', '</SCRIPT > Every bowl'),
    [`${home}:10:12  blocks[1].intro: "</SCRIPT" may not stand in any text`],
  ],
  [
    'a day that is not in the calendar',
    changed(home, '2026-03-04', '2026-02-30'),
    [`${home}:6:10  updated: 2026-02-30 is not in the calendar`],
  ],
  [
    'a telephone number that cannot be dialled',
    changed(site, '+1 423 267 1234', '+1 (423) 26'),
    [`${site}:28:37  offices[1].phones[1].number: must have 7 to 15 digits`],
  ],
  [
    'one alias on two pages, whatever its letters and slashes',
    changed(india, '/Bharat', '/home/'),
    [`${india}:2:11  aliases[1]: /home/ already leads to / (${home})`],
  ],
  [
    'an alias that is the address of a page, a story or code, or no address',
    changed(home, '[/Home]', '[/INDIA, /India/stories/The-Bowl, /give, /%zz]'),
    [
      `${home}:2:11  aliases[1]: /INDIA already leads to /India (${india})`,
      `${home}:2:19  aliases[2]: /India/stories/The-Bowl already leads to /India/stories/the-bowl`,
      `${home}:2:44  aliases[3]: /give already leads to /give`,
      `${home}:2:51  aliases[4]: /%zz is not an address: its % signs are broken`,
    ],
  ],
  ['spellings of a page’s own address are accepted', changed(india, '[/Bharat]', '[/INDIA/, "/In dia", /Bharat]'), []],
  [
    'a copy of a page',
    { 'content/pages/copy.yaml': smallSite[india] ?? '' },
    [
      `content/pages/copy.yaml:1:10  address: /India already leads to /India (${india})`,
      `content/pages/copy.yaml:2:11  aliases[1]: /Bharat already leads to /India (${india})`,
      `content/pages/copy.yaml:3:8  title: is the same as in ${india}`,
      `content/pages/copy.yaml:4:14  description: is the same as in ${india}`,
      `content/pages/copy.yaml:6:10  country: is the country of ${india} already`,
    ],
  ],
  [
    'a photograph that does not exist',
    changed(home, 'card: { kind: pattern, pattern: usa }', 'card: { kind: photo, src: /photos/taem.jpg, alt: x }'),
    [`${home}:5:27  card.src: content/photos/taem.jpg does not exist`],
  ],
  [
    'a second hero',
    changed(india, '  - kind: prose', '  - { kind: hero, heading: x, intro: y, pattern: india }\n  - kind: prose'),
    [`${india}:14:13  blocks[2].kind: the page has its title already: one hero or carousel is enough`],
  ],
  [
    'a page without a hero',
    changed(
      home,
      '  - kind: hero\n    heading: Bowls\n    intro: Every bowl can be mended.\n    pattern: usa',
      '  - kind: seam',
    ),
    [`${home}:7:1  blocks: needs a hero or a carousel: its heading is the title of the page`],
  ],
  [
    'a film without captions',
    { 'public/media/bowl.mp4': '\0\0\0\x18ftypisom', ...film('{ kind: pattern, pattern: india }') },
    ['content/films/bowls.yaml:3:28  source.src: its captions are missing: public/media/bowl.vtt does not exist'],
  ],
  [
    'films and playlists that do not exist, and a film that is in a playlist twice',
    {
      ...captioned,
      ...film('{ kind: pattern, pattern: india }'),
      [home]: `${smallSite[home]}  - { kind: videos, playlist: al }\n`,
      'content/playlists/all.yaml': 'title: All\nfilms: [bowls, bowl, cups, bowls]\n',
      ...changed(india, 'text: |', 'beside: { kind: film, film: bowl }\n    text: |'),
    },
    [
      'content/playlists/all.yaml:2:16  films[2]: content/films/bowl.yaml does not exist — did you mean "bowls"?',
      'content/playlists/all.yaml:2:22  films[3]: content/films/cups.yaml does not exist',
      'content/playlists/all.yaml:2:28  films[4]: the playlist has the film bowls already',
      `${home}:12:31  blocks[2].playlist: content/playlists/al.yaml does not exist — did you mean "all"?`,
      `${india}:16:33  blocks[2].beside.film: content/films/bowl.yaml does not exist — did you mean "bowls"?`,
    ],
  ],
  [
    'two blocks with one id',
    changed(india, 'id: how', 'id: stories'),
    [`${india}:21:9  blocks[3].id: another block of this page has the id "stories"`],
  ],
  [
    'a Share button without a lasting address',
    changed(india, '    id: how\n', '    share: true\n'),
    [
      `${india}:15:12  blocks[2].share: needs an \`id\` for this block: a shared link has to work after blocks have moved`,
    ],
  ],
  [
    'a figure that is unknown',
    changed(
      india,
      '  - kind: stories',
      '  - { kind: figures, figures: [{ figure: bowls }, { figure: mender }] }\n  - kind: stories',
    ),
    [
      `${india}:20:61  blocks[3].figures[2].figure: content/figures.yaml has no figure "mender" — did you mean "menders"?`,
    ],
  ],
  [
    'figures that are repeated in digits; amounts, years and short numbers may coincide',
    changed(india, 'First line.', 'Over 300 menders, $300, the 300th, 1,250 and 2,50 bowls {figure:menders}.'),
    [
      `${india}:17:12  blocks[2].text: 300 is a figure of content/figures.yaml: write {figure:menders}`,
      `${india}:17:52  blocks[2].text: 2,50 is a figure of content/figures.yaml: write {figure:first-bowls}`,
    ],
  ],
  [
    'a portrait that is on the page twice, in a block and in a story that it lists',
    changed(
      india,
      '    pattern: india\n  - kind: prose',
      '    pattern: india\n    picture: { kind: portrait, who: girl, look: 4, pattern: usa, alt: A girl }\n  - kind: prose',
    ),
    [`${story}:9:9  picture.look: /India shows this girl twice (also ${india}:14): choose another look`],
  ],
  [
    'a portrait that is on the page twice, in a story and in a film',
    {
      ...captioned,
      ...film('{ kind: portrait, who: girl, look: 4, pattern: usa, alt: A girl }'),
      ...changed(india, 'text: |', 'beside: { kind: film, film: bowls }\n    text: |'),
    },
    [`content/films/bowls.yaml:4:44  poster.look: /India shows this girl twice (also ${story}:6): choose another look`],
  ],
  [
    'a payment form without a page',
    { 'content/pages/Donate.yaml': null },
    ['content/pages:1:1  no page has the donation-form in USD'],
  ],
  [
    'a payment form on two pages',
    {
      'content/pages/Copy.yaml':
        smallSite['content/pages/Donate.yaml']?.replaceAll('Give in dollars', 'A copy').replace('/Donate', '/Copy') ??
        '',
    },
    ['content/pages/Donate.yaml:8:15  blocks[1].currency: content/pages/Copy.yaml has the form for USD already'],
  ],
  [
    'the partner’s form on a sponsorship page',
    changed(
      'content/pages/Event5kSponsorship.yaml',
      '  - kind: sponsorship-form',
      '  - { kind: partner-form, href: https://partner.org, title: Partner, blocked: No., link: Give }\n  - kind: sponsorship-form',
    ),
    ['content/pages/Event5kSponsorship.yaml:8:13  blocks[2].kind: cannot be on a page with a sponsorship form'],
  ],
  [
    'an amount in another currency than its form',
    changed('content/pages/Donate.yaml', 'maximum: $50,000', 'maximum: ₹50,000'),
    ['content/pages/Donate.yaml:18:14  blocks[1].maximum: must be in USD'],
  ],
  [
    'a footer without an office for everybody else',
    changed(site, '{ other: US }', '{ IN: IN }'),
    [
      `${site}:30:1  footerOffice: needs an office for all others: other: US`,
      `${site}:30:21  footerOffice.IN: there is no office IN`,
    ],
  ],
])('%s', (_name, changes, problems) => {
  expect(problemsOf(changes)).toEqual(problems)
})

describe('A campaign', () => {
  const file = 'content/campaigns/wells.yaml'
  const wells = 'title: Wells\nreason: 3\ngoal: $8,000\nstarts: "2026-11-01"\nends: "2027-03-31"\npartner: "8512"\n'
  const block = (slug: string) =>
    `${smallSite[india]}  - { kind: campaign, campaign: ${slug}, heading: Wells, text: Water., button: Donate, pattern: kenya }\n`

  test('may be named by a block and by a link', () => {
    const links = linkTo('/give?page=India&campaign=wells')
    expect(problemsOf({ ...links, [india]: block('wells'), [file]: wells })).toEqual([])
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'that no file describes',
      { [file]: wells, [india]: block('well') },
      'content/campaigns/well.yaml does not exist — did you mean "wells"?',
    ],
    [
      'that ends before it starts',
      { [file]: wells.replace('2027-03', '2026-03') },
      'ends: is before the campaign starts, on 2026-11-01',
    ],
    [
      'with a number that another has',
      { [file]: wells, 'content/campaigns/wells-2.yaml': wells },
      'partner: is the number of content/campaigns/wells-2.yaml already',
    ],
    [
      'in a currency that is not ours',
      { [file]: wells.replace('$', '€') },
      'goal: must be an amount with its currency',
    ],
    [
      'with an odd file name',
      { 'content/campaigns/The wells.yaml': wells },
      'a campaign stands at content/campaigns/{slug}.yaml',
    ],
  ])('%s is a problem', (_, files, message) => {
    expect(problemsOf(files).join()).toContain(message)
  })
})
