/** Forms in a browser: their markup before any script runs, what is sent, kept and shown again. */

import { renderToStaticMarkup } from 'react-dom/server'
import { readResponse, sender } from '#components/forms/browser-form.ts'
import { EnquiryForm } from '#components/forms/enquiry-form.tsx'
import { keepValues, keptValues } from '#components/forms/kept-values.ts'
import { NewsletterForm } from '#components/forms/newsletter-form.tsx'
import { DataNotice } from '#components/forms/posted-form.tsx'
import { openingOf, withSubject } from '#components/forms/subject.ts'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { enquiryForm, enquiryForms, page, site } from '#lib/site/content/index.ts'
import type { EnquiryFormContent as Definition } from '#lib/site/content/schema.ts'

const refusal = (status: number, body: unknown) => readResponse(false, status, body)

describe('the response to a form', () => {
  test('is refused with the sentence of the server, and its errors by field where they are some', () => {
    const error = { field: 'email', message: 'Enter your email address' }
    const errors = [null, 'name', { field: 'email' }, error]
    const body = { title: 'Check', detail: 'Required', errors, amount: 125_000, currency: 'USD' }
    expect(refusal(422, body)).toEqual({
      kind: 'refused',
      status: 422,
      sentence: 'Required',
      errors: [error],
      body,
    })
    expect(refusal(429, { title: 'Too many sign-ups' })).toMatchObject({ sentence: 'Too many sign-ups' })
  })

  test.each([
    ...[null, '<html>', 42, [], { title: '' }].map((body) => [false, 502, body] as const),
    ...[null, '<html>', 42].map((body) => [true, 200, body] as const),
  ])('is not one of ours: %s, %i with %j', (isOk, status, body) => {
    expect(readResponse(isOk, status, body)).toEqual({ kind: 'unreadable' })
  })
})

const address = 'http://localhost/api/enquiries'
const keys: (string | null)[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  keys.length = 0
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, options) => {
    keys.push(new Headers(options?.headers).get('idempotency-key'))
    return answer()
  })
})
afterEach(() => jest.restoreAllMocks())

const respond = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }))
const problem = (status: number) => respond(status, { title: 'No' })
const asha = { name: 'Asha' }

test.each([
  ['was accepted', respond(202, { reference: 'E-2345-6789' }), 'accepted'],
  ['got no response', () => Promise.reject(new TypeError('offline')), 'lost'],
  ['got a page of a proxy', () => Promise.resolve(new Response('<html>', { status: 502 })), 'unreadable'],
  ['could not be stored', problem(503), 'refused'],
])('the same answers again are the same attempt if the first %s, whatever the token', async (_, first, kind) => {
  const { send } = sender()
  answer = first
  expect(await send(address, asha, { ...asha, token: 1 })).toMatchObject({ kind })
  await send(address, asha, { ...asha, token: 2 })
  await send(address, { name: 'Ruth' }, {})
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a form is busy until its response has come, and answers that were refused are another attempt', async () => {
  const { send, isBusy } = sender()
  answer = problem(422)
  const sent = send(address, asha, asha)
  expect(isBusy()).toBe(true)
  await sent
  expect(isBusy()).toBe(false)
  await send(address, asha, asha)
  expect(new Set(keys).size).toBe(2)
})

const details = { firstName: 'Asha', reason: '6', line1: '12 Lake Road', coverFees: 'yes' }
const amount = { paymenttype: 'monthly', money: 'other', otherMoney: '16000' }
const typed = { ...details, ...amount, pan: 'ABCPE1234F', remind: 'yes', citizen: 'yes' }
const kept = new Map<string, string>()
const storage = {
  setItem: (key: string, value: string) => kept.set(key, value),
  getItem: (key: string) => kept.get(key) ?? null,
}

beforeAll(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true })
})
afterEach(() => kept.clear())
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage')
})

test.each([
  ['INR', true, { ...details, ...amount, citizen: 'yes' }],
  ['INR', false, details],
  ['USD', true, details],
  ['USD', false, details],
] as const)(
  'a gift in rupees, and never its PAN or the wish to be reminded, comes back to a form in %s (reloaded: %s)',
  (form, isReload, expected) => {
    keepValues('donation', 'INR', typed)
    expect(keptValues('donation', form, isReload)).toEqual(expected)
    expect([...kept.values()].join()).not.toMatch(/ABCPE/)
  },
)

