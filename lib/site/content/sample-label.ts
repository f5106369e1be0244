/** The label of what only stands in, for everything that quotes it away from its page: search, mail, feed, preview, calendar. */
import { messages } from '#lib/platform/messages/index.ts'
import { isLabelled } from './fields.ts'
import { site } from './index.ts'

type Entry = { labelled?: true | string[] | undefined }

/** "Sample: The 500th". `quotes`: the entry whose words these are. */
export const withLabel = (words: string, { labelled }: Entry): string =>
  labelled === true ? `${messages()('sample.short')}: ${words}` : words

/** What follows words that quote values which only stand in; nothing if all are real. */
export const labelAfter = (words: string, isSample = quotesSample(words)): string =>
  isSample ? ` (${messages()('sample.short')})` : ''

export const quotesSample = (words: string): boolean => sampleValues().some((value) => words.includes(value))

/** Telephone numbers and email addresses of offices, as sentences quote them. */
function sampleValues(): string[] {
  const { names, offices } = site()
  return [
    ...(names.labelled ? [names.email, names.eventsEmail] : []),
    ...offices.flatMap((office) => [
      ...(isLabelled(office, 'phones') ? office.phones.map(({ number }) => number) : []),
      ...(isLabelled(office, 'whatsapp') ? [office.whatsapp] : []),
      ...(isLabelled(office, 'email') ? [office.email] : []),
    ]),
  ].flatMap((value) => value || [])
}
