/** What forms forgive: slips in addresses, and errors that have been mended. */
import { describeNewsletter } from '#lib/contact/enquiries/form.ts'
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'
import { faultIn, readValues, remainingFault } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { textsIn } from '#lib/platform/messages/index.ts'

const newsletterForm = describeNewsletter(textsIn('en-GB').rules)

test.each([
  ...['gmial.com', 'gmai.com', 'ggmail.com', 'gnail.com', 'gmail.con', 'gmail.co', 'gmal.con'].map((domain) => [
    `asha@${domain}`,
    'asha@gmail.com',
  ]),
  ['Asha@GMIAL.COM', 'Asha@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
  ['asha@example.con', 'asha@example.com'],
  ...['gmail.com', 'ymail.com', 'mail.com', 'yahoo.ca', 'hotmail.fr', 'example.org'].map((fine) => [
    `asha@${fine}`,
    null,
  ]),
])('for %p, %p is suggested', (typed, meant) => expect(suggestEmail(typed ?? '')).toBe(meant))

test('an email address loses the invisible marks that it was copied with', () => {
  expect(readValues(newsletterForm, { name: 'Asha', email: '\u202aasha@example.org\u200b ' }).email).toBe(
    'asha@example.org',
  )
})

test.each([
  ' Asha@Example.org ',
  '\u200basha\u2060@example.org\ufeff',
  'ａｓｈａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
  'asha\u00ad@example.org\u00a0',
])('%j is compared as asha@example.org', (typed) => expect(normalEmail(typed)).toBe('asha@example.org'))

test('an error disappears as soon as its answer is valid, and the others stay', () => {
  const fault = faultIn(newsletterForm, { name: '', email: 'asha' })
  if (!fault) throw new Error('The form has two errors')
  expect(remainingFault(newsletterForm, fault, { name: '', email: 'asha@' }, 'email')).toBe(fault)
  expect(remainingFault(newsletterForm, fault, { name: 'A', email: 'asha' }, 'name')?.errors).toEqual([fault.errors[1]])
  const last = { sentence: 'The server disagrees', errors: [{ field: 'email', message: 'We know no such address' }] }
  const values = { name: 'Asha', email: 'asha@example.org' }
  expect(remainingFault(newsletterForm, last, values, 'name')).toBe(last)
  expect(remainingFault(newsletterForm, last, values, 'email')).toBeNull()
})
