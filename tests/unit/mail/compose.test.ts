import {
  composeMail,
  type MailContent,
  type MailLook,
  maxMailBytes,
  type Part,
  shortenedMark,
} from '#lib/platform/mail/compose.ts'
import { siteMail } from '#lib/site/mail/look.ts'
import { onOneLine, shownBy } from '#tests/support/mail-text.ts'

const palette = {
  page: '#fbf6ee',
  card: '#ffffff',
  ink: '#231a33',
  soft: '#5b5166',
  line: '#eadcc6',
  accent: '#4b1f4f',
  button: '#c8401f',
  onButton: '#fbf6ee',
}
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

describe('a mail', () => {
  test('says the same in text and in HTML', () => {
    const parts = [...everyPart('One & two, "three" <four>'), { rows: [['Address', 'Street 1\nTown']] as const }]
    const { text, html } = compose([{ heading: 'Title' }, ...parts])
    expect(shownBy(html)).toBe(onOneLine(text))
  })

  test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onclick='x", '<!-- -->', '&lt;b&gt;'])(
    'shows %s as it was typed',
    (typed) => {
      const { html, text } = compose(everyPart(typed), { subject: typed })
      expect(html).not.toMatch(/<script|<img|onclick='|<b>/)
      expect(shownBy(html).split(typed)).toHaveLength(everyPart(typed).length + 2)
      expect(text).toContain(typed)
    },
  )

  test('keeps the lines of a value, and makes other controls spaces', () => {
    const { html, text } = compose([{ quote: 'One\r\ntwo\u2028three\u0000\u001bfour' }])
    expect(html).toContain('One<br>two<br>three  four')
    expect(text).toContain('  One\n  two\n  three')
  })

  test('leaves out what is empty', () => {
    const { html, text } = compose([{ rows: [['Purpose', ' ']] }, { note: '' }, false, null])
    expect(text).toBe('A society\n\nHello\n\n-- \nA society\nhttps://example.org')
    expect(html).not.toMatch(/Purpose|<th/)
  })

  test('has one heading of the first level, its language and its direction', () => {
    const parts = [{ heading: 'One' }, { heading: 'Two' }]
    const { html } = composeMail(
      { to: 'a@example.org', subject: 'S', parts },
      { ...look, language: 'ar', direction: 'rtl' },
    )
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

  test('has a subject of one line', () => {
    expect(compose([], { subject: 'Hello\r\nBcc: everybody@example.org' }).subject).toBe(
      'Hello Bcc: everybody@example.org',
    )
  })

  test.each([
    'amina@example.org,other@example.org',
    'amina@example.org\r\nBcc: other@example.org',
    'Amina <amina@example.org>',
    'amina@example.org;other@example.org',
    'amina',
    '',
  ])('is refused to the address %j', (to) => {
    expect(() => compose([], { to })).toThrow('invalid address')
    if (to) expect(() => compose([], { replyTo: to })).toThrow('invalid address')
  })

  test('has several recipients only if each is named', () => {
    expect(compose([], { to: ['a@example.org', 'b@example.org'] }).to).toBe('a@example.org, b@example.org')
    expect(() => compose([], { to: [] })).toThrow('no recipient')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '/India', 'https://example.org/ x', 'file:///etc/passwd', ''])(
    'is refused with the link %j',
    (link) => expect(() => compose([{ button: 'Open', link }])).toThrow('invalid link'),
  )

  test.each(['https://example.org/', 'mailto:a@example.org', 'tel:+14235550100', 'upi://pay?pa=a@bank&am=1'])(
    'may link to %s',
    (link) => expect(compose([{ button: 'Open', link }]).text).toContain(link),
  )

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
})

test('a mail of this site has its name, its colours in both schemes, and no link without SITE_URL', () => {
  const { html, text } = siteMail({ to: 'amina@example.org', subject: 'Hello', parts: [{ heading: 'Hello' }] })
  expect(html).toMatch(/prefers-color-scheme:dark\)\{\.p\{background:#[0-9a-f]{6}!important;/)
  expect(html).not.toContain('href')
  expect(text).toMatch(/^Love Will Restore\n\nHello\n/)
})
