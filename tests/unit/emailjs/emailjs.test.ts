import { json } from 'node:stream/consumers'
import { type Mail, type MailAccount, sendMail } from '#lib/platform/providers/emailjs.ts'
import { answersText, type Behaviour, neverAnswers, sharedUpstream } from '#tests/support/upstream.ts'

const noTemplates = {
  receipt: null,
  link: null,
  card: null,
  failed: null,
  pledge: null,
  update: null,
  confirm: null,
  notice: null,
}
const mail: Mail = { template: 'enquiry', params: { firstname: 'Amina', message: 'Hello' } }
const service = sharedUpstream(answersText('OK'))
let account: MailAccount
beforeAll(() => {
  const keys = { serviceId: 'service', publicKey: 'public', privateKey: 'private' }
  const templates = { ...noTemplates, enquiry: 'template_enquiry', newsletter: 'template_newsletter' }
  account = { ...keys, templates, apiBase: service.url, minIntervalMs: 0 }
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
  const keys = { service_id: 'service', user_id: 'public', template_id: 'template_enquiry' }
  expect(body).toEqual({ ...keys, accessToken: 'private', template_params: mail.params })
  await sendMail({ ...account, privateKey: null }, { ...mail, params: { message: '{{email}} and {{{raw}}} {one}' } })
  expect(body).toEqual({ ...keys, template_params: { message: '{ {email} } and { { {raw} } } {one}' } })
})

test('a mail without a template is not sent', async () => {
  const why = 'The account has no template for receipt'
  expect(await sendMail(account, { ...mail, template: 'receipt' })).toMatchObject({ outcome: 'refused', why })
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
