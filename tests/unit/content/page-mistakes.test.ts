/** What an editor may get wrong about pages, links, gifts and samples, and what the check says. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { changed, findingsOf, mistakes, onHome, onIndia, smallSite, storyFile } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const donate = 'content/pages/Donate.yaml'
const navigation = 'content/navigation.yaml'

type Changes = Record<string, string | null>

const linkTo = (href: string) => changed(navigation, 'href: /India }', `href: "${href}" }`)

/** Another page, to which the menu leads. */
const newPage = 'content/pages/New.yaml'
const pageAt = (address: string): Changes => ({
  ...changed(navigation, '/India }\n', `/India }\n      - { label: New, href: "${address}" }\n`),
  [newPage]: changed(home, 'aliases: [/Home]\n', '')
    [home]?.replace('address: /', `address: ${address}`)
    .replace('title: Home', 'title: New')
    .replace('Bowls that were broken', 'New bowls') as string,
})

const contact = `title: Contact form
description: Write to us.
intro: Ask us anything.
subjects:
  - { id: bowls, line: I have a bowl. }
submit: Send
recipient: The office reads this.
thanks: It answers.
page: { label: Home, href: / }
`
const contactForm = { 'content/forms/contact.yaml': contact }
const formBlock = '  - kind: form\n    form: contact\n    as: page\n'

const wells = 'title: Wells\nreason: 3\ngoal: $8,000\nstarts: "2026-11-01"\nends: "2027-03-31"\npartner: "8512"\n'
const campaign = (text = wells, slug = 'wells') => ({ [`content/campaigns/${slug}.yaml`]: text })
const asking = (slug: string) =>
  onIndia(`{ kind: campaign, campaign: ${slug}, heading: Wells, text: Water., button: Give, pattern: kenya }`)

const nowhere = 'leads nowhere: no page, no story and no file in public/ has this address'
const isSample = (value: string, field: string) =>
  `${value} looks like a sample: mark it with sample: [${field}], or put the real value`
const isMarked = 'take the mark away where the values are real'

const ofPages = mistakes`
one alias on two pages, whatever its letters and slashes
  india: /Bharat → /home/
  => india:2:11  aliases[1]: /home/ already leads to / (content/pages/Home.yaml)
an alias that is the address of a page, a story or code, or no address
  home: [/Home] → [/INDIA, /India/stories/The-Bowl, /give, /%zz]
  => home:2:11  aliases[1]: /INDIA already leads to /India (content/pages/India.yaml)
  => home:2:19  aliases[2]: /India/stories/The-Bowl already leads to /India/stories/the-bowl
  => home:2:44  aliases[3]: /give already leads to /give
  => home:2:51  aliases[4]: /%zz is not an address: its % signs are broken
spellings of a page’s own address
  india: [/Bharat] → [/INDIA/, "/In dia", /Bharat]
a copy of a page
  ${{ 'content/pages/copy.yaml': smallSite[india] ?? '' }}
  => content/pages/copy.yaml:1:10  address: /India already leads to /India (content/pages/India.yaml)
  => content/pages/copy.yaml:2:11  aliases[1]: /Bharat already leads to /India (content/pages/India.yaml)
  => content/pages/copy.yaml:3:8  title: is the same as in content/pages/India.yaml
  => content/pages/copy.yaml:4:14  description: is the same as in content/pages/India.yaml
  => content/pages/copy.yaml:6:10  country: is the country of content/pages/India.yaml already
a second hero
  india:   - kind: prose →   - { kind: hero, heading: x, intro: y, pattern: india }\n  - kind: prose
  => india:14:13  blocks[2].kind: the page has its title already: one hero or carousel is enough
a page without a hero
  home:   - kind: hero\n    heading: Bowls\n    intro: Every bowl can be mended.\n    pattern: usa →   - kind: seam
  => home:7:1  blocks: needs a hero or a carousel: its heading is the title of the page
two blocks with one id
  india: id: how → id: stories
  => india:21:9  blocks[3].id: another block of this page has the id "stories"
a Share button without a lasting address
  india:     id: how\n →     share: true\n
  => india:15:12  blocks[2].share: needs an \`id\` for this block: a shared link has to work after blocks have moved
a page to which nothing leads
  ${{ [newPage]: pageAt('/Wells')[newPage] ?? '' }}
  => content/pages/New.yaml:1:10  warning: address: no menu and no page leads to /Wells: link to it, or take it away
a story that no page lists
  ${{ 'content/stories/Kenya/two.md': storyFile('Two') }}
  => content/stories/Kenya/two.md:2:8  warning: title: no menu and no page leads to /Kenya/stories/two: link to it, or take it away
an order of stories with a story twice, and one that is gone
  ${{ 'content/stories/India/_order.yaml': `stories:${'\n  - /India/stories/the-bowl'.repeat(2)}\n  - /India/stories/gone\n` }}
  => content/stories/India/_order.yaml:3:5  warning: stories[2]: /India/stories/the-bowl is no story, or stands here twice: take it out
  => content/stories/India/_order.yaml:4:5  warning: stories[3]: /India/stories/gone is no story, or stands here twice: take it out
one entry of the menu twice
  navigation: /India }\n → /India }\n      - { label: Again, href: /India }\n
  => navigation:5:31  groups[1].entries[2].href: /India is in this list already, as number 1
one document twice
  ${onIndia('{ kind: documents, heading: D, documents: [{ title: A, date: 2026-01, href: /media/team.webp }, { title: B, date: 2026-02, href: /media/team.webp }] }')}
  => india:20:134  blocks[3].documents[2].href: /media/team.webp is in this list already, as number 1
a change in the future; where the editor is, it may be tomorrow
  home: 2026-03-04 → 2026-11-24
  india: 2026-02-03 → 2026-11-23
  => home:6:10  warning: updated: 2026-11-24 is in the future
a day that is not in the calendar
  home: 2026-03-04 → 2026-02-30
  => home:6:10  updated: 2026-02-30 is not in the calendar
an event whose words name another week
  race: words: Every September → words: On the third Saturday of every September
  => race:9:64  repeats.words: "third Saturday" contradicts the other fields: the rule is week 2, Saturday, every 12 months from 2026-09-12
a telephone number that cannot be dialled
  site: +1 423 267 1234 → +1 (423) 26
  => site:28:37  offices[1].phones[1].number: must have 7 to 15 digits
a footer without an office for everybody else
  site: { other: US } → { IN: IN }
  => site:30:1  footerOffice: needs an office for all others: other: US
  => site:30:21  footerOffice.IN: there is no office IN
a form and a subject of it
  ${{ ...onHome(`${formBlock}    about: bowls\n`), ...contactForm }}
a form without its file
  ${onHome(formBlock)}
  => home:13:11  blocks[2].form: content/forms/contact.yaml does not exist
a form that stands twice on a page
  ${{ ...onHome(formBlock + formBlock), ...contactForm }}
  => home:16:11  blocks[3].form: the page has the form contact already
a subject that the form does not have
  ${{ ...onHome(`${formBlock}    about: bowl\n`), ...contactForm }}
  => home:15:12  blocks[2].about: the form contact has no subject "bowl" — did you mean "bowls"?
a link to such a subject
  ${{ ...onHome('  - kind: links\n    links:\n      - { label: Write, href: "/forms/contact?about=bowl" }\n'), ...contactForm }}
  => home:14:31  blocks[2].links[1].href: the form contact has no subject "bowl" — did you mean "bowls"?
`

