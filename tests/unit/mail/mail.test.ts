/** How a mail is composed, and how the mail service takes it. */
import { json } from 'node:stream/consumers'
import {
  composeMail,
  type Mail,
  type MailContent,
  type MailLook,
  maxMailBytes,
  type Part,
  shortenedMark,
} from '#lib/platform/mail/compose.ts'
import { type MailAccount, probeAccount, sendMail } from '#lib/platform/providers/emailjs.ts'
import { site } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'
import { onOneLine, shownBy } from '#tests/support/mail-text.ts'
import { answersText, type Behaviour, neverAnswers, sharedUpstream } from '#tests/support/upstream.ts'

const palette = Object.fromEntries(
  ['page', 'card', 'ink', 'soft', 'line', 'accent', 'button', 'onButton'].map((name, index) => [
    name,
    `#00000${index}`,
  ]),
) as MailLook['light']
const look: MailLook = {
  language: 'en',
  direction: 'ltr',
  sender: 'A society',
  home: 'https://example.org',
  light: palette,
  dark: palette,
}
const compose = (parts: MailContent['parts'], changes: Partial<MailContent> = {}) =>
  composeMail({ to: 'amina@example.org', subject: 'Hello', parts, ...changes }, look)

/** One part of each sort, which holds this text wherever a text may stand. */
const everyPart = (text: string): Part[] => [
  { heading: text },
  { paragraph: text },
  { rows: [[`Label ${text}`, text]] },
  { button: text, link: 'https://example.org/?a=1&b="2"' },
  { note: text },
  { quote: text },
]

describe('A composed mail', () => {
  test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onclick='x", '<!-- -->', '&lt;b&gt;'])(
    'shows %s as it was typed',
    (typed) => {
      const { html, text } = compose(everyPart(typed), { subject: typed })
      expect(shownBy(html)).toBe(onOneLine(text))
      expect(html).not.toMatch(/<script|<img|onclick='|<b>/)
      expect(shownBy(html).split(typed)).toHaveLength(everyPart(typed).length + 2)
      expect(text).toContain(typed)
    },
  )

  test('keeps the lines of a value, makes other controls spaces, and leaves out what is empty', () => {
    const quoted = compose([{ quote: 'One\r\ntwo\u2028three\u0000\u001bfour' }])
    expect(quoted.html).toContain('One<br>two<br>three  four')
    expect(quoted.text).toContain('  One\n  two\n  three')
    const { html, text } = compose([{ rows: [['Purpose', ' ']] }, { note: '' }, false, null])
    expect(text).toBe('A society\n\nHello\n\n-- \nA society\nhttps://example.org')
    expect(html).not.toMatch(/Purpose|<th/)
  })

  test('has one heading of the first level, its language and its direction', () => {
    const mail = { to: 'a@example.org', subject: 'S', parts: [{ heading: 'One' }, { heading: 'Two' }] }
    const { html } = composeMail(mail, { ...look, language: 'ar', direction: 'rtl' })
    expect(html.match(/<h\d/g)).toEqual(['<h1', '<h2'])
    expect(compose([{ note: 'Without' }]).html).toMatch(/<h1 [^>]*>Hello<\/h1>/)
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('text-align:right')
  })

  test('wraps its text, but never an address of a page', () => {
    const link = `https://example.org/${'a'.repeat(100)}`
    const { text } = compose([{ paragraph: 'word '.repeat(50) }, { button: 'Open', link }])
    expect(text).toContain(`Open:\n${link}`)
    expect(text.split('\n').filter((line) => line.length > 72)).toEqual([link])
  })

  test('has a subject of one line, and goes to each recipient by name, with an address alone', () => {
    expect(compose([], { subject: 'Hello\r\nBcc: a@example.org' }).subject).toBe('Hello Bcc: a@example.org')
    for (const to of [
      'a@b.org,c@d.org',
      'a@b.org\r\nBcc: c@d.org',
      'Amina <a@b.org>',
      'a@b.org;c@d.org',
      'amina',
      '',
    ]) {
      expect(() => compose([], { to })).toThrow('invalid address')
      if (to) expect(() => compose([], { replyTo: to })).toThrow('invalid address')
    }
    expect(compose([], { to: ['a@example.org', 'b@example.org'] }).to).toBe('a@example.org, b@example.org')
    expect(() => compose([], { to: [] })).toThrow('no recipient')
  })

  test('may link to pages, mailboxes, telephones and UPI, and to nothing else', () => {
    for (const link of ['https://example.org/', 'mailto:a@example.org', 'tel:+14235550100', 'upi://pay?pa=a@bank&am=1'])
      expect(compose([{ button: 'Open', link }]).text).toContain(link)
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '/India', 'https://a.org/ x', 'file:///etc/x', ''])
      expect(() => compose([{ button: 'Open', link }])).toThrow('invalid link')
  })

  test.each(['word ', 'क', '<', '😀'])('is shortened to what the mail service takes, of many %j', (sign) => {
    const parts = [{ quote: sign.repeat(20_000) }, { rows: [['Reference', 'E-7KQM-2X9D']] as const }]
    const mail = compose(parts)
    expect(Buffer.byteLength(JSON.stringify(mail))).toBeLessThanOrEqual(maxMailBytes)
    expect(mail.text).toContain(shortenedMark)
    expect(mail.text).toContain('E-7KQM-2X9D')
    expect(mail.html.isWellFormed()).toBe(true)
    expect(shownBy(mail.html)).toBe(onOneLine(mail.text))
  })

  test('of too many parts is a bug', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => [`Label ${index}`, 'value'] as const)
    expect(() => compose([{ rows }])).toThrow('too many parts')
  })

  test('of this site has its name, its colours in both schemes, and no link without SITE_URL', () => {
    const { html, text } = siteMail({ to: 'amina@example.org', subject: 'Hello', parts: [{ heading: 'Hello' }] })
    expect(html).toMatch(/prefers-color-scheme:dark\)\{\.p\{background:#[0-9a-f]{6}!important;/)
    expect(html).not.toContain('href')
    expect(text).toContain(`${site().names.organisation}\n\nHello\n`)
  })
})

describe('The mail service', () => {
  const texts = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const mail: Mail = { to: 'amina@example.org', replyTo: 'office@example.org', ...texts }
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
})
