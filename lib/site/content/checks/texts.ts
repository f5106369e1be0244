/**
 * Checks of single texts: days, telephone numbers, alternate texts, copies of values that another file defines, and characters that no
 * text may contain.
 */
import { dayAfter } from '#lib/platform/dates.ts'
import { figureWords } from '#lib/site/content/figures-schema.ts'
import type { Content } from '#lib/site/content/load.ts'
import { alternateFault, htmlIn } from '#lib/site/content/markdown.ts'
import type { Source } from '#lib/site/content/parse.ts'
import { type Path, type Problem, warning } from '#lib/site/content/problem.ts'
import { textsIn } from '#lib/site/content/walk.ts'
import { type Findings, problemAt, problemAtWords, type Text } from './found.ts'

/** `today`: YYYY-MM-DD, in UTC. */
export function checkTexts({ texts }: Findings, today: string): Problem[] {
  return texts.flatMap((text) => [...characterFaults(text), ...valueFaults(text, today), ...pastDeadlines(text, today)])
}

/** UTF-8 that was read as Windows-1252, and saved again: "cafÃ©", "itâ€™s". */
const wrongEncoding =
  /(?:Ã[\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|Â[\u00a0-\u00bf]|â€|à[¤¥]|ðŸ|ï»¿|\ufffd)/
/**
 * Control and format characters, except those that text needs: line breaks, the soft hyphen, joiners and direction marks inside words of
 * other scripts, and the tags of flags.
 */
const invisible =
  /(?![\n\r\t\u00ad\u061c\u200c-\u200f\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]|(?<=^|\p{ASCII})[\u200c\u200d]|[\u200c\u200d](?=\p{ASCII}|$)/u

/** Rejects text that ends a script element, wrong encodings, invisible characters, and HTML in fields that are not Markdown. */
function characterFaults(text: Text): Problem[] {
  const { value, isMarkdown } = text
  const [scriptEnd] = /<\/script/i.exec(value) ?? []
  if (scriptEnd) return [problemAtWords(text, scriptEnd, `"${scriptEnd}" may not stand in any text`)]
  const wrong = wrongEncoding.exec(value)
  if (wrong) {
    const [start = ''] = /\S*$/.exec(value.slice(0, wrong.index)) ?? []
    const [end = ''] = /^\S*/.exec(value.slice(wrong.index)) ?? []
    const garbled = start + end
    return [
      problemAtWords(
        text,
        garbled,
        `"${garbled}" was saved in another encoding: type it again, and save the file as UTF-8`,
      ),
    ]
  }
  const hidden = invisible.exec(value)
  if (hidden) {
    const code = hidden[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    const before = value.slice(0, hidden.index).trimEnd().split(/\s/).at(-1)
    const where = before ? `after "${before}"` : 'at its start'
    return [
      problemAtWords(
        text,
        hidden[0],
        `has an invisible character (U+${code}) ${where}: type the words around it again`,
      ),
    ]
  }
  const html = isMarkdown ? undefined : htmlIn(value)
  return html ? [problemAtWords(text, html, `HTML is not allowed here: ${html}`)] : []
}

/** Days that are normally in the past. */
const pastDays: readonly unknown[] = ['updated', 'uploaded', 'asOf', 'reached']

/** Days must exist, telephone numbers must be dialable (ITU-T E.164: at most 15 digits), and alternate texts must be meaningful. */
function valueFaults(text: Text, today: string): Problem[] {
  const { value, field } = text
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(value)) {
    if (!isDay(value.length === 7 ? `${value}-01` : value)) return [problemAt(text, `${value} is not in the calendar`)]
    // It may already be tomorrow in the editor's time zone.
    return pastDays.includes(field) && value > dayAfter(today).slice(0, value.length)
      ? [warning(problemAt(text, `${value} is in the future`))]
      : []
  }
  const isNumber = field === 'whatsapp' || (field === 'number' && text.path.includes('phones'))
  if (isNumber && !isDialable(value)) return [problemAt(text, 'must have 7 to 15 digits')]
  const alternate = field === 'alt' && alternateFault(value)
  return alternate ? [problemAt(text, alternate)] : []
}

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false
const isDialable = (number: string) => /^\d{7,15}$/.test(digitsOf(number))

const month = 'January|February|March|April|May|June|July|August|September|October|November|December'
const deadline = new RegExp(
  `\\b(?:by|until|till|deadline(?: is)?:?|no later than|(?:closes?|ends?) on)\\s+(?:[A-Z][a-z]+day,?\\s+)?((\\d{1,2})(?:st|nd|rd|th)?\\s+(${month}),?\\s+(\\d{4})|(${month})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4}))\\b`,
  'g',
)

/** Stories and posts are about the past, so their dates may have passed. */
function pastDeadlines(text: Text, today: string): Problem[] {
  if (text.entry.story || text.entry.post) return []
  return [...text.value.matchAll(deadline)].flatMap(([words, , day, name, year, otherName, otherDay, otherYear]) => {
    const written = new Date(`${day ?? otherDay} ${name ?? otherName} ${year ?? otherYear} UTC`)
    return written.toJSON() && written.toJSON() < today
      ? [warning(problemAtWords(text, words, `"${words}" is over: give the next date, or take it away`))]
      : []
  })
}

export function checkMarkdown({ markdowns }: Findings): Problem[] {
  return markdowns.flatMap((place) =>
    place.value.faults.map(({ message, line, words }) => problemAt(place, message, { line, ...(words && { words }) })),
  )
}

/** Nine digits or more, as people write them: 98765 43210, (0423) 267-1234. */
const telephoneNumber = /(?<![\w/.,:-])\+?\(?\d(?:[ ().-]{0,2}\d){8,14}(?![\w/])/

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A patient's number would be public. A number that the story links to is meant to be called. */
export function checkPrivacy({ texts, links }: Findings): Problem[] {
  return texts.flatMap((text) => {
    const [number] = (text.entry.story && telephoneNumber.exec(text.value)) || []
    if (!number) return []
    const isLinked = links.some(({ entry, value }) => entry === text.entry && value.endsWith(digitsOf(number)))
    return isLinked
      ? []
      : [
          warning(
            problemAtWords(
              text,
              number,
              `${number} looks like a telephone number: take it away, or link it with tel: if everybody may call it`,
            ),
          ),
        ]
  })
}

/** Addresses and ids may contain a number that a visitor never reads. */
const unread = new Set(['id', 'href', 'src', 'address', 'aliases', 'about'])
const isUnread = (_: unknown, key: string) => unread.has(key)

type Written = Pick<Content, 'figures' | 'site'> & {
  entries: readonly { source: Source }[]
  translations: readonly { source: Source }[]
  campDefaults: { totalSurgeryCount: number; countryWiseCamps: Readonly<Record<string, { surgeryCount: number }>> }
}

/** Texts that repeat a figure, a telephone number or an e-mail address that another file defines. */
export function checkLiterals({ entries, translations, ...content }: Written): Problem[] {
  const [figures, contacts] = [figuresIn(content), contactsIn(content.site)]
  const literalsIn = (file: string, text: string) => [
    ...(/^content\/(?:figures|camps)\./.test(file) ? [] : figures(text)),
    ...(file === 'content/site.yaml' ? [] : contacts(text)),
  ]
  const problemsIn = ({ source }: { source: Source }, texts: { text: string; path: Path }[]) =>
    texts.flatMap(({ text, path }) =>
      literalsIn(source.file, text).map(({ words, message }) => source.problem(path, message, { words })),
    )
  return [
    ...entries.flatMap((entry) => problemsIn(entry, textsIn(entry.source.raw, isUnread))),
    // Beside its translation the English stands a second time.
    ...translations.flatMap((one) =>
      problemsIn(
        one,
        textsIn(one.source.raw).filter(({ path }) => path.at(-1) === 'text'),
      ),
    ),
  ]
}

const isAmount = /^\p{Sc}/u

type Literal = { words: string; message: string }

/** Years, numbers below 100, and amounts of money other than the prices may coincide with a figure. */
function figuresIn({ figures, campDefaults }: Pick<Written, 'figures' | 'campDefaults'>): (text: string) => Literal[] {
  const totals = [
    campDefaults.totalSurgeryCount,
    ...Object.values(campDefaults.countryWiseCamps).map(({ surgeryCount }) => surgeryCount),
  ]
  // If two have the same number, the first in the file is suggested.
  const known = new Map([
    ...figureWords(figures)
      .reverse()
      // A gift may happen to equal a twelfth of a price.
      .filter(([id]) => !id.endsWith('-a-month'))
      .map(([id, number]) => [isAmount.test(number) ? number : digitsOf(number), `{figure:${id}}`] as const),
    ...totals.map((total) => [String(total), 'a round number that stays true, or show the block of figures'] as const),
  ])
  return (text) =>
    [...text.matchAll(/(?<![\w\p{Sc}.,:/#-])\p{Sc}?\d[\d,]*\d(?![\w:]|[.,-]\d)/gu)].flatMap(([number]) => {
      const instead = known.get(isAmount.test(number) ? number : digitsOf(number))
      const telling = Number(digitsOf(number)) >= 100 && !/^(?:19|20)\d\d$/.test(number)
      return instead && telling
        ? [{ words: number, message: `${number} is a figure of content/figures.yaml: write ${instead}` }]
        : []
    })
}

/** The numbers and addresses of site.yaml, so that an office's new number changes on every page. */
function contactsIn({ names, offices }: Content['site']): (text: string) => Literal[] {
  const known = new Map<string, string>(
    offices.flatMap(({ code, phones, whatsapp, email }) => [
      ...phones
        .slice(0, 1)
        .map(({ number }) => [digitsOf(number), `{phone:${code}}, and {tel:${code}} in a link`] as const),
      ...(whatsapp ? [[digitsOf(whatsapp), `{whatsapp:${code}} in a link`] as const] : []),
      [email, `{email:${code}}`] as const,
    ]),
  )
  known.set(names.eventsEmail, '{email:events}').set(names.email, '{email}')
  return (text) =>
    [...text.matchAll(/(?<![\w.])\+?\d[\d ()-]{6,}\d|[\w.+-]+@[\w.-]+\w/g)].flatMap(([words]) => {
      const instead = known.get(words.includes('@') ? words : digitsOf(words))
      return instead ? [{ words, message: `${words} is written once, in content/site.yaml: write ${instead}` }] : []
    })
}
