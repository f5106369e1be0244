/** What is true of every kind of mail, in every language, whatever people typed. */
import { mailKinds } from '#lib/jobs/mail.ts'
import { env } from '#lib/platform/env.ts'
import { type Language, languageCodes } from '#lib/platform/languages/index.ts'
import { maxMailBytes } from '#lib/platform/mail/compose.ts'
import { sendMail } from '#lib/platform/providers/emailjs.ts'
import { onOneLine, shownBy } from '#tests/support/mail-text.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { givingSite, mailEnvironment } from '../checkout/support.ts'
import { composeAll, officeKinds } from './support.ts'

const site = givingSite()
beforeEach(() => setEnvironment({ ...mailEnvironment(site), ALERT_EMAIL: 'operator@example.org', SAMPLE_NOTICE: '1' }))

const subjects = new Map<string, string>()

test.each(languageCodes)('every kind has a subject, and says the same in text and HTML: %s', async (language) => {
  const mails = await composeAll(language)
  expect([...mails.keys()].sort()).toEqual(Object.keys(mailKinds).sort())
  for (const [kind, { to, subject, text, html }] of mails) {
    const own: Language = officeKinds.has(kind) ? 'en' : language
    expect([kind, subject]).toEqual([kind, expect.not.stringMatching(/[{}<>\n]|undefined|null|NaN|^\s*$/)])
    expect([kind, shownBy(html)]).toEqual([kind, onOneLine(text)])
    // The token of a link may have any letters.
    const sentences = text.replaceAll(/https?:\S+/g, '')
    expect([kind, sentences]).toEqual([kind, expect.not.stringMatching(/[{}<]|undefined|\bnull\b|NaN|\[object/)])
    expect([kind, html.match(/<h1/g)]).toEqual([kind, ['<h1']])
    expect(html).toContain(`<html lang="${own}"`)
    expect(to).toMatch(/^[\w.]+@example\.org$/)
    if (own !== 'en') expect([kind, subject]).not.toEqual([kind, subjects.get(kind)])
    else subjects.set(kind, subject)
  }
})

test.each([
  ['markup', '<script>alert("1")</script> & \'x\' <img src=x>'],
  ['what EmailJS would replace', '{{subject}} {{{html}}} {{#to}}'],
  ['a header', 'Amina\r\nBcc: everybody, somebody\u2028Subject: {{x}}'],
  ['much more than a form takes', 'नमस्ते < "'.repeat(2000)],
])('no kind of mail is broken by %s', async (_, typed) => {
  const account = env().emailjs
  if (!account) throw new Error('EmailJS is not set')
  const mails = await composeAll('en', typed)
  expect(mails.size).toBe(Object.keys(mailKinds).length)
  for (const [kind, mail] of mails) {
    expect(Buffer.byteLength(JSON.stringify(mail))).toBeLessThanOrEqual(maxMailBytes)
    expect([kind, shownBy(mail.html)]).toEqual([kind, onOneLine(mail.text)])
    expect(mail.html).not.toMatch(/<script|<img(?! src="http:\/\/localhost:3000\/api\/receipt-code\?)/)
    expect(mail.subject + mail.to + mail.replyTo).not.toMatch(/[\r\n\u2028]/)
    expect(await sendMail(account, mail)).toEqual({ outcome: 'sent' })
  }
  const arrived = await site.mails()
  expect(arrived).toHaveLength(mails.size)
  for (const { at: _at, ...values } of arrived) expect(Object.values(values).join()).not.toContain('{{')
})

test('the sandbox shows each mail that it took: subject, addresses, text, and HTML as a page without scripts', async () => {
  const account = env().emailjs
  const mail = (await composeAll('en')).get('receipt')
  if (!account || !mail) throw new Error('There is no receipt')
  await sendMail(account, mail)
  const { emailjs } = site.sandbox.urls
  const list = await (await fetch(emailjs)).text()
  for (const shown of [mail.subject, mail.to, mail.replyTo, 'In words: One thousand Indian rupees'])
    expect(list).toContain(shown)
  const page = await fetch(`${emailjs}/mails/1`)
  expect(await page.text()).toBe((await site.mails())[0]?.html)
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  expect((await fetch(`${emailjs}/mails/2`)).status).toBe(404)
})

test('the sandbox refuses what EmailJS refuses: too large a mail, and one without a recipient', async () => {
  const account = env().emailjs
  if (!account) throw new Error('EmailJS is not set')
  const mail = { to: 'a@example.org', replyTo: '', subject: 'Hello', text: '', html: '' }
  expect(await sendMail(account, { ...mail, html: 'x'.repeat(50_000) })).toMatchObject({ outcome: 'refused' })
  expect(await sendMail(account, { ...mail, to: '' })).toMatchObject({ outcome: 'refused' })
})
