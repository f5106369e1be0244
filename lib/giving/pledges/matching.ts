/** Proposes which line of a bank statement pays which pledge. A person confirms each. Pure. */
import type { StatementLine } from '#lib/giving/pledges/statement.ts'
import type { Remark } from '#lib/giving/remark.ts'
import { dayMs } from '#lib/platform/clock.ts'
import type { Money } from '#lib/platform/money.ts'

/** `paid`: a transfer was confirmed for it before. `monthly`: a standing order, which pays again every month. */
export type OpenPledge = {
  reference: string
  money: Money
  names: readonly string[]
  day: string
  paid: boolean
  monthly: boolean
  isInvoice?: boolean
}

/** `more`: further lines of the same gift, which name the pledge too and have its amount together with the first. */
export type Proposal = {
  line: StatementLine
  more?: readonly StatementLine[]
  pledge: OpenPledge
  because: readonly ('reference' | 'amount' | 'name' | 'reference_start' | 'name_start')[]
}

type Proposals = {
  proposals: Proposal[]
  /** `note`: why nothing is proposed although several pledges fit. */
  unmatched: { line: StatementLine; note: Remark | null }[]
}

/** A name that matches more lines of a statement consists of words that banks or donors often write. */
const maxLinesOfName = 3

/**
 * Uses each line and each pledge at most once, a standing order once a day, whatever their order. A reference is sufficient; otherwise amount and name must both fit
 * exactly one pledge. Banks cut both: the beginning of one is enough where no other open pledge has the amount. Anybody can pledge under any name, so a name counts
 * only if it distinguishes one payer from others. `ours`: our own names, which lines repeat.
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

  function settle(line: StatementLine, fitting: readonly OpenPledge[], beginnings: Proposal['because'] = []): boolean {
    const [pledge] = fitting
    if (!pledge || fitting.length > 1 || !isOpen(pledge) || taken.has(slotOf(pledge, line))) return false
    taken.add(slotOf(pledge, line))
    const because = [
      ...(referencesIn(line, byReference).has(pledge) ? (['reference'] as const) : []),
      ...(hasAmount(line, pledge) ? (['amount'] as const) : []),
      ...(hasName(line, pledge) ? (['name'] as const) : []),
      ...beginnings,
    ]
    found.proposals.push({ line, pledge, because })
    return true
  }
  function joined({ pledge, lines: [line, ...more] }: Split): StatementLine[] {
    if (!line || !isOpen(pledge) || taken.has(pledge.reference)) return []
    taken.add(pledge.reference)
    found.proposals.push({ line, more, pledge, because: ['reference', 'amount'] })
    for (const other of more)
      found.unmatched.push({ line: other, note: { kind: 'ofSplit', line: line.code, reference: pledge.reference } })
    return [line, ...more]
  }

  const leave = (line: StatementLine, fitting: readonly OpenPledge[]) =>
    found.unmatched.push({ line, note: noteOn(fitting) })

  const sorted = [...lines].sort((a, b) => `${a.day} ${a.id}`.localeCompare(`${b.day} ${b.id}`))
  const referring = sorted.map((line) => ({
    line,
    by: [...referencesIn(line, byReference)].filter(({ money }) => money.currency === line.money.currency),
  }))
  // First, so that a transfer without a reference never takes the pledge of another.
  const together = new Set(splitTransfers(referring).flatMap(joined))
  for (const { line, by } of referring) if (by.length > 0 && !together.has(line) && !settle(line, by)) leave(line, by)
  const rest = referring.flatMap(({ line, by }) => (by.length === 0 ? [line] : []))
  // The day before: India is ahead of UTC, in which pledges are stored.
  const earliest = new Map(
    pledges.map((pledge) => [pledge, new Date(Date.parse(pledge.day) - dayMs).toISOString().slice(0, 10)]),
  )
  const equal = (line: StatementLine) =>
    (byMoney.get(moneyKey(line.money)) ?? []).filter(
      (pledge) => isOpen(pledge) && line.day >= (earliest.get(pledge) ?? ''),
    )
  const unnamed = rest.filter((line) => {
    const fitting = equal(line).filter(
      (pledge) => !taken.has(slotOf(pledge, line)) && hasName(line, pledge) && isTelling(pledge),
    )
    if (fitting.length > 1) leave(line, fitting)
    return fitting.length === 0 || (fitting.length === 1 && !settle(line, fitting))
  })
  const isCutOf = cutNames(rest, common)
  for (const line of unnamed) {
    const [pledge, ...others] = equal(line)
    const beginnings =
      pledge && others.length === 0
        ? [
            ...(hasCutReference(line, pledge) ? (['reference_start'] as const) : []),
            ...(isCutOf(line, pledge) ? (['name_start'] as const) : []),
          ]
        : []
    if (!pledge || beginnings.length === 0 || !settle(line, [pledge], beginnings)) leave(line, [])
  }
  return found
}

type Split = { pledge: OpenPledge; lines: readonly StatementLine[] }

/** Pledges that several lines name, which together have the amount that no single one has. */
function splitTransfers(referring: readonly { line: StatementLine; by: readonly OpenPledge[] }[]): Split[] {
  const named = referring.flatMap(({ line, by: [pledge, ...others] }) =>
    pledge && !pledge.monthly && others.length === 0 ? [{ line, pledge }] : [],
  )
  return [...Map.groupBy(named, ({ pledge }) => pledge)].flatMap(([pledge, found]) => {
    const lines = found.map(({ line }) => line)
    const sum = lines.reduce((all, { money }) => all + money.amount, 0)
    return lines.length > 1 && sum === pledge.money.amount ? [{ pledge, lines }] : []
  })
}

