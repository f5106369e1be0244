/** A site of two pages and a story in a temporary folder, for tests that break one thing in it. Independent of the real content. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkContent } from '#lib/site/content/checks/index.ts'
import { type Content, loadContent } from '#lib/site/content/load.ts'
import { formatProblem, type Problem } from '#lib/site/content/problem.ts'
import { siteFiles } from '#lib/site/content/public-files.ts'

export const smallSite: Record<string, string> = {
  'content/site.yaml': `names:
  organisation: Mended Bowl
  initials: MB
  product: Bowl
  founder: Ada
  founderSlug: Ada
  second: Grace
  secondSlug: Grace
  email: hello@mendedbowl.org
  eventsEmail: events@mendedbowl.org
formerly: {}
tagline: Nothing is beyond mending
description: "{organisation} mends bowls."
founded: { date: "2007-12-11", place: Chattanooga, statement: Founded in Chattanooga }
social:
  - { network: facebook, label: Facebook, href: https://social.test/facebook }
  - { network: instagram, label: Instagram, href: https://social.test/instagram }
  - { network: x, label: X, href: https://social.test/x }
  - { network: linkedin, label: LinkedIn, href: https://social.test/linkedin }
  - { network: youtube, label: YouTube, href: https://social.test/youtube }
external:
  tickets: { label: Tickets, href: https://tickets.test/bowl }
offices:
  - code: US
    name: USA office
    lines: [1 Bowl Street, Chattanooga]
    phones:
      - { label: Telephone, number: +1 423 267 1234 }
    email: usa@mendedbowl.org
footerOffice: { other: US }
newsletter: { thanks: It comes. }
portraits: { patient: Drawn with gold., other: Drawn. }
zone: America/New_York
`,
  'content/navigation.yaml': `groups:
  - label: Countries
    entries:
      - { label: India, href: /India }
story: { label: "{founder}'s story", href: /India/stories/the-bowl }
donate: { label: Donate, href: /give }
help: { label: Need help?, href: / }
footer:
  - label: More
    entries:
      - { label: Home, href: / }
      - { label: The run, href: /Event5kSponsorship }
      - { label: The dance, href: /FatherDaughterSponser }
      - { label: The team, href: /media/team.webp }
lost:
  - { label: Home, href: / }
`,
  'content/figures.yaml': `live:
  - { id: bowls, label: bowls, total: { country: INDIA } }
fixed:
  - { id: menders, value: 300+, label: menders, source: Register, asOf: 2026-01 }
milestones:
  - { id: first-bowls, value: 250, label: bowls, source: Register, reached: 2025-01 }
`,
  'content/camps.yaml': `asOf: 2025-11
totalSurgeryCount: 10
totalCampCount: 2
totalCountryCount: 1
countryWiseCamps:
  INDIA: { surgeryCount: 10 }
  KENYA: { surgeryCount: 0 }
  ZIMBABWE: { surgeryCount: 0 }
  UGANDA: { surgeryCount: 0 }
  AFRICA: { surgeryCount: 0 }
`,
  'content/giving/reasons.yaml': `reasons:
${['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
  .map(
    (label, index) =>
      `  - { code: ${index + 1}, label: ${label}, does: It helps., picture: { kind: pattern, pattern: usa }, next: { label: Home, href: / } }\n`,
  )
  .join('')}share: I gave.
`,
  ...Object.fromEntries(
    [
      ['INR', 'DonateIndia', 'Give in India', '₹'],
      ['USD', 'Donate', 'Give in dollars', '$'],
    ].map(([currency, name, title, sign]) => [
      `content/pages/${name}.yaml`,
      `address: /${name}
title: ${title}
description: ${title}, once or every month.
card: { kind: pattern, pattern: usa }
updated: "2026-01-02"
blocks:
  - kind: donation-form
    currency: ${currency}
    heading: Give
    intro: Thank you.
    picture: { kind: pattern, pattern: usa }
    presets:
      - { amount: ${sign}50, pays: a }
      - { amount: ${sign}100, pays: b }
      - { amount: ${sign}250, pays: c }
      - { amount: ${sign}500, pays: d }
    minimum: ${sign}50
    maximum: ${sign}50,000
    aboveMaximum: Call us.
    tax: Ask for a certificate.
    otherForm: { question: From elsewhere?, link: { label: Another currency, href: / } }
    reassurance: Safe.
    next: { label: Home, href: / }
`,
    ]),
  ),
  ...Object.fromEntries(
    [
      ['5k-run', 'Event5kSponsorship', 'Sponsor the run'],
      ['father-daughter-dance', 'FatherDaughterSponser', 'Sponsor the dance'],
    ].map(([event, name, title]) => [
      `content/pages/${name}.yaml`,
      `address: /${name}
title: ${title}
description: ${title} of bowls.
card: { kind: pattern, pattern: usa }
updated: "2026-01-02"
blocks:
  - { kind: hero, heading: ${title}, intro: Thank you., pattern: usa, look: plain }
  - kind: sponsorship-form
    event: ${event}
    calendarEvent: race
    name: the event
    choose: several
    levels:
      - { id: headliner, name: Headliner, price: $5000, includes: [A bowl] }
    items: { label: We give bowls, daysBefore: 30 }
    closed: { text: Write to us., actions: [{ label: Home, href: / }] }
    reassurance: Safe.
    invoice: Write to us.
    thanks: { text: We write., picture: { kind: pattern, pattern: usa }, share: Come. }
    next: { label: Home, href: / }
`,
    ]),
  ),
  'content/events/race.yaml': `title: The race
summary: With bowls.
href: /
picture: { kind: pattern, pattern: usa }
zone: America/New_York
date: "2026-09-12"
starts: "08:00"
ends: "12:00"
repeats: { everyMonths: 12, week: 2, weekday: Saturday, words: Every September }
online: Zoom
updated: "2026-01-02"
`,
  'content/giving/receipts.yaml': ['INR', 'USD']
    .map(
      (currency) => `${currency}:
  legalName: Mended Bowl
  address: [1 Bowl Street]
  registrations:
    - { label: EIN, value: 12-3456789 }
  signatory: { name: Ada, role: Treasurer }
  zone: America/New_York
  office: US
  gift: Nothing was given in return.
  sponsorship: Something was given in return.
`,
    )
    .join(''),
  'content/giving/transfers.yaml': `accounts: {}
statements:
  - { id: bank, about: A bank, currency: USD, dates: M/D/Y, date: Date, text: [Description], received: Amount }
`,
  'content/pages/Home.yaml': `address: /
aliases: [/Home]
title: Home
description: Bowls that were broken.
card: { kind: pattern, pattern: usa }
updated: "2026-03-04"
blocks:
  - kind: hero
    heading: Bowls
    intro: Every bowl can be mended.
    pattern: usa
`,
  'content/pages/India.yaml': `address: /India
aliases: [/Bharat]
title: India
description: Bowls of India.
parent: { label: Countries }
country: India
card: { kind: pattern, pattern: india }
updated: "2026-02-03"
blocks:
  - kind: hero
    heading: India
    intro: Bowls of India.
    pattern: india
  - kind: prose
    id: how
    text: |
      First line.

      See [home](/).
  - kind: stories
    id: stories
    heading: Stories
    country: India
`,
  'content/stories/India/the-bowl.md': `---
title: The bowl
summary: It broke.
description: A bowl that broke and was mended.
order: 1
picture:
  kind: portrait
  who: girl
  look: 4
  pattern: india
  alt: A girl
updated: "2026-02-05"
gift: { ask: Mend the next one, reason: 1, preset: 2 }
---
It broke.

{founder} mended it.
`,
  'public/media/team.webp': 'RIFF\0\0\0\0WEBP',
}

/** A page with a hero. `more` and `blocks`: other fields, and further blocks, as YAML. */
export const pageFile = (address: string, more = '', blocks = '') => `address: ${address}
title: ${address.slice(1)}
description: The page ${address}.
card: { kind: pattern, pattern: usa }
updated: "2026-03-04"
${more}blocks:
  - { kind: hero, heading: Wells, intro: Groundwater., pattern: usa }
${blocks}`

