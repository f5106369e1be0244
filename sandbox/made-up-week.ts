/** A week of made-up visitors for the demo, who send the public forms and pay in the sandbox. Never for a real store. */

/** What visitors reach. `stripe`: a control of the sandbox, such as `sessions/latest/pay`. `confirm`: presses the link of a sign-up in the newest mail. */
export type World = {
  send(path: string, body: object): Promise<unknown>
  stripe(control: string, body?: object): Promise<unknown>
  confirm(email: string): Promise<unknown>
}
type Visit = (world: World) => Promise<unknown>

const sample = (name: string) => ({ firstName: name, lastName: '(sample)', email: `${name.toLowerCase()}@example.org` })
const india = { donorType: 1, citizen: 'yes', reason: 2, paymenttype: 'once', phone: '+91 22 5555 0100' }
const mumbai = { address: { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' } }
const usa = { currency: 'USD', donorType: 1, reason: 2, paymenttype: 'once', paymentMethod: 'card' }
const chattanooga = {
  address: { line1: '1 River Street', city: 'Chattanooga', state: 'Tennessee', postal_code: '37402', country: 'US' },
}
const sponsor = { event: '5k-run', phone: '+1 423 555 0100', address: '1 River Street, Chattanooga, TN 37402' }

const pay: Visit = ({ stripe }) => stripe('sessions/latest/pay')
const refund =
  (amount: number): Visit =>
  ({ stripe }) =>
    stripe('payments/latest/refund', { amount })
const dispute: Visit = ({ stripe }) => stripe('payments/latest/dispute')

/** `amount`: in whole rupees or dollars. */
const gift =
  (name: string, amount: number, details: object): Visit =>
  ({ send }) =>
    send('/api/create-checkout-session', { ...sample(name), ...details, money: amount, amount: amount * 100 })
const rupees = (name: string, amount: number, more: object) => gift(name, amount, { ...india, ...mumbai, ...more })
const dollars = (name: string, amount: number, more = {}) => gift(name, amount, { ...usa, ...chattanooga, ...more })
const enquiry =
  (fields: object): Visit =>
  ({ send }) =>
    send('/api/enquiries', fields)
const family = (firstname: string, number: string, place: string) =>
  enquiry({
    form: 'get-surgery',
    firstname,
    number,
    place,
    how: 'whatsapp',
    age: 'under-1-year',
    asking: 'family',
    consent: 'yes',
  })
const message = (firstname: string, text: string) =>
  enquiry({
    form: 'contact',
    firstname,
    lastname: '(sample)',
    email: `${firstname.toLowerCase()}@example.org`,
    message: text,
  })
const subscriber =
  (name: string): Visit =>
  ({ send }) =>
    send('/api/newsletter', { name: `${name} (sample)`, email: `${name.toLowerCase()}@example.org` })

const card = { paymentMethod: 'card' }
const runners: Visit = ({ send }) =>
  send('/api/create-ticket-session', {
    form: 'tickets-race',
    name: 'Ruth (sample)',
    email: 'ruth@example.org',
    consent: 'yes',
    'count-10k': '2',
    'names-10k': 'Ruth (sample)\nAmy (sample)',
  })

/** By the number of days ago, the earliest first. */
export const madeUpWeek: readonly (readonly [daysAgo: number, ...Visit[]])[] = [
  [
    6,
    ...[rupees('Asha', 1000, card), pay],
    ...[dollars('Noor', 30), pay, dispute],
    message('Amina', 'When is the next camp in Nairobi?'),
  ],
  [5, family('Wanjiru (sample)', '+254 20 555 0177', 'Nyeri, Kenya'), dollars('Ruth', 50), pay, subscriber('Grace')],
  [
    4,
    ({ confirm }) => confirm('grace@example.org'),
    ...[rupees('Kamala', 2000, card), pay, refund(50_000)],
    rupees('Ravi', 2500, { paymentMethod: 'bank' }),
  ],
  [3, dollars('Daniel', 25, { paymenttype: 'monthly' }), pay, rupees('Meera', 500, { paymentMethod: 'upi' })],
  [
    2,
    ({ send }) =>
      send('/api/create-checkout-session-usa', {
        ...sponsor,
        ...sample('Ruth'),
        firstName: 'River Bakery (sample)',
        website: 'bakery.example.org',
        levels: ['big-wheel'],
        paymentMethod: 'card',
        comments: 'Please print our name in lower case.',
      }),
    pay,
    ...[runners, pay],
    family('Grace (sample)', '+256 41 555 0123', 'Gulu, Uganda'),
  ],
  [
    1,
    ({ send }) =>
      send('/api/sponsorship-invoice', {
        ...sponsor,
        ...sample('Peter'),
        firstName: 'Peter’s Garage (sample)',
        levels: ['running-circle'],
        promotionalItems: 'yes',
      }),
    subscriber('Tom'),
  ],
  [
    0,
    family('Joseph (sample)', '+254 20 555 0188', 'Kisumu, Kenya'),
    message('Tom', 'I would like to volunteer.'),
    message('Sam', 'Cheap watches: https://shop.example.org https://shop.example.com'),
    ...[rupees('Lakshmi', 1500, card), pay],
    ...[dollars('Olivia', 100), pay, refund(10_000)],
  ],
]