const ofGiving = mistakes`
a payment form without a page
  ${{ [donate]: null }}
  => content/pages:1:1  no page has the donation-form in USD
a payment form on two pages
  ${{ 'content/pages/Copy.yaml': smallSite[donate]?.replaceAll('Give in dollars', 'A copy').replace('/Donate', '/Copy') ?? '' }}
  => donate:8:15  blocks[1].currency: content/pages/Copy.yaml has the form for USD already
an amount in another currency than its form
  donate: maximum: $50,000 → maximum: ₹50,000
  => donate:18:14  blocks[1].maximum: must be in USD
a minimum above the maximum
  donate: minimum: $50\n → minimum: $60,000\n
  => donate:17:14  blocks[1].minimum: must be below the maximum, $50,000
amounts outside the limits, and one that is there twice
  donate: $50, pays: a → $40, pays: a
  donate: $250, pays: c → $100, pays: c
  donate: $500, pays: d → "$90,000", pays: d
  => donate:13:19  blocks[1].presets[1].amount: is below the minimum, $50
  => donate:15:19  blocks[1].presets[3].amount: is the amount of preset 2 already
  => donate:16:19  blocks[1].presets[4].amount: is above the maximum, $50,000
one of the amounts twice
  ${onIndia('{ kind: amounts, heading: A, presets: [1, 2, 1] }')}
  => india:20:50  blocks[3].presets[3]: 1 is in this list already
a tier whose link and button give other amounts
  ${onIndia('{ kind: tiers, heading: T, tiers: [{ amount: $50 a month, action: { label: Give $25 a month, href: "/give?page=India&amount=75" } }] }')}
  => india:20:80  blocks[3].tiers[1].action.label: says $25, but the tier says $50 a month
  => india:20:104  blocks[3].tiers[1].action.href: leads to an amount of 75, but the tier says $50 a month
a campaign that a block and a link name
  navigation: href: /give → href: /give?campaign=wells
  ${{ ...asking('wells'), ...campaign() }}
a campaign that no file describes
  ${{ ...asking('well'), ...campaign() }}
  => india:20:33  blocks[3].campaign: content/campaigns/well.yaml does not exist — did you mean "wells"?
a campaign that is over
  ${{ ...asking('wells'), ...campaign('title: Wells\nreason: 3\nstarts: "2025-01-01"\nends: "2025-12-31"\n') }}
  => india:20:33  warning: blocks[3].campaign: the campaign wells ended on 2025-12-31: take the block away
a campaign that ends before it starts
  ${campaign(wells.replace('2027-03', '2026-03'))}
  => content/campaigns/wells.yaml:5:7  ends: is before the campaign starts, on 2026-11-01
a campaign with a number that another has
  ${{ ...campaign(), ...campaign(wells, 'wells-2') }}
  => content/campaigns/wells.yaml:6:10  partner: is the number of content/campaigns/wells-2.yaml already
a campaign in a currency that is not ours
  ${campaign(wells.replace('$', '€'))}
  => content/campaigns/wells.yaml:3:7  goal: must be an amount with its currency, such as $500 or ₹500
a campaign with an odd file name
  ${campaign(wells, 'The wells')}
  => content/campaigns/The wells.yaml:1:1  a campaign stands at content/campaigns/{slug}.yaml; the slug has small letters, digits and hyphens
`

