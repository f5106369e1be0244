/**
 * Turns a line of a bank statement into a gift when a person confirms it, and undoes that. The line, the gift and its receipt are written
 * in one transaction: a killed process leaves all or nothing, and if two people confirm at once, one of them gets an error.
 */
import 'server-only'
import { type Attempt, findAttempt, pledgePrefix, pledges } from '#lib/giving/checkout/attempts.ts'
import { undoConfirmed, writeConfirmed } from '#lib/giving/ledger/record-event.ts'
import type { OpenPledge, StatementLine } from '#lib/giving/pledges/statement.ts'
import { utcNow } from '#lib/platform/clock.ts'
import type { GiftReading } from '#lib/platform/providers/payments.ts'
import { newReference } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { store } from '#lib/platform/store/index.ts'

/** @throws when the store fails. */
export async function openPledges(): Promise<OpenPledge[]> {
  const { db } = await store()
  const confirmed = await db.selectFrom('transfers').select('pledge').where('pledge', 'is not', null).execute()
  const paid = new Set(confirmed.map(({ pledge }) => pledge))
  return (await pledges()).map(({ reference, money, donor, createdAt }) => ({
    reference,
    money,
    names: [donor.name, ...(donor.organisation ? [donor.organisation] : [])],
    day: createdAt.slice(0, 10),
    paid: paid.has(reference),
  }))
}

/** Ids of the transfers by the fingerprints of their lines, for lines that were confirmed and not undone. @throws when the store fails. */
export async function confirmedLines(): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db.selectFrom('transfers').select(['id', 'line']).where('line', 'is not', null).execute()
  return new Map(rows.flatMap(({ id, line }) => (line ? [[line, id]] : [])))
}

/** Whose gift it is: that of the pledge with this reference, or of somebody without a pledge. `reason`: a purpose code. */
type GiverOfTransfer =
  | { reference: string }
  | { name: string; email: string; reason: number | null; campaign: string | null }

/** The failure is a sentence for the office. */
export type Confirmation = Result<{ id: string; reference: string }, string>

/** @throws when the store fails; then nothing was written. */
export async function confirmTransfer(line: StatementLine, giver: GiverOfTransfer): Promise<Confirmation> {
  const pledge = 'reference' in giver ? giver.reference : null
  const attempt = await findAttempt(pledge)
  const fault = pledge ? faultOf(pledge, attempt, line) : null
  if (fault) return failure(fault)
  const id = newReference('T')
  const reference = pledge ?? newReference('G')
  const { db } = await store()
  const written = await db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('transfers')
      .values({ id, line: line.id, pledge, text: line.text, confirmed_at: utcNow(), undone_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return false
    await writeConfirmed(transaction, readingOf(line, giver, { id, reference, attempt }), attempt)
    return true
  })
  if (written) return success({ id, reference })
  const before = await db.selectFrom('transfers').select('id').where('line', '=', line.id).executeTakeFirst()
  return failure(
    before
      ? `This line is already confirmed, as ${before.id}.`
      : `${pledge} already has its transfer. If the donor has given twice, confirm this line with --name.`,
  )
}

function faultOf(reference: string, attempt: Attempt | null, { money }: StatementLine): string | null {
  if (!attempt) return `There is no pledge ${reference}; it may have been erased. Confirm the line with --name.`
  if (!attempt.sessionId?.startsWith(pledgePrefix))
    return `${reference} is a payment by card. If the donor paid by transfer instead, confirm the line with --name.`
  return attempt.money.currency === money.currency ? null : `${reference} is a pledge in ${attempt.money.currency}.`
}

type Confirmed = { id: string; reference: string; attempt: Attempt | null }

/** The bank states a day without a time. Noon UTC is on the same day in India and in the USA. */
function readingOf(line: StatementLine, giver: GiverOfTransfer, { id, reference, attempt }: Confirmed): GiftReading {
  const { reason, campaign } = attempt?.answers ?? ('name' in giver ? giver : {})
  return {
    objectId: id,
    kind: 'one-off',
    status: 'paid',
    answerBy: null,
    money: line.money,
    givenBack: 0,
    method: 'transfer',
    metadata: {
      reference,
      ...(attempt && { form: attempt.form }),
      ...(reason != null && { reason: String(reason) }),
      ...(campaign != null && { campaign: String(campaign) }),
    },
    subscriptionId: null,
    donor: 'name' in giver ? { name: giver.name, email: giver.email } : { name: null, email: null },
    occurredAt: new Date(`${line.day}T12:00:00Z`),
  }
}

/** `receipt`: whether the donor has a receipt, which is no longer valid. */
type Undoing = Result<{ donor: string; email: string; receipt: boolean }, string>

/** The line and the pledge can then be confirmed again, also with a different match. @throws when the store fails. */
export async function undoTransfer(id: string): Promise<Undoing> {
  const { db } = await store()
  return db.transaction().execute(async (transaction) => {
    const undone = await transaction
      .updateTable('transfers')
      .set({ line: null, pledge: null, undone_at: utcNow() })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const gift = undone && (await undoConfirmed(transaction, id))
    if (!gift) return failure(`There is no transfer ${id}, or it is already undone.`)
    const mail = await transaction
      .selectFrom('outbox')
      .select('state')
      .where('kind', '=', 'receipt')
      .where('subject_id', '=', gift.id)
      .executeTakeFirst()
    return success({
      donor: gift.donor_name,
      email: gift.donor_email,
      receipt: mail?.state === 'sent' || mail?.state === 'unknown',
    })
  })
}
