/** Proposes which line of a bank statement pays which pledge. A person confirms each. Pure. */
import type { StatementLine } from '#lib/giving/pledges/statement.ts'
import type { Money } from '#lib/platform/money.ts'

/** `paid`: a transfer was confirmed for it before. `monthly`: a standing order, which pays again every month. */
export type OpenPledge = {
  reference: string
  money: Money
  names: readonly string[]
  day: string
  paid: boolean
  monthly: boolean
}

export type Proposal = {
  line: StatementLine
  pledge: OpenPledge
  because: readonly ('reference' | 'amount' | 'name')[]
}

type Proposals = {
  proposals: Proposal[]
  /** `note`: why nothing is proposed although several pledges fit. */
  unmatched: { line: StatementLine; note: string }[]
}

/** A name that matches more lines of a statement consists of words that banks or donors often write. */
const maxLinesOfName = 3

/**
 * Uses each line and each pledge at most once, a standing order once a day, whatever their order. A reference is sufficient; otherwise amount and name must both fit
 * exactly one pledge. Anybody can pledge under any name, so a name counts only if it distinguishes one payer from others. `ours`: our own names, which
 * lines repeat.
 */
export function proposeMatches(
  lines: readonly StatementLine[],
  pledges: readonly OpenPledge[],
  ours: readonly string[] = [],
): Proposals {
  const found: Proposals = { proposals: [], unmatched: [] }
  const common = new Set([...commonWords, ...ours.flatMap(wordsIn)])
  const named = linesByName(lines, common)
  const hasName = (line: StatementLine, { names }: OpenPledge) => names.some((name) => named(name).has(line))
  const isTelling = ({ names }: OpenPledge) => new Set(names.flatMap((name) => [...named(name)])).size <= maxLinesOfName
  const byReference = new Map(pledges.map((pledge) => [bareReference(pledge), pledge]))
  const byMoney = Map.groupBy(pledges, ({ money }) => moneyKey(money))
  const taken = new Set<string>()
  const isOpen = ({ paid, monthly }: OpenPledge) => monthly || !paid
  const slotOf = ({ reference, monthly }: OpenPledge, { day }: StatementLine) =>
    monthly ? `${reference} ${day}` : reference

  function settle(line: StatementLine, fitting: readonly OpenPledge[]) {
    const [pledge] = fitting
    if (pledge && fitting.length === 1 && isOpen(pledge) && !taken.has(slotOf(pledge, line))) {
      taken.add(slotOf(pledge, line))
      const because = [
        ...(referencesIn(line, byReference).has(pledge) ? (['reference'] as const) : []),
        ...(hasAmount(line, pledge) ? (['amount'] as const) : []),
        ...(hasName(line, pledge) ? (['name'] as const) : []),
      ]
      found.proposals.push({ line, pledge, because })
    } else found.unmatched.push({ line, note: noteOn(fitting) })
  }

  const sorted = [...lines].sort((a, b) => `${a.day} ${a.id}`.localeCompare(`${b.day} ${b.id}`))
  const referring = sorted.map((line) => ({
    line,
    by: [...referencesIn(line, byReference)].filter(({ money }) => money.currency === line.money.currency),
  }))
  // First, so that a transfer without a reference never takes the pledge of another.
  for (const { line, by } of referring) if (by.length > 0) settle(line, by)
  for (const { line, by } of referring)
    if (by.length === 0)
      settle(
        line,
        (byMoney.get(moneyKey(line.money)) ?? []).filter(
          (pledge) =>
            isOpen(pledge) &&
            !taken.has(slotOf(pledge, line)) &&
            isLater(line, pledge) &&
            hasName(line, pledge) &&
            isTelling(pledge),
        ),
      )
  return found
}

function noteOn(fitting: readonly OpenPledge[]): string {
  const named = fitting.map(({ reference }) => reference).sort()
  if (named.length === 0) return ''
  return named.length > 1 ? `fits ${named.join(' and ')}` : `${named[0]} already has its transfer`
}

const moneyKey = ({ amount, currency }: Money) => `${amount} ${currency}`

/** Donors omit the G. */
const bareReference = ({ reference }: OpenPledge) => reference.slice(1).replaceAll('-', '')