function noteOn(fitting: readonly OpenPledge[]): Remark | null {
  const references = fitting.map(({ reference }) => reference).sort()
  const [reference, ...others] = references
  if (!reference) return null
  return others.length > 0 ? { kind: 'fitsSeveral', references } : { kind: 'hasTransfer', reference }
}

const moneyKey = ({ amount, currency }: Money) => `${amount} ${currency}`

/** Donors omit the G. */
const bareReference = ({ reference }: Pick<OpenPledge, 'reference'>) => reference.slice(1).replaceAll('-', '')

/** Banks drop hyphens, break lines and use capitals. */
function referencesIn({ text }: StatementLine, byReference: ReadonlyMap<string, OpenPledge>): Set<OpenPledge> {
  const written = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const parts = Array.from({ length: Math.max(0, written.length - 7) }, (_, at) => written.slice(at, at + 8))
  return new Set(parts.flatMap((part) => byReference.get(part) ?? []))
}

const hasAmount = ({ money }: StatementLine, pledge: OpenPledge) => money.amount === pledge.money.amount

/** What banks, apps and donors write into lines of many payers: no evidence of a name. */
export const commonWords = [
  'ach account atm bank banking bhim branch cash cheque check chq clearing clg credit debit dep deposit desc eft ecs entry for from fund funds',
  'gpay google imps inb inet instant internet limited ltd miss mob mobile mrs nach name national neft net netbanking online orig paid pay payment',
  'paypal paytm phonepe ref reference rtgs salary self sent shri smt state swift tfr the trace transaction transfer trf txn upi via web wire zelle',
  'charity donate donation gift help medical surgery support thank thanks trust with you',
  'america axis baroda canara chase citi federal hdfc hsbc icici idbi idfc india indian indusind kotak pnb sbi uco union wells fargo yes',
  'barb bkid cbin cnrb fdrl icic idfb idib indb ioba kkbk mahb punb sbin ubin utib yesb',
].flatMap((codes) => codes.split(' '))

