/** Finds what may be the same money: another line of the statement, or a gift in the books. A person decides. Pure. */
import { commonWords, wordsIn } from '#lib/giving/pledges/matching.ts'
import type { StatementLine } from '#lib/giving/pledges/statement.ts'
import { dayMs } from '#lib/platform/clock.ts'

/** `account`: null if unknown, as for a gift that somebody typed. `text`: the bank's text, or the donor's name. */
export type Recorded = Pick<StatementLine, 'day' | 'money' | 'text'> & { account: string | null }

const maxDays = 3
/** A number or a word of more lines says nothing about one of them. */
const maxLines = 3

/** Numbers of six digits and more, as far as a spreadsheet keeps them, and words of names. */
function traitsOf(text: string) {
  const upper = text.toUpperCase()
  const numbers = (upper.match(/\d+/g) ?? []).map((number) => number.replace(/^0+/, '').slice(0, 15))
  const words = wordsIn(upper.replace(/[\p{L}\p{N}._]*@[\p{L}\p{N}._]*|\p{L}*\p{N}[\p{L}\p{N}]*/gu, '/'))
  return {
    numbers: new Set(numbers.filter((number) => number.length >= 6)),
    words: new Set(words.filter((word) => word.length > 2)),
    references: new Set(
      (
        upper.match(
          /(?<![A-Z0-9])(?:[A-Z]-[2-9A-HJKMNP-Z]{4}-|[GE](?=[A-Z]{0,7}\d)[2-9A-HJKMNP-Z]{4})[2-9A-HJKMNP-Z]{4}(?![A-Z0-9])/g,
        ) ?? []
      ).map((found) => found.replaceAll('-', '')),
    ),
  }
}

type Traits = ReturnType<typeof traitsOf>

/**
 * For each line, by its id, what it resembles: the same amount with the same number; or with the same amount in the same account within three days, unless
 * their numbers and names are others. `ours`: our own names, which lines repeat.
 */
export function resemblances<Other extends Recorded>(
  lines: readonly StatementLine[],
  recorded: readonly Other[],
  ours: readonly string[] = [],
): Map<string, StatementLine | Other> {
  const common = new Set([...commonWords, ...ours.flatMap(wordsIn)])
  const traits = new Map<StatementLine | Other, Traits>()
  const [ofLines, ofBooks, ofDays] = [
    new Map<string, StatementLine[]>(),
    new Map<string, Other[]>(),
    new Map<string, Other[]>(),
  ]
  const add = <Payment>(index: Map<string, Payment[]>, key: string, payment: Payment) =>
    index.set(key, [...(index.get(key) ?? []), payment])
  const keysOf = ({ numbers, words }: Traits) => [...numbers, ...words].filter((key) => !common.has(key))
  const moneyOf = ({ money }: Recorded | StatementLine) => `${money.amount} ${money.currency}`
  const counts = new Map<string, number>()
  for (const line of lines) {
    traits.set(line, traitsOf(line.text))
    for (const key of keysOf(traitsOf(line.text))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const tellingOf = (known: Traits) => keysOf(known).filter((key) => (counts.get(key) ?? 0) <= maxLines)
  for (const payment of recorded) {
    traits.set(payment, traitsOf(payment.text))
    for (const number of traits.get(payment)?.numbers ?? []) add(ofBooks, `${number} ${moneyOf(payment)}`, payment)
    add(ofDays, `${payment.day} ${moneyOf(payment)}`, payment)
  }
  const found = new Map<string, StatementLine | Other>()
  for (const line of lines) {
    const own = traits.get(line) as Traits
    const telling = new Set(tellingOf(own))
    const isLike = (other: StatementLine | Other, isSameFile: boolean) => {
      const theirs = traits.get(other) as Traits
      if ([...theirs.numbers].some((number) => telling.has(number))) return true
      const isNear = Math.abs(Date.parse(line.day) - Date.parse(other.day)) <= maxDays * dayMs
      if (!isNear || (other.account !== null && (other.account ?? '') !== (line.account ?? ''))) return false
      if (own.references.size > 0 && theirs.references.size > 0)
        return [...own.references].some((reference) => theirs.references.has(reference))
      const isNamed = [...theirs.words].some((word) => telling.has(word))
      return isNamed || (!isSameFile && (own.numbers.size === 0 || theirs.numbers.size === 0))
    }
    const nearby = Array.from({ length: 2 * maxDays + 1 }, (_, index) =>
      new Date(Date.parse(line.day) + (index - maxDays) * dayMs).toISOString().slice(0, 10),
    )
    const books = [
      ...[...telling].flatMap((key) => ofBooks.get(`${key} ${moneyOf(line)}`) ?? []),
      ...nearby.flatMap((day) => ofDays.get(`${day} ${moneyOf(line)}`) ?? []),
    ]
    const earlier = [...telling].flatMap((key) => ofLines.get(`${key} ${moneyOf(line)}`) ?? [])
    const like =
      books.find((other) => isLike(other, false)) ?? earlier.find((other) => other !== line && isLike(other, true))
    if (like) found.set(line.id, like)
    for (const key of telling) add(ofLines, `${key} ${moneyOf(line)}`, line)
  }
  return found
}
