/** The label of what only stands in, for everything that quotes it away from its page: search, mail, feed, preview, calendar. */
import { messages } from '#lib/platform/messages/index.ts'
import { site } from './index.ts'
import { isSample } from './state.ts'

/** "Sample: The 500th". `entry`: whose words these are. */
export const withLabel = (words: string, entry: object): string =>
  isSample(entry) ? `${messages()('sample.short')}: ${words}` : words

/** What follows words that quote values which only stand in; nothing if all are real. */
export const labelAfter = (words: string, quotes = quotesSample(words)): string =>
  quotes ? ` (${messages()('sample.short')})` : ''

export const quotesSample = (words: string): boolean => sampleValues().some((value) => words.includes(value))

/** Telephone numbers and email addresses of offices, as sentences quote them. */
function sampleValues(): string[] {
  const { names, offices } = site()
  return [
    ...(isSample(names) ? [names.email, names.eventsEmail] : []),
    ...offices.flatMap((office) => [
      ...(isSample(office, 'phones') ? office.phones.map(({ number }) => number) : []),
      ...(isSample(office, 'whatsapp') ? [office.whatsapp] : []),
      ...(isSample(office, 'email') ? [office.email] : []),
    ]),
  ].flatMap((value) => value || [])
}
