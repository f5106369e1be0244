/** A week of made-up visitors for the demo, who send the public forms and pay in the sandbox. Never for a real store. */
type Send = (path: string, body: object) => Promise<Record<string, unknown>>
export type Week = readonly { daysAgo: number; visit: (send: Send) => Promise<void> }[]

const sample = (name: string) => ({ firstName: name, lastName: '(sample)', email: `${name.toLowerCase()}@example.org` })
const india = { donorType: 1, citizen: 'yes', reason: 2, paymenttype: 'once', phone: '+91 22 5555 0100' }
const mumbai = { address: { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' } }
const usa = { currency: 'USD', donorType: 1, reason: 2, paymenttype: 'once', paymentMethod: 'card' }
const chattanooga = {
  address: { line1: '1 River Street', city: 'Chattanooga', state: 'Tennessee', postal_code: '37402', country: 'US' },
}
const sponsor = { event: '5k-run', phone: '+1 423 555 0100', address: '1 River Street, Chattanooga, TN 37402' }

const gift = (name: string, amount: number, details: object) => (send: Send) =>
  send('/api/create-checkout-session', { ...sample(name), ...details, amount, money: amount / 100 })
const rupees = (name: string, amount: number, more: object) => gift(name, amount, { ...india, ...mumbai, ...more })
const dollars = (name: string, amount: number, more = {}) => gift(name, amount, { ...usa, ...chattanooga, ...more })
const enquiry = (fields: object) => (send: Send) => send('/api/enquiries', fields)
const family = (firstname: string, number: string, place: string) =>
  enquiry({
    ...{ form: 'get-surgery', firstname, number, place, how: 'whatsapp', age: '4 months' },
    ...{ asking: 'family', consent: 'yes' },
  })
const message = (firstname: string, text: string) =>
  enquiry({
    form: 'contact',
    firstname,
    lastname: '(sample)',
    email: `${firstname.toLowerCase()}@example.org`,
    message: text,
  })
const subscriber = (name: string) => (send: Send) =>
  send('/api/newsletter', { name: `${name} (sample)`, email: `${name.toLowerCase()}@example.org` })

/** `pay`: pays what was begun last, as a donor does on the page of Stripe. */
export const madeUpWeek = (pay: () => Promise<unknown>): Week => {
  const all = (daysAgo: number, ...visits: ((send: Send) => Promise<unknown>)[]) => ({
    daysAgo,
    async visit(send: Send) {
      for (const visit of visits) await visit(send)
    },
  })
  return [
    all(
      6,
      rupees('Asha', 100_000, { paymentMethod: 'card' }),
      pay,
      message('Amina', 'When is the next camp in Nairobi?'),
    ),
    all(5, family('Wanjiru (sample)', '+254 20 555 0177', 'Nyeri, Kenya'), dollars('Ruth', 5000), pay),
    all(4, rupees('Ravi', 250_000, { paymentMethod: 'bank' }), subscriber('Grace')),
    all(3, dollars('Daniel', 2500, { paymenttype: 'monthly' }), pay, rupees('Meera', 50_000, { paymentMethod: 'upi' })),
    all(
      2,
      (send) =>
        send('/api/create-checkout-session-usa', {
          ...{ ...sponsor, ...sample('Ruth'), firstName: 'River Bakery (sample)', website: 'bakery.example.org' },
          ...{ levels: ['big-wheel'], paymentMethod: 'card', comments: 'Please print our name in lower case.' },
        }),
      pay,
      family('Grace (sample)', '+256 41 555 0123', 'Gulu, Uganda'),
    ),
    all(1, (send) =>
      send('/api/sponsorship-invoice', {
        ...{ ...sponsor, ...sample('Peter'), firstName: 'Peter’s Garage (sample)', levels: ['running-circle'] },
        ...{ promotionalItems: 'yes' },
      }),
    ),
    all(
      0,
      family('Joseph (sample)', '+254 20 555 0188', 'Kisumu, Kenya'),
      message('Tom', 'I would like to volunteer.'),
      message('Sam', 'Cheap watches: https://shop.example.org https://shop.example.com'),
      rupees('Lakshmi', 150_000, { paymentMethod: 'card' }),
      pay,
    ),
  ]
}
