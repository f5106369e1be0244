/** Texts that make a careless pattern backtrack. Each is so long that a quadratic one would not be done before Jest's time-out. */

import { describeEnquiry } from '#lib/contact/enquiries/form.ts'
import { emailField, phoneField, validate } from '#lib/contact/forms/form.ts'
import { idempotencyKey } from '#lib/contact/forms/read-post.ts'
import { findSpamReason, type SpamSignals } from '#lib/contact/forms/spam-reason.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import { readSponsorshipRequest } from '#lib/giving/sponsorship/checkout.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { parseWholeAmount } from '#lib/platform/money.ts'
import { plainCode } from '#lib/platform/typed-text.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import { queryWords } from '#lib/site/search/search.ts'

const { rules } = textsIn('en-GB')
const characters = 50_000
const filled = (part: string) => part.repeat(Math.ceil(characters / part.length))
const parts = [
  ...['<a ', '<a\t', '[url ', '[url=', 'http://', 'http:// ', 'www.', 'bcc ', 'bcc\n', '%0'],
  ...[' ', '\n', ' \n', '\t\r', '"', '(', '+', '- ', '$ ', '/-', 'e\u0301', '\u202e'],
  ...['a', 'a.', '@', 'a@', 'a@b.', '..', "a'"],
  ...['0', '1', '1,', '1,000', ' 1', ',1', 'x1', 'ext '],
]

const plain: SpamSignals = {
  honeypot: false,
  startedAt: 'plausible',
  challenge: 'off',
  lines: [],
  message: '',
}

const readers: Record<string, (text: string) => unknown> = {
  'for spam': (text) => findSpamReason({ ...plain, lines: [text], message: text }),
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
