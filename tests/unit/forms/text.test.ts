/** Text of strangers: names of all kinds and no address in any spelling, what looks like spam, and texts that make a careless pattern backtrack. */
import { describeEnquiry, describeNewsletter, enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { emailField, type FormDescription, phoneField, validate } from '#lib/contact/forms/form.ts'
import { idempotencyKey } from '#lib/contact/forms/read-post.ts'
import {
  findSpamReason,
  readSpamSignals,
  type SpamSignals,
  signStartedAt,
  verifyStartedAt,
} from '#lib/contact/forms/spam-reason.ts'
import { holdsAddress, holdsLetter, manyLines, oneLine } from '#lib/contact/forms/text.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { readSponsorshipRequest } from '#lib/giving/products/sponsorship.ts'
import { describeSponsorship } from '#lib/giving/sponsorship/form.ts'
import { termsOf } from '#lib/giving/sponsorship/terms.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { parseWholeAmount } from '#lib/platform/money.ts'
import { plainCode } from '#lib/platform/typed-text.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import { queryWords } from '#lib/site/search/search.ts'
import { mailKeys, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const { rules } = textsIn('en-GB')

/** One to a line, or separated by bars. */
const list = (text: string) => text.trim().split(/ \| |\n +/)

const names = list(`
  St. John | J.R.R. | J.R.R. Tolkien | J.R.R.Tolkien | O’Neil | O'Neil | D’Souza | Mary-Jane | Mary-Ann O’Neill
  Dr. A. P. J. Abdul Kalam | A.P.J. Abdul Kalam | A.R. Rahman | A.R.Rahman | K.V.Rao | K.V.RAO | C.McCarthy | K.O’Brien
  Smt. Lata Mangeshkar | Md. Irfan | Ms. E. Ng | John Smith Jr. | Henry VIII | X Æ A-12 | Ø | Li | U Nu | É.Zola
  Renée Müller-Lüdenscheidt | Nguyễn Thị Minh Khai | Łukasz Żółć | İbrahim Çelik | Þórdís Kolbrún | Seán Ó Sé
  Njeri wa Thiong’o | Wanjikũ | Ng’ang’a Mwangi | Achieng’ Odhiambo | Mwalimu Julius K. Nyerere | Rehema Juma
  Khadija binti Said | Nomvula Ndlovu | मीरा राव | श्रीमती सुषमा | ए. पी. जे. अब्दुल कलाम | क्षत्रिय | डॉ. भीमराव आंबेडकर
  शर्मा\u200dजी | আশা | ஆ. ப. ஜெ. அப்துல் கலாம் | ఆశ | ਹਰਪ੍ਰੀਤ | ആശ | محمد بن سلمان | عبد‌الله | فاطمة الزهراء
  أ. د. أحمد | רות לוי | እመቤት | Ωμέγα | Владимир В. Набоков | Л.Н.Толстой | 李小龍 | 王芳 | 山田 太郎 | やまだ たろう | ﾔﾏﾀﾞ | 김영희
  J·R·R·托尔金 | 司马 迁 | J.R. Rao | J.R.Rao | M.K.Gandhi | X.Comstock | L.Netanyahu | Л.Орган | Л.Русланов`)
const organisations = list(`
  Rao Textiles Pvt. Ltd. | St. Mary’s Hospital | 3M | U.S.A. Friends | AT&T | Women/Children First | L’Oréal S.A.`)
const messages = list(`
  She was 94. We miss her! | Room 3.14, at 10.30 a.m. … see you. | ご冥福をお祈りします。心から。 | 愿她安息。我们想念她。 | 愿她安息。中国人民想念她。 | 妈妈。我爱你
  We miss you...today and always. | You live on…world without end | 愿她安息。谢谢 | ありがとう。さようなら。 | ご冥福を。テストではありません。
  वह हमारी माँ थीं। हम उन्हें याद करते हैं।`)

const addresses = list(`
  https://evil.example/pay | http:evil.example | evil.example | EVIL.EXAMPLE | Evil.Example | www.evil.example | //evil
  evil。com | evil．com | evil｡com | evil․com | evil﹒com | ｅｖｉｌ．ｃｏｍ | 例子．中国 | पैसा.भारत | xn--a.xn--p1ai | a@evil.com
  a＠evil．com | a﹫b | ／／evil | evil.com／pay | a.b.c.de | 203.0.113.5/login | 203.0.113.5 | ２０３.0.113.5 | 1.1.1.1 | x.com
  例え。テスト | 例子。中国 | 例子｡公司 | 例え。みんな | 李。香港 | пример。рф | उदाहरण。भारत | مثال。السعودية | דוגמה。קום | ตัวอย่าง｡ไทย
  실례。한국 | 例え．テスト | X.Com | X.COM | x.Com | G.Page | t.Co | U.Today | K.V.Com | x.Com/pay | t.me | T.Me | t.me/evil | G.Page/evil | 😀.ws | ❤️.ws | 1.fm | (x.com) | 🇮🇳.ws`)
const invisible = [...'\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\ufe0f\u{e0041}\u180e\u3164\u202e']

test.each([...names, ...organisations, ...messages])('%j holds no address', (text) => {
  expect(holdsAddress(text)).toBe(false)
})

test.each(names)('%j is a name', (name) => expect(holdsLetter(name)).toBe(true))

test.each(addresses)('%j is found, alone, in a sentence, and after a name', (address) => {
  for (const text of [address, `Go to ${address} now`, `Asha ${address}`, `Asha (${address})`, `${address}!`])
    expect([text, holdsAddress(text)]).toEqual([text, true])
})

test('an address is found whichever invisible character it hides at any place', () => {
  for (const address of ['evil.example', 'x.com', 'a@b', '203.0.113.5', 'evil。com'])
    for (const hidden of invisible)
      for (let place = 0; place <= address.length; place += 1) {
        const text = address.slice(0, place) + hidden + address.slice(place)
        expect([text, holdsAddress(text)]).toEqual([text, true])
      }
})

test.each([...invisible, '.', '…', '- -', '123', '😀', '\u2800', '\u115f\u1160\uffa0', '\u0301', ' ', '₹'])(
  '%j shows no letter',
  (text) => expect(holdsLetter(text)).toBe(false),
)

test('every field for a name, of every form, holds neither an address nor nothing', () => {
  setEnvironment(mailKeys)
  const forms: FormDescription[] = [
    enquiryWithLabels(rules, textsIn('en-GB').form, {}),
    describeNewsletter(rules, textsIn('en-GB').form),
    describeDonation(donationTerms('INR')),
    describeDonation(donationTerms('USD')),
    describeSponsorship(termsOf('5k-run')),
  ]
  const namesIn = ({ fields }: FormDescription) =>
    Object.entries(fields).flatMap(([field, { autoComplete = '' }]) =>
      /name$|^organization$/.test(autoComplete) || ['tributeName', 'cardTo', 'cardFrom'].includes(field) ? [field] : [],
    )
  expect(forms.map((form) => namesIn(form).length)).toEqual([2, 1, 6, 6, 1])
  for (const form of forms)
    for (const field of namesIn(form)) {
      const errors = ['Asha Rao', 'evil.example', '…'].map(
        (answer) => validate(form, { donorType: '2', [field]: answer }).find((error) => error.field === field)?.message,
      )
      expect([field, ...errors]).toEqual([field, undefined, rules.hasAddress, expect.stringMatching(/^Enter /)])
    }
})

const person: SpamSignals = {
  honeypot: false,
  startedAt: 'plausible',
  challenge: 'passed',
  lines: ['Amina', '+254 20 555 0123', 'amina@example.org'],
  message: 'My son was born in May.\nWhere is the next camp?',
}

describe('What looks like spam', () => {
  const reason = (change: Partial<SpamSignals>) => findSpamReason({ ...person, ...change })
  const offer = 'Look at https://example.org for a good offer'

  test.each<Partial<SpamSignals>>([
    {},
    { message: 'Our hospital, https://example.org, would like to help.' },
    { message: '可以帮助我们的孩子吗' },
    { message: 'Hi' },
    { message: 'He wrote bcc: in it' },
    { lines: [' Amina \n'] },
    ...(['missing', 'unknown', 'too-old'] as const).map((startedAt) => ({ startedAt })),
    ...(['off', 'missing', 'unknown'] as const).map((challenge) => ({ challenge })),
    { challenge: 'off', message: offer },
  ])('is not what a person writes: %j', (change) => expect(reason(change)).toBeNull())

  const onlyLinks = 'it is nothing but links'
  const headers = 'it holds mail headers'
  test.each<[string, Partial<SpamSignals>]>([
    ['Turnstile does not know its token', { challenge: 'failed' }],
    ['it holds a link and no Turnstile token', { challenge: 'missing', message: offer }],
    ...(['missing', 'unknown', 'too-old'] as const).map((startedAt): [string, Partial<SpamSignals>] => [
      'it holds a link and no time stamp of ours',
      { startedAt, message: offer },
    ]),
    ['the hidden field was filled in', { honeypot: true }],
    ['it was filled in within a second', { startedAt: 'too-fast' }],
    [onlyLinks, { message: 'see www.example.org http://example.com/x' }],
    [onlyLinks, { message: '[url=http://example.org]hi[/url]' }],
    [onlyLinks, { message: 'Eleven char https://example.org' }],
    [headers, { lines: ['Amina\r\nBcc: all@example.org'] }],
    [headers, { lines: ['Amina%0d%0abcc: all@example.org'] }],
    [headers, { message: 'Hello\nBcc: all@example.org' }],
    [headers, { message: 'Content-Transfer-Encoding : base64' }],
  ])('is this: %s, in %j', (why, change) => expect(reason(change)).toBe(why))

  test.each([
    ['see <a href="https://example.org">here</a>', true],
    ['<a href=x', true],
    ['[URL=example.org]here[/url]', true],
    ['www.example.org', true],
    ['http://example.org', true],
    ['<an apple> [urls] http:// www.', false],
  ])('includes links, however they are written: %j', (message, isLink) => {
    const text = `We would be glad of an answer to this. ${message}`
    expect(reason({ startedAt: 'missing', message: text }) !== null).toBe(isLink)
  })

  test('is read from the fields of one line, the message and the hidden field', () => {
    const data = { firstname: ' A', lastname: 'B', number: 7, email: 'c', message: 'd', checkbox: 'e', website2: '' }
    expect(readSpamSignals(describeEnquiry(rules), data, 'message')).toEqual({
      honeypot: false,
      startedAt: 'missing',
      lines: [' A', 'B', '7', 'c'],
      message: 'd',
    })
    expect(readSpamSignals(describeNewsletter(rules), { name: 'A', website2: 'x', startedAt: '1' }, 'message')).toEqual(
      { honeypot: true, startedAt: 'unknown', lines: ['A', ''], message: '' },
    )
  })
})

describe('The time at which a form was opened', () => {
  useFreshStore()
  afterEach(() => jest.restoreAllMocks())
  const opened = Date.parse('2026-11-21T10:00:00Z')
  const at = (milliseconds: number) => stopClock(new Date(opened + milliseconds))
  const day = 24 * 60 * 60_000

  test.each([
    [-1, 'unknown'],
    [0, 'too-fast'],
    [999, 'too-fast'],
    [1000, 'plausible'],
    [day, 'plausible'],
    [day + 1, 'too-old'],
  ])('%i ms later is %s', (later, verdict) => {
    at(0)
    const stamp = signStartedAt()
    at(later)
    expect(verifyStartedAt(stamp)).toBe(verdict)
  })

  test('cannot be forged, moved, or taken from another site', () => {
    const stamp = signStartedAt()
    for (const value of [`1${stamp}`, stamp.replace(/^\d/, ''), `${stamp}x`, ` ${stamp}`, '123', 7, [stamp, stamp], {}])
      expect(verifyStartedAt(value)).toBe('unknown')
    setEnvironment({ SIGNING_SECRET: 'another secret of thirty-two characters' })
    expect(verifyStartedAt(stamp)).toBe('unknown')
  })
})

const characters = 50_000
const filled = (part: string) => part.repeat(Math.ceil(characters / part.length))
const parts = [
  ...['<a ', '<a\t', '[url ', '[url=', 'http://', 'http:// ', 'www.', 'bcc ', 'bcc\n', '%0'],
  ...[' ', '\n', ' \n', '\t\r', '"', '(', '+', '- ', '$ ', '/-', 'e\u0301', '\u202e'],
  ...['a', 'a.', '@', 'a@', 'a@b.', '..', "a'"],
  ...['0', '1', '1,', '1,000', ' 1', ',1', 'x1', 'ext '],
]

const readers: Record<string, (text: string) => unknown> = {
  'for spam': (text) => findSpamReason({ ...person, lines: [text], message: text }),
  'by the rules of an enquiry': (text) =>
    validate(describeEnquiry(rules), {
      firstname: text,
      lastname: text,
      number: text,
      email: text,
      message: text,
      checkbox: text,
    }),
  'as a line': oneLine,
  'as a message': manyLines,
  'as an email address': (text) => emailField(rules).rule(`a@${text}`),
  'as a telephone number': (text) => phoneField(rules).rule(`+1 ${text}`),
  'as an amount': (text) => parseWholeAmount(text, currencyTerms('INR')),
  'as a PAN': plainCode,
  'as a sponsorship': (text) =>
    readSponsorshipRequest({ event: '5k-run', levels: text, totalAmount: text, comments: text }, 'form'),
  'as an idempotency key': (text) => idempotencyKey(new Headers(), { idempotencyKey: text }),
  'as a search': (text) => queryWords(text, new Set()),
}

test.each(Object.entries(readers))(
  'any text is read in one pass: %s',
  (_, read) => {
    for (const part of parts) for (const text of [filled(part), `${filled(part)}!`, `1${filled(part)}`]) read(text)
  },
  30_000,
)