const ofSamples = mistakes`
a telephone number reserved for fiction
  site: number: +1 423 267 1234 → number: +1 423 555 0123
  => site:28:44  offices[1].phones[1].number: ${isSample('"555 0123"', 'number')}
an email address at an example domain, in a story’s text
  story: mended it. → wrote to info@example.org.
  => story:17:25  body: ${isSample('"example.org"', 'body')}
a name to be announced
  site: founder: Ada → founder: Name to be announced
  => site:5:12  names.founder: ${isSample('"Name to be announced"', 'founder')}
a mark of an unknown field
  site: number: +1 423 267 1234 → number: +1 423 555 0123, sample: [nubmer]
  => site:28:44  offices[1].phones[1].number: ${isSample('"555 0123"', 'number')}
  => site:28:63  offices[1].phones[1].sample[1]: "nubmer" is not a field of this group — did you mean "number"?
a marked field
  site: number: +1 423 267 1234 → number: +1 423 555 0123, labelled: [number]
a field that no page can do without is hidden
  site: number: +1 423 267 1234 → number: +1 423 555 0123, sample: [number]
  => site:28:37  offices[1].phones[1].number: cannot be hidden, because a page needs it: mark it labelled
a marked group, with all fields in it
  site:     email: usa@mendedbowl.org →     email: usa@example.org\n    sample: true
a story with a marked text
  story: quickExit: false → sample: [body]
a real number that contains 555
  site: number: +1 423 267 1234 → number: +91 22 5550 1234
a sample name is reported where it is set, not where it is used
  site: email: hello@mendedbowl.org → email: hello@example.org\n  labelled: [email]
  story: {founder} mended → Write to {email}, {founder} mended
real values that are marked as samples
  site: https://tickets.test/bowl } → https://tickets.test/bowl, labelled: [href] }
  site:     email: usa@ →     sample: true\n    email: usa@
  => site:22:36  external.tickets.href: is marked labelled, but https://tickets.test/bowl is no sample: ${isMarked}
  => site:29:5  offices[1].sample: +1 423 267 1234 in this group is no sample: ${isMarked}
`

test.each([...ofPages, ...ofGiving, ...ofSamples])('%s', (_name, changes, found) => {
  expect(findingsOf(changes)).toEqual(found)
})

test.each([
  ['/India?x=1#how', null],
  ['/India/stories/the-bowl', null],
  ['/give?page=India', null],
  ['/DonateIndia?reason=2', null],
  ['/media/team.webp', null],
  ['https://elsewhere.test/a?b#c', null],
  ['mailto:hello@mendedbowl.org?subject=Hello', null],
  ['tel:+14232671234', null],
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
])('about a link to %s the check says: %p', (href, message) => {
  const problems = findingsOf(linkTo(href)).filter((finding) => !finding.includes('warning'))
  expect(problems).toEqual(message ? [`${navigation}:4:31  groups[1].entries[1].href: ${message}`] : [])
})

test('a page may not use an address of a route', () => {
  const owned = [
    ...['/search', '/forms/contact', '/sitemap', '/api', '/_next/x', '/Media/x', '/calendar/race'],
    ...['/Kenya/stories/x', '/india/Stories', '/FatherDaughterDanceGallery/photo/001', '/Donate/thank-you'],
  ]
  const why = new RegExp(`${newPage}:1:10  address: .* (belongs to the program|is where the|already leads to)`)
  for (const address of owned)
    expect([address, findingsOf(pageAt(address)).join()]).toEqual([address, expect.stringMatching(why)])
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

test.each(['50', '£50', '$50.50', '$0'])('an amount written as %s is refused', (written) => {
  expect(findingsOf(changed(donate, 'minimum: $50\n', `minimum: ${written}\n`))).toEqual([
    expect.stringMatching(/minimum: must be an amount with its currency, such as \$500 or ₹500$/),
  ])
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
  const changes = changed('content/events/race.yaml', 'words: Every September', `words: ${words}`)
  expect(findingsOf(changes)).toHaveLength(fits ? 0 : 1)
})

test('a form with an unknown name is refused', () => {
  const [problem] = findingsOf({ 'content/forms/bowls.yaml': contact })
  expect(problem).toMatch(/^content\/forms\/bowls\.yaml:1:1 .*the id is one of volunteer, student-intern, partner/)
})
