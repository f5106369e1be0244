import { readValues, validate } from '#lib/contact/forms/form.ts'
import {
  describeSponsorship,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorshipTotal,
} from '#lib/giving/sponsorship/form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { wholeMoney } from '#lib/platform/money.ts'

const texts = textsIn('en-US')
const run: SponsorshipTerms = {
  texts,
  day: '2027-09-11',
  levels: [
    { id: 'headliner', name: 'Headliner', price: wholeMoney(10_000, 'USD') },
    { id: 'big-wheel', name: 'Big Wheel', price: wholeMoney(750, 'USD') },
    { id: 'running-circle', name: 'Running Circle', price: wholeMoney(500, 'USD') },
  ],
  choose: 'several',
  itemsLabel: 'Items for the bags',
  itemsOpen: false,
  itemsUntil: '',
  itemsClosed: 'Too late.',
}
const dance: SponsorshipTerms = { ...run, choose: 'one' }
const emptySponsorship = readValues<SponsorshipValues>(describeSponsorship(run), {})
const ruth = {
  ...emptySponsorship,
  levels: ['running-circle'],
  firstName: 'Ruth Lee',
  email: 'ruth@example.org',
  phone: '+1 423 555 0100',
  address: '1 River Street, Chattanooga, TN 37402',
}
const messages = (changes: Partial<typeof ruth>, terms = run) =>
  validate(describeSponsorship(terms), { ...ruth, ...changes }).map(({ field, message }) => `${field}: ${message}`)

test('the total rises and falls with the levels, each counted once', () => {
  const total = (...levels: string[]) => sponsorshipTotal({ levels }, run.levels)
  expect(total()).toEqual({ amount: 0, currency: 'USD' })
  expect(total('running-circle', 'big-wheel')).toEqual({ amount: 125_000, currency: 'USD' })
  expect(total('big-wheel')).toEqual({ amount: 75_000, currency: 'USD' })
  expect(total('big-wheel', 'big-wheel', 'platinum')).toEqual({ amount: 75_000, currency: 'USD' })
})

test('an empty form names everything that is asked, in its order', () => {
  const asked = ['levels', 'firstName', 'email', 'address']
  expect(validate(describeSponsorship(run), emptySponsorship).map(({ field }) => field)).toEqual(asked)
})

test.each([
  ...['example', 'two words.org', 'javascript:alert(1)', 'ftp://example.org', 'me@example.org', 'http://', '.org'],
])('%s is no website', (website) => expect(messages({ website })).toEqual([expect.stringMatching(/^website: /)]))

test('only levels of the form count, and a form that takes one level takes one', () => {
  expect(messages({ levels: ['platinum'] })).toEqual([
    'levels: Choose your level again: the one you chose is not offered here',
  ])
  expect(messages({ levels: ['headliner', 'big-wheel'] }, dance)).toEqual(['levels: Choose one level only'])
  expect(messages({ levels: [] }, dance)).toEqual(['levels: Choose a level'])
})

test('promotional items are refused past their deadline, with the sentence of content', () => {
  const values = { ...ruth, promotionalItems: true }
  expect(validate(describeSponsorship(run), values)).toEqual([{ field: 'promotionalItems', message: 'Too late.' }])
  expect(validate(describeSponsorship({ ...run, itemsOpen: true }), values)).toEqual([])
})
