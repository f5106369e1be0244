import { csv } from '#lib/csv.ts'
import { describeEnquiry, newsletterForm } from '#lib/enquiries/form.ts'
import { manyLines, oneLine } from '#lib/forms/clean-text.ts'
import { type FormValues, validate } from '#lib/forms/form.ts'
import { keptPhone } from '#lib/forms/phone-number.ts'
import { findSpamReason, type SpamSignals } from '#lib/forms/spam-reason.ts'
import { signStartedAt, verifyStartedAt } from '#lib/forms/started-at.ts'
import { delayAfter, pauseAfter, retries } from '#lib/outbox/schedule.ts'
import { withoutTemplate } from '#lib/providers/emailjs.ts'
import { setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { amina } from './support.ts'

const { form: _, ...answers } = amina
const checkEnquiry = (values: FormValues) => validate(describeEnquiry(), values)
const checkSignUp = (values: FormValues) => validate(newsletterForm, values)
const fieldsWrong = (change: object) => checkEnquiry({ ...answers, ...change }).map(({ field }) => field)

describe('An enquiry', () => {
  test('in order has no errors, with or without a telephone number', () => {
    expect(checkEnquiry(answers)).toEqual([])
    expect(checkEnquiry({ ...answers, number: '' })).toEqual([])
  })

  test('that is empty is told what to enter, in the order of the form', () => {
    expect(checkEnquiry({})).toEqual([
      { field: 'firstname', message: 'Enter your first name' },
      { field: 'lastname', message: 'Enter your last name' },
      { field: 'email', message: 'Enter your e-mail address, like name@example.org' },
      { field: 'message', message: 'Write your message' },
    ])
  })

  test.each([
    ['firstname', 100],
    ['lastname', 100],
    ['message', 5000],
  ])('takes a %s of %i characters and no more', (field, most) => {
    expect(fieldsWrong({ [field]: 'a'.repeat(most) })).toEqual([])
    expect(fieldsWrong({ [field]: 'a'.repeat(most + 1) })).toEqual([field])
  })

  test('takes an e-mail address of 254 characters and no more', () => {
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.org`
    expect(fieldsWrong({ email: address(254) })).toEqual([])
    expect(fieldsWrong({ email: address(255) })).toEqual(['email'])
  })

  test.each([
    '12345',
    '+91 22 5555 0100',
    '+91\u00a022\u00a05555\u00a00100',
    '\u202a+91 22 5555 0100\u202c',
    '(423) 555-0142',
    '423–555–0142',
    '423.555.0142 ext. 12',
    '423 555 0142x12',
    '423 555 0142, extension 12',
    '+९१ २२ ५५५५ ०१००',
    '＋９１ ２２ ５５５５ ０１００',
    '1'.repeat(20),
  ])('takes the telephone number %s', (number) => expect(fieldsWrong({ number })).toEqual([]))

  test.each(['1234', '1'.repeat(21), 'call me', '=1+1+11111', '+1 423 555 0142<script>'])(
    'does not take %s for a telephone number',
    (number) => expect(fieldsWrong({ number })).toEqual(['number']),
  )
})

describe('A sign-up for the newsletter', () => {
  test('has the limits of an enquiry, and says so in its words', () => {
    const email = 'asha@example.org'
    expect(checkSignUp({ name: 'a'.repeat(100), email })).toEqual([])
    expect(checkSignUp({ name: 'a'.repeat(101), email })).toEqual([
      { field: 'name', message: 'Shorten your name to 100 characters or fewer' },
    ])
    expect(checkSignUp({ name: '', email: `${'a'.repeat(250)}@example.org` })).toEqual([
      { field: 'name', message: 'Enter your name' },
      { field: 'email', message: 'Shorten your e-mail address to 254 characters or fewer' },
    ])
  })
})

describe('A telephone number', () => {
  test.each([
    ['+1 423-555-0142', '+14235550142'],
    ['+91 (22) 5555 0100', '+912255550100'],
    ['+1 423 555 0142 ext. 12', '+14235550142 ext. 12'],
    ['+1 423 555 0142x12', '+14235550142 ext. 12'],
    ['\u202a+९१\u00a0२२ ५५५५ ०१००\u202c', '+912255550100'],
    ['022 5555 0100', '022 5555 0100'],
    ['०२२ ५५५५ ०१००', '022 5555 0100'],
    ['', ''],
  ])('%j is kept as %j', (typed, kept) => expect(keptPhone(typed)).toBe(kept))
})

describe('Text that a stranger typed', () => {
  test('in one line has no character that could begin another', () => {
    expect(oneLine(' Amina\r\nBcc: all@example.org\u2028\u0000\u001b[31m ')).toBe('Amina Bcc: all@example.org [31m')
  })

  test('in a message keeps its lines and its language', () => {
    expect(manyLines('नमस्ते,\r\n\tकैसे हैं\u0007 आप?\n')).toBe('नमस्ते,\n\tकैसे हैं आप?')
  })

  test('cannot speak the language of the mail’s template', () => {
    expect(withoutTemplate('{{email}} and {{{raw}}} {one}')).toBe('{ {email} } and { { {raw} } } {one}')
  })

  test('is no formula in a spreadsheet', () => {
    const table = csv(['name'], [['=1+1'], ['+254'], ['@SUM(A1)'], ['-2'], ['\t=1'], ['a "b", c\nd']])
    expect(table).toBe(`"name"\r\n"'=1+1"\r\n"'+254"\r\n"'@SUM(A1)"\r\n"'-2"\r\n"'\t=1"\r\n"a ""b"", c\nd"\r\n`)
  })
})

describe('What looks like spam', () => {
  const person: SpamSignals = {
    honeypot: false,
    startedAt: 'plausible',
    challenge: 'passed',
    lines: [answers.firstname, answers.number, answers.email],
    names: [answers.firstname, answers.lastname],
    message: answers.message,
  }
  const suspicion = (change: Partial<SpamSignals>) => findSpamReason({ ...person, ...change })

  test('is not what a person writes, with a link in it or without', () => {
    expect(suspicion({})).toBeNull()
    expect(suspicion({ message: 'Our hospital, https://example.org, would like to help.' })).toBeNull()
    expect(suspicion({ message: '可以帮助我们的孩子吗' })).toBeNull()
  })

  test.each(['missing', 'unknown', 'too-old'] as const)(
    'is not a form whose time stamp is %s, unless it brings a link',
    (startedAt) => {
      expect(suspicion({ startedAt })).toBeNull()
      expect(suspicion({ startedAt, message: 'Look at https://example.org for a good offer' })).not.toBeNull()
    },
  )

  test.each(['off', 'missing', 'unknown'] as const)(
    'is not a form for which Turnstile says nothing (%s)',
    (challenge) => {
      expect(suspicion({ challenge })).toBeNull()
    },
  )

  test.each<[string, Partial<SpamSignals>, string]>([
    ['a token that Turnstile does not know', { challenge: 'failed' }, 'Turnstile does not know its token'],
    [
      'a link without the token of a widget',
      { challenge: 'missing', message: 'Look at https://example.org for a good offer' },
      'it holds a link and no Turnstile token',
    ],
    ['a filled hidden field', { honeypot: true }, 'the hidden field was filled in'],
    ['a form filled in at once', { startedAt: 'too-fast' }, 'it was filled in within a second'],
    ['only links', { message: 'see www.example.org http://example.com/x' }, 'it is nothing but links'],
    ['forum links', { message: '[url=http://example.org]hi[/url]' }, 'it is nothing but links'],
    ['a link for a name', { names: ['https://example.org'] }, 'a name holds a link'],
    ['a header in a name', { lines: ['Amina\r\nBcc: all@example.org'] }, 'it holds mail headers'],
    ['an encoded header', { lines: ['Amina%0d%0abcc: all@example.org'] }, 'it holds mail headers'],
    ['headers in the message', { message: 'Hello\nBcc: all@example.org' }, 'it holds mail headers'],
  ])('is %s', (_, change, reason) => expect(suspicion(change)).toBe(reason))
})

describe('The time at which a form was opened', () => {
  useFreshStore()
  afterEach(() => jest.restoreAllMocks())
  const later = (milliseconds: number) => {
    const moment = Date.now() + milliseconds
    jest.spyOn(Date, 'now').mockReturnValue(moment)
  }

  test('is plausible from a second to a day later', () => {
    const stamp = signStartedAt()
    expect(verifyStartedAt(stamp)).toBe('too-fast')
    later(1500)
    expect(verifyStartedAt(stamp)).toBe('plausible')
    later(24 * 60 * 60_000)
    expect(verifyStartedAt(stamp)).toBe('too-old')
  })

  test('cannot be made up, moved, or taken from another site', () => {
    const stamp = signStartedAt()
    for (const value of [stamp.replace(/^\d/, '1').replace(/^\d\d/, '10'), `${stamp}x`, '123', 7, [stamp, stamp], {}])
      expect(verifyStartedAt(value)).toBe('unknown')
    setEnvironment({ SIGNING_SECRET: 'another secret of thirty-two characters' })
    expect(verifyStartedAt(stamp)).toBe('unknown')
  })

  test('is not known when it lies ahead: the clock of another server is fast', () => {
    const stamp = signStartedAt()
    later(-5000)
    expect(verifyStartedAt(stamp)).toBe('unknown')
  })

  test('may be missing', () => {
    expect(verifyStartedAt(undefined)).toBe('missing')
    expect(verifyStartedAt('')).toBe('missing')
  })
})

describe('The wait before the next try', () => {
  test('doubles, up to six hours', () => {
    const full = [1, 2, 3, 14, 15, 29].map((tries) => delayAfter('failed', tries, 1) / 1000)
    expect(full).toEqual([2, 4, 8, 16_384, 21_600, 21_600])
  })

  test('differs, by up to a half', () => {
    expect(delayAfter('refused', 1, 0)).toBe(150_000)
    expect(delayAfter('refused', 1, 0.5)).toBe(225_000)
  })

  test.each(['failed', 'refused'] as const)('of a mail that %s lasts a long weekend in all', (failure) => {
    const waits = Array.from({ length: retries[failure].atMost - 1 }, (_, index) => delayAfter(failure, index + 1, 0.5))
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(72 * 60 * 60_000)
  })

  test('of the whole queue begins with the second failure in a row, and doubles up to a minute', () => {
    expect([1, 2, 3, 4, 11, 12, 100].map(pauseAfter)).toEqual([0, 100, 200, 400, 51_200, 60_000, 60_000])
  })
})
