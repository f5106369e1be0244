/** Every form, posted without JavaScript with something wrong: the response is the form's own page, with everything that was typed. */
import { randomUUID } from 'node:crypto'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { windowSeconds } from '#lib/platform/http/limit.ts'
import { expect, test } from '../../support/browser-test.ts'
import { startSiteWithoutStore } from '../../support/second-site.ts'
import { served, siteUrl } from '../../support/served.ts'

type Fields = Record<string, string>

/** Longer than any cookie. */
const long = `क "<b>&amp;\n${'Wort und mehr. '.repeat(280)}end`
const amina = { firstname: 'Amina', lastname: 'O’Neill <i>', email: 'amina at home', message: long }
const donor = {
  ...{
    intent: 'pay',
    paymenttype: 'once',
    money: 'other',
    otherMoney: '1234',
    reason: '2',
    donorType: '1',
    citizen: 'yes',
  },
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.org',
  phone: '+91 22 5555 0100',
  line1: '12 Lake Road',
  city: '',
  postal_code: '400001',
  country: 'IN',
  paymentMethod: 'card',
}
const tribute = {
  tribute: 'memory',
  tributeName: 'Meera',
  cardTo: 'The Rao family',
  cardEmail: 'nobody',
  cardMessage: long,
}
const sponsor = {
  event: '5k-run',
  levels: 'big-wheel',
  firstName: 'Ruth Lee',
  email: 'ruth at home',
  phone: '+1 423 555 0100',
  address: '1 River Street',
  comments: long.slice(0, 1900),
  paymentMethod: 'card',
}

const post = (path: string, fields: Fields, headers: Record<string, string> = {}, site = siteUrl) =>
  fetch(site + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const forms: [name: string, action: string, fields: Fields, page: string, error: string][] = [
  ['an enquiry', '/forms/contact', { form: 'contact', ...amina }, '/forms/contact', 'Enter your email address'],
  [
    'a sign-up',
    '/forms/newsletter',
    { name: 'Amina', email: 'amina at home' },
    '/forms/newsletter',
    'Enter your email',
  ],
  [
    'a gift in rupees',
    '/DonateIndia',
    { ...donor, lastName: 'R'.repeat(90) },
    '/DonateIndia',
    'Enter your town or city',
  ],
  [
    'a large gift in dollars',
    '/Donate',
    { ...donor, currency: 'USD', otherMoney: '5000', country: 'US', city: 'Reno', line1: '' },
    '/Donate',
    'Enter your street address',
  ],
  ['a tribute', '/DonateIndia', { ...donor, ...tribute }, '/DonateIndia', 'Enter the email address'],
  ['a sponsorship', '/Event5kSponsorship', sponsor, '/Event5kSponsorship', 'Enter your email address'],
  ['an invoice', '/Event5kSponsorship?invoice=1', sponsor, '/Event5kSponsorship', 'Enter your email address'],
]

for (const [name, action, fields, address, error] of forms)
  test(`${name} is answered with its page, whatever its length, and nobody else gets it`, async () => {
    const response = await post(action, fields)
    const html = await response.text()
    const page = await served(address)
    expect([response.status, response.headers.get('location')]).toEqual([422, null])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'))
    expect(html).toMatch(/<title>Error: /)
    expect(html).toMatch(
      /<div(?=[^>]* id="error-summary")(?=[^>]* role="alert")(?=[^>]* tabindex="-1")[^>]* autofocus=""/i,
    )
    expect(html).toContain(error)
    expect(html).not.toMatch(/<script[^>]*static\/chunks|__next_f/)
    for (const [field, value] of Object.entries(fields))
      if (!['intent', 'paymentMethod', 'citizen', 'phone'].includes(field))
        expect(html, field).toContain(escaped(value))
    const [, , stored] = [page, await served(address), await served(`${address}?returned=${randomUUID()}`)]
    expect(stored?.status).toBe(200)
    for (const { html: shown } of [page, stored ?? page]) expect(shown).not.toMatch(/Amina|Asha|Ruth Lee/)
  })

test('a refused form keeps the language and the light version', async () => {
  const fields = { ...amina, form: 'contact', language: 'hi' }
  const html = await (await post('/api/enquiries', fields, { cookie: 'version=light' })).text()
  expect(html).toMatch(/^<!DOCTYPE html><html lang="hi"[^>]* data-version="light"/)
  expect(html).not.toContain('<script src')
  expect(html).toContain('name="language" value="hi"')
  expect(html).toContain(escaped(amina.message))
})

test('a visitor over the limit reads so on the page, with everything that was typed', async () => {
  const secondsLeft = windowSeconds - (Math.floor(Date.now() / 1000) % windowSeconds)
  if (secondsLeft < 20) await new Promise((resolve) => setTimeout(resolve, secondsLeft * 1000))
  const headers = { 'x-forwarded-for': '198.51.100.77' }
  const fields = { form: 'contact', ...amina, email: 'amina@example.org' }
  for (let count = 0; count < enquiryLimit.address; count += 1) await post('/api/enquiries', fields, headers)
  const response = await post('/api/enquiries', fields, headers)
  expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true])
  const html = await response.text()
  expect(html).toContain('Too many')
  expect(html).toContain(escaped(long))
})

test('while the store is down, what was typed is on the page too', async () => {
  const site = await startSiteWithoutStore()
  try {
    const response = await post('/api/enquiries', { form: 'contact', ...amina, email: 'a@example.org' }, {}, site.url)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain(escaped(long))
    const wrong = await post('/api/create-checkout-session', { ...donor, firstName: 'Asha "K"' }, {}, site.url)
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('Asha &quot;K&quot;')
  } finally {
    await site.close()
  }
})