/** Letters that are not a plain one with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
}

/** O'Brien is one word, as banks write it. */
export const wordsIn = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|['’‘ʼʻ`´]/gu, '')
    .toLowerCase()
    .replace(/[łøđðßæœıþ]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/\P{L}+/u)
    .filter(Boolean)

const isInitial = (word: string) => word.length < 3

const hyphens = /(?<=\p{L})[-\u2010\u2011\u2043](?=\p{L})/gu

/** The words of each part of a line, without codes, UPI addresses and `common` ones. A hyphen parts them, or joins two names. */
const partsIn = (text: string, common: ReadonlySet<string>): string[][] => {
  const plain = text
    .replace(/[\p{L}\p{N}._]*@[\p{L}\p{N}._]*/gu, '/')
    .replace(/[\p{L}\p{N}]+/gu, (code) => (/\p{N}/u.test(code) ? '/' : code))
  const joined = plain.replace(hyphens, ' ')
  return [plain, ...(joined === plain ? [] : [joined])].flatMap((text) =>
    text.split(/[^\p{L}\p{M}\s.'’‘ʼʻ`´]+/u).map((part) => wordsIn(part).filter((word) => !common.has(word))),
  )
}

/** Matches a name that is written with other spaces. */
const maxRun = 8

/**
 * The lines that have a name: all its words but one, and at least two, in any order, also joined or apart as in Delacruz; or the whole name with other
 * spaces. A name of one word must be a whole part of the line, so that "Kumar" is not everybody of that name. Initials are ignored. Indexed, because there
 * may be thousands of both.
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
          // One word of several is no whole name: "Kum Ar" is not everybody called Kumar.
          if (to > from + 1 || part.length === 1) add(byRun, part.slice(from, to).join(''), line)
      }
    }
  const find = (name: string): ReadonlySet<StatementLine> => {
    const all = wordsIn(name).filter((word) => !common.has(word))
    const words = [...new Set(all)].filter((word) => !isInitial(word))
    if (words.length < 2) {
      const whole = byPart?.get(words[0] ?? '-')
      return whole ?? (all.length > 1 && all.join('').length > 5 ? byPart?.get(all.join('')) : undefined) ?? new Set()
    }
    const having = new Map<StatementLine, Set<string>>()
    const count = (found: ReadonlySet<StatementLine> | undefined, part: readonly string[]) => {
      for (const line of found ?? [])
        having.set(line, new Set([...(having.get(line) ?? []), ...part.filter((word) => !isInitial(word))]))
    }
    for (const word of words) for (const index of [byWord, byRun]) count(index?.get(word), [word])
    for (let from = 0; from < all.length; from++)
      for (let to = from + 2; to <= Math.min(all.length, from + maxRun); to++)
        if (to - from < all.length) count(byWord?.get(all.slice(from, to).join('')), all.slice(from, to))
    const enough = Math.max(2, words.length - 1)
    const found = [...having].flatMap(([line, { size }]) => (size >= enough ? [line] : []))
    const whole = [all, words].flatMap((run) => [...(byRun?.get(run.join('')) ?? [])])
    return new Set([...found, ...whole])
  }
  const found = new Map<string, ReadonlySet<StatementLine>>()
  return (name: string) => {
    const known = found.get(name) ?? find(name)
    found.set(name, known)
    return known
  }
}

const titles = /^(?:mr|mrs|ms|miss|dr|shri|smt|sri)(?= )/

/** Whether a whole part of a line is the beginning of a name, or of its words in another order: LAKSHMI N for Lakshmi Narayanan, also where it stands in three lines at most. */
function cutNames(lines: readonly StatementLine[], common: ReadonlySet<string>) {
  const partsOf = new Map(
    lines.map((line) => {
      const parts = partsIn(line.text, common).map((part) => part.join(' ').replace(titles, '').replaceAll(' ', ''))
      return [line, new Set(parts.filter((part) => part.length >= minBeginning))]
    }),
  )
  const counts = new Map<string, number>()
  for (const parts of partsOf.values()) for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  return (line: StatementLine, { names }: OpenPledge) =>
    names.some((name) => {
      const words = wordsIn(name)
      const orders = words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].join(''))
      return [...(partsOf.get(line) ?? [])].some(
        (part) => (counts.get(part) ?? 0) <= maxLinesOfName && orders.some((order) => order.startsWith(part)),
      )
    })
}
const minBeginning = 5

/** The beginning of the reference as a word of its own: three characters behind the G, or four without it. Hyphens may be gone. */
function hasCutReference({ text }: StatementLine, pledge: OpenPledge): boolean {
  const bare = bareReference(pledge)
  const upper = text.toUpperCase()
  return [3, 4, 5, 6, 7].some((length) => {
    const begin = [...bare.slice(0, length)].join('[^A-Z0-9]?')
    return new RegExp(`(?<![A-Z0-9])${length < 4 ? 'G' : 'G?'}[^A-Z0-9]{0,2}${begin}(?![A-Z0-9])`).test(upper)
  })
}
