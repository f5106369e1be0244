/** Texts that make a careless pattern backtrack. Each is so long that a quadratic one would not be done before Jest's time-out. */

import { plainPan } from '#lib/donation/pan-rules.ts'
import { describeEnquiry } from '#lib/enquiries/form.ts'
import { manyLines, oneLine } from '#lib/forms/clean-text.ts'
import { emailField, phoneField, validate } from '#lib/forms/form.ts'
import { idempotencyKey } from '#lib/forms/idempotency.ts'
import { findSpamReason, type SpamSignals } from '#lib/forms/spam-reason.ts'
import { parseWholeAmount } from '#lib/money.ts'
import { queryWords } from '#lib/search/words.ts'
import { termsOf } from '#lib/sponsorship/checkout.ts'
import { readSponsorshipRequest } from '#lib/sponsorship/read-request.ts'

const characters = 200_000
const filled = (part: string) => part.repeat(Math.ceil(characters / part.length))
const parts = [
  '<a ',
  '<a\t',
  '[url ',
  '[url=',
  'http://',
  'http:// ',
  'www.',
  ' ',
  '\n',
  ' \n',
  '\t\r',
  'a',
  'a.',
  '@',
  'a@',
  'a@b.',
  '..',
  '1',
  '1,',
  '1,000',
  ' 1',
  '0',
  '(',
  '+',
  '- ',
  'x1',
  'ext ',
  '"',
  "a'",
  'bcc ',
  'bcc\n',
  '%0',
  '$ ',
  ',1',
  '/-',
  'e\u0301',
  '\u202e',
]

const plain: SpamSignals = {
  honeypot: false,
  startedAt: 'plausible',
  challenge: 'off',
  lines: [],
  names: [],
  message: '',
}

const readers: Record<string, (text: string) => unknown> = {
  'the signs of spam': (text) => findSpamReason({ ...plain, lines: [text], names: [text], message: text }),
  'the rules of an enquiry': (text) =>
    validate(describeEnquiry(), {
      firstname: text,
      lastname: text,
      number: text,
      email: text,
      message: text,
      checkbox: text,
    }),
  'the cleaning of a line': oneLine,
  'the cleaning of a message': manyLines,
  'the rule of e-mail addresses': (text) => emailField.rule(`a@${text}`),
  'the rule of telephone numbers': (text) => phoneField.rule(`+1 ${text}`),
  'the reading of an amount': (text) => parseWholeAmount(text, 'INR'),
  'the reading of a PAN': plainPan,
  'the reading of a sponsorship': (text) =>
    readSponsorshipRequest({ event: '5k-run', levels: text, totalAmount: text, comments: text }, 'form', termsOf),
  'the idempotency key': (text) => idempotencyKey(new Headers(), { idempotencyKey: text }),
  'the words of a search': (text) => queryWords(text),
}

test.each(Object.entries(readers))(
  '%s read any text in one pass',
  (_, read) => {
    for (const part of parts) for (const text of [filled(part), `${filled(part)}!`, `1${filled(part)}`]) read(text)
  },
  30_000,
)

test.each([
  ['https://example.org', true],
  ['see <a href="https://example.org">here</a>', true],
  ['<a href=x', true],
  ['[url=example.org]here[/url]', true],
  ['www.example.org', true],
  ['Where is the next camp, and who may come?', false],
  ['<an apple> [urls]', false],
])('a link is told in %p', (message, isLink) => {
  expect(findSpamReason({ ...plain, startedAt: 'missing', message }) !== null).toBe(isLink)
})