test('a sponsor keeps the levels on one event’s form only, and finds nothing of a donor’s', () => {
  keepValues('donation', 'USD', typed)
  const [name, chosen] = [{ firstName: 'Ruth Lee' }, { levels: ['marathon'], promotionalItems: true }]
  keepValues('sponsorship', '5k-run', { ...name, ...chosen })
  expect(keptValues('sponsorship', '5k-run', true)).toEqual({ ...name, ...chosen })
  expect(keptValues('sponsorship', '5k-run', false)).toEqual(name)
  expect(keptValues('sponsorship', 'dance', true)).toEqual(name)
})

test.each(['{', 'null', '[]', '"x"', '{"values":[]}'])('what is no record of ours (%s) brings nothing back', (text) => {
  kept.set('donation', text)
  expect(keptValues('donation', 'INR', true)).toEqual({})
})

const subjects = [
  { id: 'five-days', line: 'Five days, please ($3500).' },
  { id: 'two-weeks', line: 'Two weeks, please ($5000).' },
]

test.each<[string | undefined | string[], string | undefined]>([
  ['two-weeks', 'Two weeks, please ($5000).\n\n'],
  ...['three-weeks', '', undefined, ['two-weeks']].map((id) => [id, undefined] as [string, undefined]),
])('a message about %j begins with %j', (id, line) => expect(openingOf(subjects, id)).toBe(line))

test('such a line stands above what was written, takes the place of another, and is not written twice', () => {
  expect(withSubject('Hello', subjects, 'three-weeks')).toBe('Hello')
  const five = withSubject('For my son.', subjects, 'five-days')
  expect(five).toBe('Five days, please ($3500).\n\nFor my son.')
  const two = withSubject(five, subjects, 'two-weeks')
  expect(two).toBe('Two weeks, please ($5000).\n\nFor my son.')
  expect(withSubject(two, subjects, 'two-weeks')).toBe(two)
})

const drawn = (id: string, returned?: ReturnedForm) =>
  renderToStaticMarkup(<EnquiryForm form={enquiryForm(id) as Definition} scope={id} {...(returned && { returned })} />)

const attributes = (html: string, name: string) => html.match(new RegExp(`<\\w+[^>]* name="${name}"[^>]*>`))?.[0] ?? ''
test('a refused form is returned with what was typed and ticked, and with each error beside its field', () => {
  const checkbox = ['Ambu bags adult, infant and pediatric', 'Tape']
  const errors = [{ field: 'lastname', message: 'Enter your last name' }]
  const values = { firstname: 'Asha', message: 'Two boxes', checkbox }
  const html = drawn('in-kind-supplies', { values, fault: { sentence: 'Please correct it.', errors } })
  expect(attributes(html, 'firstname')).toContain('value="Asha"')
  expect(html).toMatch(/<textarea[^>]*>Two boxes<\/textarea>/)
  const ticked = [...html.matchAll(/<input type="checkbox"[^>]*>/g)].filter(([box]) => box.includes('checked'))
  expect(ticked.map(([box]) => box.match(/value="([^"]+)"/)?.[1])).toEqual(checkbox)
  expect(html).toMatch(/id="error-summary"[\s\S]*Please correct it\.[\s\S]*href="#in-kind-supplies-field-lastname"/)
  const lastname = attributes(html, 'lastname')
  expect(lastname).toMatch(/(?=.*aria-invalid="true").*aria-describedby="in-kind-supplies-error-lastname"/)
  expect(html).toMatch(
    /<p id="in-kind-supplies-error-lastname"[^>]*><span[^>]*>Error: <\/span><span>Enter your last name/,
  )
})

test('each form that stores data says what for and how long, whom to ask, and leads to its part of the privacy policy', () => {
  const parts = page('/PrivacyPolicy')?.blocks.flatMap((block) => ('id' in block && block.id ? [block.id] : []))
  const notice = (html: string) =>
    /((?:We keep|Kept)[^<]+)<a href="mailto:([^"]+)".*?href="\/PrivacyPolicy#(\w+)"/.exec(html)
  for (const html of [
    ...enquiryForms().map(({ id }) => drawn(id)),
    renderToStaticMarkup(<NewsletterForm scope="newsletter" />),
    ...(['gift', 'help', 'sponsorship'] as const).map((purpose) =>
      renderToStaticMarkup(<DataNotice purpose={purpose} />),
    ),
  ]) {
    const [, words, address, part] = notice(html) ?? []
    expect(words).toMatch(/for \d+ days|until|for as long as/)
    expect(address).toBe(site().names.email)
    expect(parts).toContain(part)
  }
  expect(drawn('get-surgery')).toContain(`until ${site().keep.surgery} days after the last call`)
})
