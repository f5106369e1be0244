/** A file of a bank, read with every layout that this site knows, and compared with what is open. For the office and for `charity gifts`. */
import 'server-only'
import {
  arrivalOf,
  type Confirmation,
  type Confirmed,
  confirmedLines,
  confirmGift,
  type Giver,
  openPledges,
} from '#lib/giving/pledges/confirm.ts'
import { type Proposal, proposeMatches } from '#lib/giving/pledges/matching.ts'
import {
  type LayoutAnswer,
  newLayout,
  readStatement,
  type Statement,
  type StatementFailure,
  type StatementLine,
} from '#lib/giving/pledges/statement.ts'
import type { Payment } from '#lib/giving/pledges/typed-gift.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { failure, type Result } from '#lib/platform/result.ts'
import { type Also, readSetting, writeSetting, writeTogether } from '#lib/platform/store/index.ts'
import { isCurrency } from '#lib/site/content/currencies.ts'
import { type StatementLayout, statementLayout } from '#lib/site/content/giving-schema.ts'
import { site, statementLayouts, transferAccount } from '#lib/site/content/index.ts'

/** Layouts that somebody has described: a JSON list (docs/decisions/0058-layouts-of-statements-in-the-store.md). */
const settingKey = 'statement-layouts'

async function taughtLayouts(): Promise<StatementLayout[]> {
  const kept = await readSetting(settingKey)
  const list: unknown[] = kept ? JSON.parse(kept.value) : []
  return list.flatMap((layout) => statementLayout.safeParse(layout).data ?? [])
}

/** The layouts of content, then those that somebody has described. @throws when the store fails. */
export const knownLayouts = async (): Promise<StatementLayout[]> => [...statementLayouts(), ...(await taughtLayouts())]

/** Remembers how to read files like this one. The failure is a sentence for the office. @throws when the store fails; then nothing was written. */
export async function learnLayout(
  bytes: Uint8Array,
  answer: LayoutAnswer,
  also?: Also,
): Promise<Result<StatementLayout, string>> {
  if (answer.currency && !isCurrency(answer.currency)) return failure(`This site takes no gifts in ${answer.currency}.`)
  const layout = newLayout(bytes, await knownLayouts(), answer)
  if (!layout.ok) return layout
  const all = JSON.stringify([...(await taughtLayouts()), layout.value])
  await writeTogether((db) => writeSetting(settingKey, all, db), also)
  return layout
}

/** @throws when the store fails. */
export const readBankFile = async (bytes: Uint8Array): Promise<Result<Statement, StatementFailure>> =>
  readStatement(bytes, await knownLayouts())

/** Each line that was not confirmed before is in one of the two lists. */
type StudiedStatement = ReturnType<typeof proposeMatches> & Pick<Statement, 'layout' | 'unreadable'>

/** What may pay what: nothing is written. @throws when the store fails. */
export async function studyStatement({ layout, lines, unreadable }: Statement): Promise<StudiedStatement> {
  const known = await confirmedLines(lines.map(({ id }) => id))
  const fresh = lines.filter(({ id }) => !known.has(id))
  const ours = [site().names.organisation, transferAccount(layout.currency)?.holder ?? '']
  const matches = proposeMatches(fresh, await openPledges(), ours)
  return { ...matches, layout, unreadable }
}

/** Why a line is proposed, and what speaks against it. */
export function reasonFor({ pledge, because }: Proposal): string {
  const amountNote = because.includes('amount') ? '' : `, but the pledge is ${formatMoney(pledge.money)}`
  const nameNote = because.includes('name') ? '' : ', and the name is not in the line'
  return `${pledge.reference} of ${pledge.names.join(', ')}: ${because.join(', ')}${amountNote}${nameNote}`
}

/** Makes one gift of the lines with these codes. @throws when the store fails; then nothing was written. */
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
    : failure(['The statement does not have each of these lines once.'])
}
