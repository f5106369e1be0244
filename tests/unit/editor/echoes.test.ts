/** What is pointed out when a number changes: where else it stands, in digits, in words or in a sum. */
import { changedValues, echoesOf } from '#editor/echoes.ts'
import { type Changes, load, pageFile, smallSite } from '../content/small-site.ts'

const other = '#/collections/pages/entries/Other'
const sentence = (text: string) => `  - kind: prose\n    text: ${JSON.stringify(text)}\n`

/** What is pointed out once `file` was changed, while another page says `text`: the field, the words and their forms. */
function echoed(file: string, [before, after]: readonly [string, string], text: string, more: Changes = {}) {
  const site = (own: string) =>
    load({ ...more, [file]: own, 'content/pages/Other.yaml': pageFile('/Other', '', sentence(text)) })
  const now = site(after)
  const found = echoesOf(now, changedValues(site(before), now, [file]))
  return found.map(({ field, words, places }) => [field, words, ...places.map(({ form }) => form)])
}

type Row = [what: string, before: string, after: string, text: string, field?: string, words?: string]

const people = (...roles: string[]) =>
  `  - kind: people\n    heading: The crew\n    people:\n${roles.map((role) => `      - { role: ${role} }\n`).join('')}`
const three = people('Nurse', 'Driver', 'Driver')
const four = people('Nurse', 'Driver', 'Driver', 'Cook')
const fourth = people('Nurse', 'Driver', 'Driver', 'Driver')
const nurses = (count: number) => Array.from({ length: count }, () => 'Nurse')
const fee = sentence('It is $15.')
const newFee = sentence('It is $20.')

test.each<Row>([
  ['a list in words', three, four, 'Three people help.', 'blocks.1.people', 'Three people'],
  ['a list in digits', three, four, 'We are 3 good people.', 'blocks.1.people', '3 good people'],
  [
    'a long list',
    people(...nurses(13)),
    people(...nurses(14)),
    'Thirteen people.',
    'blocks.1.people',
    'Thirteen people',
  ],
  ['another count', three, four, 'Three cups. Thirteen people. 13 people.'],
  ['what a list repeats', three, fourth, 'Two drivers.', 'blocks.1.people', 'Two drivers'],
  ['an amount', fee, newFee, 'Bring $15, please.', 'blocks.1.text', '$15'],
  ['a part of another amount', fee, newFee, 'From $15,000, $150 or $15.50.'],
  ['an amount that stays', fee, sentence('It is still $15.'), 'Bring $15.'],
  ['a count', sentence('We have nine wells.'), sentence('We have ten wells.'), '9 wells', 'blocks.1.text', '9 wells'],
  ['a large number', sentence('1,500 bowls'), sentence('1,600 bowls'), 'Our 1500 bowls', 'blocks.1.text', '1500'],
])('of a page, %s', (_what, before, after, text, ...found) => {
  const page = (block: string) => pageFile('/Wells', '', block)
  const expected = found.length > 0 ? [[...found, other]] : []
  expect(echoed('content/pages/Wells.yaml', [page(before), page(after)], text)).toEqual(expected)
})

const race = 'content/events/race.yaml'
const tickets = (more = '') => `${smallSite[race]}tickets:
  kinds:
    - { id: run, name: Run, price: $40, value: { amount: $0, asOf: "2026-01-02" }, places: 200 }
    - { id: walk, name: Walk, price: $25, value: { amount: $0, asOf: "2026-01-02" }, places: 60 }
  refunds: None.
${more}`
const price = 'tickets.kinds.0.price'
const places = 'tickets.kinds.0.places'

test.each<Row>([
  ['a price', '$40', '$45', 'It costs $40.', price, '$40'],
  ['a price times a count that is named', '$40', '$45', 'Three of you pay $120.', price, '$120'],
  ['a price times a count that is not', '$40', '$45', 'You pay $120.'],
  ['a price for a year', '$40', '$45', 'That is $480 a year.', price, '$480'],
  ['a price times its places', '$40', '$45', 'It may bring $8,000.', price, '$8,000'],
  ['places times their price', 'places: 200', 'places: 150', 'It may bring $8,000.', places, '$8,000'],
  ['the sum of all places', 'places: 200', 'places: 150', 'In all 260 can come.', places, '260'],
  ['a number that is no sum', 'places: 200', 'places: 150', 'Take bus 260.'],
  ['the day', '"2026-09-12"', '"2027-09-11"', 'We run on September 12, 2026.', 'date', 'September 12, 2026'],
])('of an event, %s', (_what, from, to, text, ...found) => {
  const expected = found.length > 0 ? [[...found, other]] : []
  expect(echoed(race, [tickets(), tickets().replace(from, to)], text)).toEqual(expected)
})

test.each<Row>([
  ['the report of a camp', 'operated: 64', 'operated: 66', 'We operated on 64 children.', 'report.operated', '64'],
  ['the number of a bus', 'operated: 64', 'operated: 66', 'Take bus 64.'],
])('%s', (_what, from, to, text, ...found) => {
  const camp = `title: India, 2025
country: India
place: Bombay
zone: Asia/Kolkata
from: "2025-09-01"
until: "2025-09-12"
summary: Two weeks.
stage: done
report: { day: "2025-09-26", operated: 64, method: Counted. }
updated: "2026-01-02"
`
  const expected = found.length > 0 ? [[...found, other]] : []
  expect(echoed('content/camps/india.yaml', [camp, camp.replace(from, to)], text)).toEqual(expected)
})

test('an answer of the search, a figure, and the page that has changed are named too, until all say the new number', () => {
  const [figures, answers] = ['content/figures.yaml', 'content/answers.yaml']
  const answer = (count: string) =>
    `answers:\n  - { title: Menders, text: ${count} menders help., href: /India, asked: mender }\nsigns: "pain: hurt"\nsynonyms: "mender: maker"\nstopWords: the\n`
  const change = [smallSite[figures] ?? '', (smallSite[figures] ?? '').replace('300+', '310+')] as const
  const before = echoed(figures, change, 'Our 300 menders.', { [answers]: answer('300') })
  expect(before).toEqual([['fixed.0.value', '300', '#/collections/_singletons/entries/answers-file', other]])
  expect(echoed(figures, change, 'Our menders.', { [answers]: answer('310') })).toEqual([])
})
