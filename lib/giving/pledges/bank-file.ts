/** A file of a bank, read with every layout that this site knows, and compared with what is open. For the office and for `charity gifts`. */
import {
  arrivalOf,
  type Confirmation,
  type Confirmed,
  confirmedLines,
  confirmGift,
  type Giver,
  openPledges,
  recordedLike,
} from '#lib/giving/pledges/confirm.ts'
import { proposeMatches } from '#lib/giving/pledges/matching.ts'
import { resemblances } from '#lib/giving/pledges/resemblance.ts'
import type {
  LayoutAnswer,
  newLayout,
  readStatement,
  Statement,
  StatementFailure,
  StatementLine,
} from '#lib/giving/pledges/statement.ts'
import { accountsIn, fingerprint } from '#lib/giving/pledges/statement-cells.ts'
import type { Payment } from '#lib/giving/pledges/typed-gift.ts'
import type { Fault, Remark } from '#lib/giving/remark.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { failure, type Result } from '#lib/platform/result.ts'
import { type Also, readSetting, writeSetting, writeTogether } from '#lib/platform/store/index.ts'
import { inThread, oneAtATime } from '#lib/platform/thread.ts'
import { currencies, isCurrency } from '#lib/site/content/currencies.ts'
import { type StatementLayout, statementLayout } from '#lib/site/content/giving-schema.ts'
import { bankAccounts, site, statementLayouts, transferAccount } from '#lib/site/content/index.ts'

/** Layouts that somebody has described: a JSON list (docs/decisions/0028-reading-bank-workbooks.md). */
const settingKey = 'statement-layouts'

async function taughtLayouts(): Promise<StatementLayout[]> {
  const kept = await readSetting(settingKey)
  const list: unknown[] = kept ? JSON.parse(kept.value) : []
  return list.flatMap((layout) => statementLayout.safeParse(layout).data ?? [])
}

/** The layouts of content, then those that somebody has described. */
export const knownLayouts = async (): Promise<StatementLayout[]> => [...statementLayouts(), ...(await taughtLayouts())]

/** A file of 20,000 honest lines takes two seconds. Tests lower them. */
export const fileLimits = { milliseconds: 8000, megabytes: 400 }
const inOrder = oneAtATime()

/** What the thread answers; null when the file takes too much time or memory. */
async function inStatementThread<Answer>(task: object): Promise<Answer | null> {
  const workerData = { ...task, currencies: currencies(), now: utcNow() }
  return inOrder(() => inThread<Answer>('lib/giving/pledges/statement-thread.ts', workerData, fileLimits))
}
const tooMuch: Remark = { kind: 'fileSlow' }

/** Remembers how to read files like this one. The failure names a field of the answer. */
export async function learnLayout(
  bytes: Uint8Array,
  answer: LayoutAnswer,
  also?: Also,
): Promise<Result<StatementLayout, Fault>> {
  const { currency } = answer
  if (currency && !isCurrency(currency))
    return failure({ field: 'currency', remark: { kind: 'currencyNotTaken', currency } })
  const layout =
    (await inStatementThread<ReturnType<typeof newLayout>>({ bytes, layouts: await knownLayouts(), answer })) ??
    failure({ field: '', remark: tooMuch })
  if (!layout.ok) return layout
  const all = JSON.stringify([...(await taughtLayouts()), layout.value])
  await writeTogether((db) => writeSetting(settingKey, all, db), also)
  return layout
}

export const readBankFile = async (bytes: Uint8Array): Promise<Result<Statement, StatementFailure>> =>
  (await inStatementThread<ReturnType<typeof readStatement>>({ bytes, layouts: await knownLayouts() })) ??
  failure({ remark: tooMuch, candidates: [] })

const accountsKey = 'statement-accounts'

/** Where the statements of a currency come from. */
type Account = { id: string; about: string; numbers: string[] }