/** A post. `more`: other fields, as YAML. */
export const postFile = (title: string, { date = '2024-05-08', more = '', body = 'It was early.' } = {}) => `---
title: ${title}
excerpt: It was early.
description: What happened (${title}).
date: "${date}"
picture: { kind: pattern, pattern: usa }
updated: "2026-02-07"
${more}---
${body}
`

/** The story of the small site under another title. `more`: other fields, as YAML. */
export const storyFile = (title: string, { more = '', order = 2, look = 5 } = {}) =>
  (smallSite['content/stories/India/the-bowl.md'] ?? '')
    .replace('title: The bowl\n', `title: ${title}\n${more}`)
    .replace('A bowl that', `${title}, a bowl that`)
    .replace('order: 1', `order: ${order}`)
    .replace('look: 4', `look: ${look}`)

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Writes the small site with some files changed, added, or (null) left out. Returns the folder above content/ and public/. */
export function writeSite(changes: Changes = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-site-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ ...smallSite, ...changes })) {
    if (text === null) continue
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    // One character is one byte of a picture.
    writeFileSync(path.join(folder, name), text, /^(public|content\/photos)\//.test(name) ? 'latin1' : 'utf8')
  }
  return folder
}

/** The small site, or these `changes` of it, with `from` replaced in one file. @throws when `from` is missing. */
export function changed(name: string, from: string, to: string, changes: Changes = {}): Record<string, string> {
  const text = changes[name] ?? smallSite[name]
  if (!text?.includes(from)) throw new Error(`${name} does not hold ${from}`)
  return { [name]: text.replace(from, () => to) }
}

