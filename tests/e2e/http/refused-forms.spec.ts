/** Every form, posted without JavaScript with something wrong: the response is the form's own page, with everything that was typed. */
import { randomUUID } from 'node:crypto'
import { expect, test } from '../../support/browser-test.ts'
import { served, siteUrl } from '../../support/served.ts'

type Fields = Record<string, string>

/** Longer than any cookie. */
const long = `क "<b>&amp;\n${'Wort und mehr. '.repeat(280)}end`
const amina = { firstname: 'Amina', lastname: 'O’Neill <i>', email: 'amina at home', message: long }
const donor = { firstName: 'Asha', lastName: 'R'.repeat(90), email: 'asha@example.org', phone: '+91 22 5555 0100' }
const gift = { intent: 'pay', paymenttype: 'once', money: 'other', otherMoney: '1234', reason: '2', donorType: '1' }
const address = { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' }
const tribute = { tribute: 'memory', tributeName: 'Meera', cardTo: 'The Rao family', cardMessage: long }
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

const post = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
  fetch(siteUrl + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** By the address of the form: what is posted there, and the error. */
const forms: Record<string, [fields: Fields, error: string]> = {
  '/forms/contact': [{ form: 'contact', ...amina }, 'Enter your email address'],
  '/forms/newsletter': [{ name: 'Amina', email: 'amina at home' }, 'Enter your email'],
  '/DonateIndia': [
    { ...gift, ...donor, ...address, ...tribute, citizen: 'yes', paymentMethod: 'card', cardEmail: 'nobody' },
    'Enter the email address',
  ],
  '/Event5kSponsorship': [sponsor, 'Enter your email address'],
}

for (const [address, [fields, error]] of Object.entries(forms))
  test(`a refused form of ${address} is answered with its page, whatever its length, and nobody else gets it`, async () => {
    const response = await post(address, fields)
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
    for (const other of [page, await served(`${address}?returned=${randomUUID()}`)])
      expect([other.status, other.html]).toEqual([200, expect.not.stringMatching(/Amina|Asha|Ruth Lee/)])
  })

test('a refused form keeps the language and the light version', async () => {
  const fields = { ...amina, form: 'contact', language: 'hi' }
  const html = await (await post('/api/enquiries', fields, { cookie: 'version=light' })).text()
  expect(html).toMatch(/^<!DOCTYPE html><html lang="hi"[^>]* data-version="light"/)
  expect(html).not.toContain('<script src')
  expect(html).toContain('name="language" value="hi"')
  expect(html).toContain(escaped(amina.message))
})