async function rememberedAccounts(): Promise<Record<string, string>> {
  return JSON.parse((await readSetting(accountsKey))?.value ?? '{}')
}

const digitsOf = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '')
/** Banks hide the beginning of a number: XX1234. */
const isNumberOf = (found: string, number: string) =>
  found.startsWith('X') ? digitsOf(number).endsWith(digitsOf(found)) : digitsOf(found) === digitsOf(number)

/**
 * The account of a statement: by its number above the table or in the name of the file, which may be of an account that content does not name; the only one;
 * or the one that somebody has said. Null if nobody has yet.
 */
export async function accountOf(
  { accounts, layout }: Statement,
  file: string,
): Promise<(Account & { isSaid?: true }) | null> {
  const known = bankAccounts(layout.currency)
  const found = [...accounts, ...accountsIn({ cells: [file] })]
  const matching = known.filter(({ numbers }) => numbers.some((number) => found.some((one) => isNumberOf(one, number))))
  if (matching[0] && matching.length === 1) return matching[0]
  const [other] = found.filter((number) => number.length > 4)
  if (other && matching.length === 0) return { id: digitsOf(other) || other, about: other, numbers: [other] }
  if (known.length < 2) return known[0] ?? { id: '', about: '', numbers: [] }
  const said = (await rememberedAccounts())[layout.id]
  const account = known.find(({ id }) => id === said)
  return account ? { ...account, isSaid: true } : null
}

/** Remembers of which account such files are. */
export async function learnAccount(layout: StatementLayout, account: string, also?: Also): Promise<void> {
  const all = JSON.stringify({ ...(await rememberedAccounts()), [layout.id]: account })
  await writeTogether((db) => writeSetting(accountsKey, all, db), also)
}

/** The same line of another account is another one. */
export const inAccount = (statement: Statement, account: string): Statement => ({
  ...statement,
  lines: statement.lines.map((line) => ({ ...line, ...fingerprint(`${account} ${line.id}`), account })),
})

const ours = (currency: string) => [site().names.organisation, transferAccount(currency)?.holder ?? '']

/** Each line that was not confirmed before is in one of the first two lists. `like`: by the ids of lines, the transfer or the code of the line that they resemble. */
type StudiedStatement = ReturnType<typeof proposeMatches> &
  Pick<Statement, 'layout' | 'unreadable'> & { like: Map<string, string> }

/** What may pay what: nothing is written. */
export async function studyStatement({ layout, lines, unreadable }: Statement): Promise<StudiedStatement> {
  const known = await confirmedLines(lines.map(({ id }) => id))
  const fresh = lines.filter(({ id }) => !known.has(id))
  const matches = proposeMatches(fresh, await openPledges(), ours(layout.currency))
  return { ...matches, layout, unreadable, like: await likeRecorded(lines, lines) }
}

/** What `lines` of a statement resemble: a transfer in the books that is no line of it, or another line. */
export async function likeRecorded(
  lines: readonly StatementLine[],
  all: readonly Pick<StatementLine, 'id'>[],
): Promise<Map<string, string>> {
  const own = new Set(all.map(({ id }) => id))
  const recorded = (await recordedLike(lines)).filter(({ line }) => !line || !own.has(line))
  const like = resemblances(lines, recorded, ours(lines[0]?.money.currency ?? ''))
  return new Map([...like].map(([id, other]) => [id, 'code' in other ? other.code : other.id]))
}

/** Makes one gift of the lines with these codes. */
export async function confirmLines(
  lines: readonly StatementLine[],
  codes: readonly string[],
  mode: Payment['mode'],
  giver: Giver,
  also?: Also<Confirmed>,
): Promise<Confirmation> {
  const found = lines.filter(({ code }) => codes.includes(code))
  return found.length === codes.length && new Set(codes).size === codes.length
    ? confirmGift(arrivalOf(found, mode), giver, also)
    : failure([{ kind: 'linesMissing' }])
}