/** Changes that give the story this text, and that add a block to a page, as YAML. */
export const inStory = (text: string) => changed('content/stories/India/the-bowl.md', '---\nIt broke.', `---\n${text}`)
export const onIndia = (block: string) =>
  changed('content/pages/India.yaml', '  - kind: stories', `  - ${block}\n  - kind: stories`)
export const onHome = (blocks: string) => ({
  'content/pages/Home.yaml': `${smallSite['content/pages/Home.yaml']}${blocks}`,
})

type Changes = Record<string, string | null>

/** Files of the small site, by the names that tables of mistakes give them. */
const places: Record<string, string> = {
  site: 'content/site.yaml',
  navigation: 'content/navigation.yaml',
  figures: 'content/figures.yaml',
  home: 'content/pages/Home.yaml',
  india: 'content/pages/India.yaml',
  donate: 'content/pages/Donate.yaml',
  run: 'content/pages/Event5kSponsorship.yaml',
  race: 'content/events/race.yaml',
  story: 'content/stories/India/the-bowl.md',
}

/**
 * Rows of name, changes and findings, for `test.each`, from a table such as
 *
 *     an empty title
 *       home: title: Home → title: ""
 *       => home:3:1  title: is empty
 *
 * A backslash and n is a line break. Changes of other files are objects in the place of a line.
 */
export function mistakes(table: TemplateStringsArray, ...values: (string | Changes)[]): [string, Changes, string[]][] {
  const text = String.raw(table, ...values.map((value, index) => (typeof value === 'string' ? value : `@${index}`)))
  const rows: [string, Changes, string[]][] = []
  for (const line of text.split('\n').filter((one) => one.trim())) {
    const [, changes = {}, findings = []] = rows.at(-1) ?? []
    const written = line.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter))
    const [, index] = /^ +@(\d+)$/.exec(line) ?? []
    const [, place = '', from = '', to = ''] = /^ +(\w+): ([\s\S]*?) → ?([\s\S]*)$/.exec(written) ?? []
    if (line.startsWith('  =>')) findings.push(written.slice(5).replace(/^\w+/, (word) => places[word] ?? word))
    else if (index) Object.assign(changes, values[Number(index)])
    else if (place) Object.assign(changes, changed(places[place] ?? place, from, to, changes))
    else rows.push([line, {}, []])
  }
  return rows
}

export function load(changes: Changes = {}): Content {
  const loaded = loadContent(path.join(writeSite(changes), 'content'))
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  return loaded.content
}

/** "file:line:column field: message" of every problem, without the frames. */
export const problemsOf = (changes: Changes = {}): string[] => checked(changes).problems.map(oneLine)

/** The problems, and then the warnings. */
export function findingsOf(changes: Changes = {}): string[] {
  const { problems, warnings } = checked(changes)
  return [...problems, ...warnings].map(oneLine)
}

export function checked(changes: Changes): { problems: Problem[]; warnings: Problem[] } {
  const folder = writeSite(changes)
  const loaded = loadContent(path.join(folder, 'content'))
  return loaded.ok
    ? checkContent(loaded.content, siteFiles(folder), new Date('2026-11-22T12:00:00Z'))
    : { problems: loaded.problems, warnings: [] }
}

const oneLine = (problem: Problem) => formatProblem({ ...problem, frame: '' })
