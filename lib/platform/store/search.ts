/**
 * Search of what people typed: case, accents, apostrophes, hyphens and spaces make no difference, on both databases alike. Each table has one
 * expression with all that is searched in it, which is kept in its indexes; so the database itself keeps it right, whoever writes. Migrations
 * contain these expressions: change one only with a migration for its indexes.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { env } from '#lib/platform/env.ts'
import { digitsIn, toAsciiDigits } from '#lib/platform/typed-text.ts'

/** Signs that are left out of a text: spaces, hyphens, apostrophes, and the commonest accents that stand after their letter. */
const dropped = [
  ..." -'\u00a0\u2010\u2011\u2013\u2014\u2018\u2019\u02bc`\u00b4\u2032\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0327",
]
/** Letters with accents, as in names of Europe, Kenya and India, and what replaces them. Each makes every search a little slower. */
const plain = {
  a: 'ÀÁÂÃÄÅàáâãäåĀāĂăĄą',
  c: 'ÇçĆćČč',
  d: 'ÐðĎďĐđ',
  e: 'ÈÉÊËèéêëĒēĖėĘęĚě',
  g: 'Ğğ',
  i: 'ÌÍÎÏìíîïĨĩĪīİı',
  l: 'Łł',
  n: 'ÑñŃńŇň',
  o: 'ÒÓÔÕÖØòóôõöøŌōŐő',
  r: 'Řř',
  s: 'ŚśŞşŠšȘș',
  t: 'ŢţŤťȚț',
  u: 'ÙÚÛÜùúûüŨũŪūŮůŰű',
  y: 'ÝýÿŸ',
  z: 'ŹźŻżŽž',
  ss: 'ß',
  ae: 'Ææ',
  oe: 'Œœ',
  th: 'Þþ',
}
const letters = new Map(
  Object.entries(plain).flatMap(([to, from]) => Array.from(from, (letter) => [letter, to] as const)),
)

const folded = (text: string) => (/^[ -~]*$/.test(text) ? text.replace(/[ '`-]/g, '').toLowerCase() : foldedSigns(text))
const foldedSigns = (text: string) =>
  Array.from(text.normalize('NFC'), (sign) => letters.get(sign) ?? (dropped.includes(sign) ? '' : sign))
    .join('')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The same as {@link folded} in SQL. SQLite's `lower` knows only ASCII, PostgreSQL's depends on the locale. */
function foldedIn(expression: string, onPostgres: boolean): string {
  const replaced = (pairs: Iterable<readonly [string, string]>, inner: string) =>
    Array.from(pairs).reduce((text, [from, to]) => `replace(${text}, ${quoted(from)}, ${quoted(to)})`, inner)
  const drop = (signs: readonly string[]) => signs.map((sign) => [sign, ''] as const)
  if (!onPostgres) {
    const ascii = dropped.filter((sign) => sign < '\u0080')
    return `lower(case when ${expression} glob '*[^ -~]*' then ${replaced([...letters, ...drop(dropped)], expression)} else ${replaced(drop(ascii), expression)} end)`
  }
  const single = [...letters].filter(([, to]) => to.length === 1)
  const alphabet = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
  const [from, to] = [
    [...single.map(([letter]) => letter), ...alphabet],
    [...single.map(([, plain]) => plain), ...alphabet.map((letter) => letter.toLowerCase())],
  ]
  const several = [...letters].filter(([, plain]) => plain.length > 1)
  return `translate(${replaced(several, expression)}, ${quoted([...from, ...dropped].join(''))}, ${quoted(to.join(''))})`
}

/** The last nine digits, which do not depend on how the country is written. */
const telephoneDigits = 9
const lastDigits = (expression: string, onPostgres: boolean) =>
  onPostgres
    ? `right(regexp_replace(${expression}, '\\D', '', 'g'), ${telephoneDigits})`
    : `substr(${[...' -()+./'].reduce((text, sign) => `replace(${text}, '${sign}', '')`, expression)}, -${telephoneDigits})`

/** Empty if it was not given, and also if the answers are not JSON: an index must not refuse a row. */
const answer = (column: string, name: string, onPostgres: boolean) =>
  onPostgres
    ? `coalesce(substring(${column} from '"${name}":"((?:[^"\\\\]|\\\\.)*)"'), '')`
    : `coalesce(case when json_valid(${column}) then json_extract(${column}, '$.${name}') end, '')`

const joined = (...parts: readonly string[]) => parts.join(" || '|' || ")

/** What is searched in each table. Encrypted answers are not. */
const expressions = {
  gifts: () => joined('donor_name', 'donor_email'),
  orders: () => joined('donor_name', "coalesce(organisation, '')", 'email'),
  tickets: () => 'name',
  enquiries: (onPostgres: boolean) => {
    const field = (name: string) => answer('fields', name, onPostgres)
    return joined(field('name'), `${field('firstname')} || ${field('lastname')}`, field('email'))
  },
} as const
type Searched = keyof typeof expressions

const telephones = {
  orders: (onPostgres: boolean) => answer('answers', 'phone', onPostgres),
  enquiries: (onPostgres: boolean) => answer('fields', 'number', onPostgres),
} as const

/** For an index, or a query of that table alone. */
export const searchedSql = (table: Searched, onPostgres: boolean) =>
  foldedIn(expressions[table](onPostgres), onPostgres)
export const telephoneSql = (table: keyof typeof telephones, onPostgres: boolean) =>
  lastDigits(telephones[table](onPostgres), onPostgres)

const made = new Map<string, RawBuilder<string>>()
/** For the database of this process. */
function once(table: string, make: (onPostgres: boolean) => string): RawBuilder<string> {
  const onPostgres = env().databaseUrl !== null
  const name = `${table} ${onPostgres}`
  const known = made.get(name) ?? sql.raw<string>(make(onPostgres))
  made.set(name, known)
  return known
}

export const searchedIn = (table: Searched) => once(table, (onPostgres) => searchedSql(table, onPostgres))
export const telephoneIn = (table: keyof typeof telephones) =>
  once(`${table} telephone`, (onPostgres) => telephoneSql(table, onPostgres))

/** An answer of the rows of a table, from its JSON. */
export const answerIn = (column: 'answers', name: string) =>
  once(`${column} ${name}`, (onPostgres) => answer(column, name, onPostgres))

/** The words of a search. */
export const wordsOf = (typed: string): string[] =>
  toAsciiDigits(typed)
    .split(/[\s-]+/)
    .map(folded)
    .filter(Boolean)

/** Whether a row holds every word of a search, also as a part of another. */
export function holds(searched: RawBuilder<string>, typed: string): RawBuilder<SqlBool> {
  const words = wordsOf(typed).map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`)
  if (words.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${searched} like ${word} escape '\\'`),
    sql` and `,
  )})`
}

/** Whether a text consists of what telephone numbers are written with. */
export const isLikeTelephone = (typed: string): boolean => /^[\d\s()+./-]+$/.test(toAsciiDigits(typed))

/** What a telephone number is found by, however it is written. Null for other text, and for less than a whole number. */
export function telephoneTyped(typed: string): string | null {
  const digits = digitsIn(typed)
  return isLikeTelephone(typed) && digits.length >= telephoneDigits ? digits.slice(-telephoneDigits) : null
}

/** As {@link holds}, for a text in memory. */
export function textHolds(text: string, typed: string): boolean {
  const [searched, words] = [folded(text), wordsOf(typed)]
  return words.length > 0 && words.every((word) => searched.includes(word))
}
