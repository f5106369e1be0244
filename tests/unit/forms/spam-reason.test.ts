import { describeEnquiry, describeNewsletter } from '#lib/contact/enquiries/form.ts'
import {
  findSpamReason,
  readSpamSignals,
  type SpamSignals,
  signStartedAt,
  verifyStartedAt,
} from '#lib/contact/forms/spam-reason.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { setEnvironment, useFreshStore } from '#tests/support/store.ts'

const { rules } = textsIn('en-GB')

describe('What looks like spam', () => {
  const person: SpamSignals = {
    honeypot: false,
    startedAt: 'plausible',
    challenge: 'passed',
    lines: ['Amina', '+254 20 555 0123', 'amina@example.org'],
    message: 'My son was born in May.\nWhere is the next camp?',
  }
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