/** Banks drop hyphens, break lines and use capitals. */
function referencesIn({ text }: StatementLine, byReference: ReadonlyMap<string, OpenPledge>): Set<OpenPledge> {
  const written = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const parts = Array.from({ length: Math.max(0, written.length - 7) }, (_, at) => written.slice(at, at + 8))
  return new Set(parts.flatMap((part) => byReference.get(part) ?? []))
}

const hasAmount = ({ money }: StatementLine, pledge: OpenPledge) => money.amount === pledge.money.amount

/** The day before: India is ahead of UTC, in which pledges are stored. */
const isLater = ({ day }: StatementLine, pledge: OpenPledge) =>
  Date.parse(day) >= Date.parse(pledge.day) - 24 * 3_600_000

/** What banks, apps and donors write into lines of many payers: no evidence of a name. */
const commonWords = [
  'ach account atm bank banking bhim branch cash cheque check chq clearing clg credit debit dep deposit desc eft ecs entry for from fund funds',
  'gpay google imps inb inet instant internet limited ltd miss mob mobile mrs nach name national neft net netbanking online orig paid pay payment',
  'paypal paytm phonepe ref reference rtgs salary self sent shri smt state swift tfr the trace transaction transfer trf txn upi via web wire zelle',
  'charity donate donation gift help medical surgery support thank thanks trust with you',
  'america axis baroda canara chase citi federal hdfc hsbc icici idbi idfc india indian indusind kotak pnb sbi uco union wells fargo yes',
  'barb bkid cbin cnrb fdrl icic idfb idib indb ioba kkbk mahb punb sbin ubin utib yesb',
].flatMap((codes) => codes.split(' '))

const wordsIn = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\P{L}+/u)
    .filter(Boolean)

const isInitial = (word: string) => word.length < 3

/** The words of each part of a line, without codes, UPI addresses and `common` ones. */
const partsIn = (text: string, common: ReadonlySet<string>): string[][] =>
  text
    .replace(/[\p{L}\p{N}._]*@[\p{L}\p{N}._]*/gu, '/')
    .replace(/[\p{L}\p{N}]+/gu, (code) => (/\p{N}/u.test(code) ? '/' : code))
    .split(/[^\p{L}\p{M}\s.'’]+/u)
    .map((part) => wordsIn(part).filter((word) => !common.has(word)))

/** Matches a name that is written with other spaces. */
const maxRun = 8

/**
 * The lines that have a name: all its words but one, and at least two, in any order; or the name with other spaces. A name of one word must be a
 * whole part of the line, so that "Kumar" is not everybody of that name. Initials are ignored. Indexed, because there may be thousands of both.
 */
function linesByName(lines: readonly StatementLine[], common: ReadonlySet<string>) {
  const [byWord, byRun, byPart] = [1, 2, 3].map(() => new Map<string, Set<StatementLine>>())
  const add = (index: typeof byWord, key: string, line: StatementLine) =>
    index?.set(key, (index.get(key) ?? new Set()).add(line))
  for (const line of lines)
    for (const part of partsIn(line.text, common)) {
      add(byPart, part.filter((word) => !isInitial(word)).join(' '), line)
      for (const [from, word] of part.entries()) {
        add(byWord, word, line)
        for (let to = from + 1; to <= Math.min(part.length, from + maxRun); to++)
          add(byRun, part.slice(from, to).join(''), line)
      }
    }
  const find = (name: string): ReadonlySet<StatementLine> => {
    const words = [...new Set(wordsIn(name))].filter((word) => !isInitial(word) && !common.has(word))
    if (words.length < 2) return byPart?.get(words[0] ?? '-') ?? new Set()
    const counts = new Map<StatementLine, number>()
    for (const word of words) for (const line of byWord?.get(word) ?? []) counts.set(line, (counts.get(line) ?? 0) + 1)
    const enough = Math.max(2, words.length - 1)
    const having = [...counts].flatMap(([line, count]) => (count >= enough ? [line] : []))
    return new Set([...having, ...(byRun?.get(words.join('')) ?? [])])
  }
  const found = new Map<string, ReadonlySet<StatementLine>>()
  return (name: string) => {
    const known = found.get(name) ?? find(name)
    found.set(name, known)
    return known
  }
}
