/**
 * The bank statement that a member of staff is working on: one per person, encrypted, erased after a day. Chosen lines are confirmed in the
 * background, so that the page can be left. After a restart the work goes on by itself.
 */
import { setImmediate as otherWork } from 'node:timers/promises'
import {
  accountOf,
  confirmLines,
  inAccount,
  learnAccount,
  learnLayout,
  likeRecorded,
  readBankFile,
  studyStatement,
} from '#lib/giving/pledges/bank-file.ts'
import { confirmedLines, type Giver } from '#lib/giving/pledges/confirm.ts'
import type { Proposal } from '#lib/giving/pledges/matching.ts'
import type { ColumnProposal, LayoutAnswer, Statement, StatementLine } from '#lib/giving/pledges/statement.ts'
import type { Payment } from '#lib/giving/pledges/typed-gift.ts'
import { type Fault, sentenceOf } from '#lib/giving/remark.ts'
import { writeLog } from '#lib/office/access/log.ts'
import type { Staff } from '#lib/office/access/staff.ts'
import { dayMs, minuteMs, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { processState } from '#lib/platform/process-state.ts'
import { outsideRequests } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { readSetting, store, writeSetting } from '#lib/platform/store/index.ts'
import { logFailures } from '#lib/platform/warnings.ts'
import { bankAccounts } from '#lib/site/content/index.ts'

/**
 * `reference`: of the pledge that the line may pay, or empty. `why`: the reason for or against it. `isSure`: reference and amount match. `like`: the transfer
 * or the code of the line that it resembles, or empty. `more`: codes of further lines of the same gift.
 */
export type HeldLine = StatementLine & {
  reference: string
  why: string
  isSure: boolean
  like: string
  more?: string[]
}

/**
 * `question`: asks which column is which. `bytes`: the file, in base64. `statement`: where the file does not say of which account it is; without
 * `lines` that is asked.
 */
type Held = { file: string } & (
  | { about: string; account: string; lines: HeldLine[]; unreadable: string[]; statement?: Statement }
  | { statement: Statement }
  | { bytes: string; question: ColumnProposal }
)

/** One gift to record. `codes`: of the lines that pay it. `isTicked`: by itself, whatever it resembles. */
export type Choice = { codes: string[]; mode: Payment['mode']; giver: Giver; isTicked: boolean }

type Owner = Pick<Staff, 'id' | 'name'>
/** `results`: by a gift's first code, why it was not recorded, or notes about it; empty if there are none. */
type Work = { owner: Owner; chosen: Choice[]; results: Record<string, string>; at: string }

const places = { held: 'statement-in-hand:', work: 'statement-work:' } as const

async function read<Value>(place: keyof typeof places, { id }: Owner): Promise<Value | null> {
  const kept = await readSetting(places[place] + id)
  const opened = kept && kept.updatedAt > utcNow(-dayMs) ? openAtRest(place, id, kept.value) : null
  return opened?.ok ? (JSON.parse(opened.value) as Value) : null
}

const write = (place: keyof typeof places, { id }: Owner, value: Held | Work) =>
  writeSetting(places[place] + id, sealAtRest(place, id, JSON.stringify(value)))

/** Erases one person's statement, or without `owner` all that nobody has used for a day. */
export async function eraseStatements(owner?: Owner): Promise<void> {
  const { db } = await store()
  for (const place of Object.values(places)) {
    const erased = db.deleteFrom('settings')
    await (owner
      ? erased.where('key', '=', place + owner.id)
      : erased.where('key', 'like', `${place}%`).where('updated_at', '<', utcNow(-dayMs))
    ).execute()
  }
}

export const heldStatement = (owner: Owner) => read<Held>('held', owner)

/** Ids of transfers by the lines of a statement in hand, which may be some thousand. */
export async function confirmedIn(lines: readonly StatementLine[]): Promise<Map<string, string>> {
  // Visitors are served between decrypting, asking the database, and what is made of the answer.
  await otherWork()
  const known = await confirmedLines(lines.map(({ id }) => id))
  await otherWork()
  return known
}

/** Reads a file, which replaces the one before. */
export async function holdFile(owner: Owner, file: string, bytes: Uint8Array): Promise<Result<null, Fault>> {
  const statement = await readBankFile(bytes)
  if (statement.ok) {
    await hold(owner, file, statement.value)
    return success(null)
  }
  const [question] = statement.failure.candidates
  if (!question) return failure({ field: 'file', remark: statement.failure.remark })
  await eraseStatements(owner)
  const asked = { ...question, rows: question.rows.slice(0, 1) }
  await write('held', owner, { file, bytes: Buffer.from(bytes).toString('base64'), question: asked })
  return success(null)
}

async function hold(owner: Owner, file: string, statement: Statement): Promise<void> {
  const account = await accountOf(statement, file)
  const held: Held = account
    ? {
        file,
        account: account.about,
        ...(account.isSaid && { statement }),
        ...(await studied(inAccount(statement, account.id))),
      }
    : { file, statement }
  await eraseStatements(owner)
  await write('held', owner, held)
}

/** Stores of which account such files are, and reads the lines as those of that account. */
export async function chooseAccount(owner: Owner, account: string): Promise<boolean> {
  const held = await heldStatement(owner)
  if (!held || !('statement' in held) || !held.statement) return false
  const { layout } = held.statement
  if (!bankAccounts(layout.currency).some(({ id }) => id === account)) return false
  const details = { after: { layout: layout.id, account } }
  await learnAccount(layout, account, (db) => writeLog(owner, { action: 'statements.account', details }, db))
  await hold(owner, held.file, held.statement)
  return true
}

async function studied(statement: Statement) {
  const { layout, unreadable, proposals, unmatched, like } = await studyStatement(statement)
  const found = new Map<string, Omit<HeldLine, keyof StatementLine | 'like'>>()
  for (const proposal of proposals) {
    const { line, pledge, because, more = [] } = proposal
    const isSure =
      because.includes('reference') && because.includes('amount') && !more.some((other) => like.has(other.id))
    const codes = more.map(({ code }) => code)
    found.set(line.id, { reference: pledge.reference, why: reasonFor(proposal), isSure, more: codes })
  }
  for (const { line, note } of unmatched)
    found.set(line.id, { reference: '', why: note ? sentenceOf(note) : '', isSure: false })
  const confirmed = { reference: '', why: '', isSure: false }
  const lines = statement.lines.map((line) => ({
    ...line,
    ...(found.get(line.id) ?? confirmed),
    like: like.get(line.id) ?? '',
  }))
  return { about: layout.about, lines, unreadable: unreadable.map(sentenceOf) }
}

/** Why a line is proposed, and what speaks against it. */
function reasonFor({ pledge: { reference, money, names }, because, more = [] }: Proposal): string {
  const isNamed = because.includes('name') || because.includes('name_start')
  return sentenceOf({
    kind: 'proposed',
    reference,
    names: names.join(', '),
    because: because.map((one) => sentenceOf({ kind: 'because', because: one })).join(', '),
    more: more.map(({ code }) => sentenceOf({ kind: 'withLine', code })).join(''),
    pledged: because.includes('amount') ? 'none' : formatMoney(money),
    isNamed: isNamed ? 'yes' : 'no',
  })
}

/** Stores which column is which, and reads the file again. Null if no file waits for that. */
export async function describeColumns(owner: Owner, answer: LayoutAnswer): Promise<Result<null, Fault> | null> {
  const held = await heldStatement(owner)
  if (!held || !('question' in held)) return null
  const bytes = Buffer.from(held.bytes, 'base64')
  const learned = await learnLayout(bytes, answer, (db) =>
    writeLog(owner, { action: 'statements.columns', details: { after: answer } }, db),
  )
  return learned.ok ? holdFile(owner, held.file, bytes) : learned
}

/** Progress of the chosen gifts. */
type Progress = { results: Work['results']; done: number; total: number }

/** Also resumes the work if no server is doing it. */
export async function progressOf(owner: Owner): Promise<Progress> {
  const work = await read<Work>('work', owner)
  if (!work) return { results: {}, done: 0, total: 0 }
  const { chosen, results, at } = work
  const left = remaining(work).length
  if (left > 0 && at < utcNow(-minuteMs)) void confirmRest(owner)
  return { results, done: chosen.length - left, total: chosen.length }
}

/** When a server starts: the work that the one before it did not finish. Another server may be doing it, which does no harm. Never throws. */
export async function resumeStatements(): Promise<void> {
  await logFailures('Work on statements could not be resumed', async () => {
    const { db } = await store()
    const rows = await db.selectFrom('settings').select('key').where('key', 'like', `${places.work}%`).execute()
    for (const { key } of rows) {
      const work = await read<Work>('work', { id: key.slice(places.work.length), name: '' })
      if (work) await confirmRest(work.owner)
    }
  }).catch(() => undefined)
}

const remaining = ({ chosen, results }: Work) => chosen.filter(({ codes }) => !((codes[0] ?? '') in results))

/** Starts to record the gifts, and waits a few seconds for the end. False if earlier ones are still running. */
export async function confirmChosen(owner: Owner, chosen: Choice[]): Promise<boolean> {
  const before = await read<Work>('work', owner)
  if (before && remaining(before).length > 0) return false
  const results = { ...before?.results }
  for (const { codes } of chosen) delete results[codes[0] ?? '']
  await write('work', owner, { owner: { id: owner.id, name: owner.name }, chosen, results, at: utcNow() })
  await Promise.race([confirmRest(owner), new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
  return true
}
const patienceMs = 3000

const running = processState('statement-work', () => new Set<string>())
/** Gifts recorded between two updates of the progress. */
const confirmedAtOnce = 20

/** Never throws. */
async function confirmRest(owner: Owner): Promise<void> {
  if (running.get().has(owner.id)) return
  running.get().add(owner.id)
  try {
    // The work outlives the request that started it, so its log lines must not carry that reference.
    await outsideRequests(async () => {
      while (await confirmSome(owner));
    })
  } catch (error) {
    log.error('Lines of a statement could not be confirmed', { error })
  } finally {
    running.get().delete(owner.id)
  }
}

/** False when nothing is left to do. */
async function confirmSome(owner: Owner): Promise<boolean> {
  const [held, work] = [await heldStatement(owner), await read<Work>('work', owner)]
  const lines = held && 'lines' in held ? held.lines : null
  const some = lines && work ? remaining(work).slice(0, confirmedAtOnce) : []
  if (!lines || !work || some.length === 0) return false
  for (const choice of some) work.results[choice.codes[0] ?? ''] = await confirmOne(owner, lines, choice)
  wakeOutboxWorker()
  // The owner has put the statement away in the meantime.
  if (!(await heldStatement(owner))) return false
  await write('work', owner, { ...work, at: utcNow() })
  return remaining(work).length > 0
}

async function confirmOne(owner: Owner, lines: readonly HeldLine[], choice: Choice): Promise<string> {
  const { codes, mode, giver, isTicked } = choice
  const own = lines.filter(({ code }) => codes.includes(code))
  // Recorded before a restart.
  const known = await confirmedLines(own.map(({ id }) => id))
  if (own.length > 0 && own.every(({ id }) => known.has(id))) return ''
  // Somebody may have recorded it since the file was read.
  const [like] = isTicked ? [] : (await likeRecorded(own, lines)).values()
  if (like) return messages()('office.likeRecorded', { like })
  const done = await confirmLines(lines, codes, mode, giver, (transaction, { id, reference, money }) => {
    const details = { after: { ...money, given: reference, lines: codes } }
    return writeLog(owner, { action: 'gifts.record', subject: id, details }, transaction)
  })
  return (done.ok ? done.value.notes : done.failure).map(sentenceOf).join(' ')
}
