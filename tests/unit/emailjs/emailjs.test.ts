import { json } from 'node:stream/consumers'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { type MailAccount, probeAccount, sendMail } from '#lib/platform/providers/emailjs.ts'
import { answersText, type Behaviour, neverAnswers, sharedUpstream } from '#tests/support/upstream.ts'

const mail: Mail = {
  to: 'amina@example.org',
  replyTo: 'office@example.org',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
}
const service = sharedUpstream(answersText('OK'))
let account: MailAccount
beforeAll(() => {
  const keys = { serviceId: 'service', publicKey: 'public', privateKey: 'private' }
  account = { ...keys, template: 'template_one', apiBase: service.url, minIntervalMs: 0 }
})
afterEach(() => jest.restoreAllMocks())

test('a mail is sent with the keys of the account, and what a visitor typed is no part of its template', async () => {
  let body: unknown
  service.behave(async (request, response) => {
    body = await json(request)
    response.end('OK')
  })
  expect(await sendMail(account, mail)).toEqual({ outcome: 'sent' })
  expect(service.requests).toMatchObject([{ method: 'POST', url: '/api/v1.0/email/send' }])
  const keys = { service_id: 'service', user_id: 'public', template_id: 'template_one' }
  const { replyTo: reply_to, ...values } = mail
  expect(body).toEqual({ ...keys, accessToken: 'private', template_params: { ...values, reply_to } })
  await sendMail({ ...account, privateKey: null }, { ...mail, html: '{{email}} and {{{raw}}} {one}' })
  const html = '{ {email} } and { { {raw} } } {one}'
  expect(body).toEqual({ ...keys, template_params: { ...values, reply_to, html } })
})

test('an account is tried with a template that it does not have, so that no mail is sent', async () => {
  let body: unknown
  service.behave(async (request, response) => {
    body = await json(request)
    response.writeHead(400).end('The template ID not found')
  })
  expect(await probeAccount(account)).toBeNull()
  expect(body).toMatchObject({ template_id: 'no_such_template', template_params: { to: '' } })
})

const redirects: Behaviour = (_, response) => void response.writeHead(302, { location: 'https://example.org' }).end()
const drops: Behaviour = (request) => void request.resume().on('end', () => request.socket.destroy())
const breaksOff =
  (status: number): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-length': '100' }).write('The')
    setTimeout(() => response.destroy(), 20)
  }
const said = 'The mail service responded with'

test.each<[string, Behaviour, string, string | undefined]>([
  ['ok in small letters', answersText('ok'), 'unknown', `${said} 200, but not OK`],
  ['201', answersText('OK', 201), 'unknown', `${said} 201: OK`],
  ['200 that breaks off', breaksOff(200), 'unknown', expect.stringContaining('closed the connection')],
  ['a redirect', redirects, 'refused', `${said} 302`],
  ['400', answersText('The template ID not found', 400), 'refused', `${said} 400: The template ID not found`],
  ['429', answersText('Too Many Requests', 429), 'not-sent', `${said} 429: Too Many Requests`],
  ['HTML with an address in it', answersText('<p>amina@example.org</p>', 502), 'failed', `${said} 502`],
  ['504, from a gateway that did not wait', answersText('', 504), 'unknown', `${said} 504`],
  ['no response', drops, 'unknown', 'The mail service closed the connection without a response (ECONNRESET)'],
])('a mail that is answered with %s has the right outcome', async (_, behaviour, outcome, why) => {
  service.behave(behaviour)
  expect(await sendMail(account, mail)).toEqual(why ? { outcome, why, retryAfterMs: null } : { outcome })
})

test.each([
  ['a port where nothing listens', () => 'http://127.0.0.1:9', /ECONNREFUSED/],
  ['a name that does not exist', () => 'http://mail.invalid', /ENOTFOUND|EAI_AGAIN/],
])('a mail never reaches %s', async (_, apiBase, why) => {
  const outcome = { outcome: 'not-sent', why: expect.stringMatching(why) }
  expect(await sendMail({ ...account, apiBase: apiBase() }, mail)).toMatchObject(outcome)
})

test.each([
  ['120', 120_000],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['soon', null],
])('Retry-After: %s is read as %s ms', async (header, retryAfterMs) => {
  service.behave((_, response) => void response.writeHead(429, { 'retry-after': header }).end())
  expect(await sendMail(account, mail)).toMatchObject({ outcome: 'not-sent', retryAfterMs })
})

test('a call is given up after eight seconds', async () => {
  const soon = AbortSignal.timeout(200)
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(soon)
  service.behave(neverAnswers)
  const why = 'The mail service did not respond within 8 s'
  expect(await sendMail(account, mail)).toEqual({ outcome: 'unknown', why, retryAfterMs: null })
  expect(timeout).toHaveBeenCalledWith(8000)
})
