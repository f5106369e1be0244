/** What the office does about families' requests for a surgery: who calls when, what was said, and how it ends. Everything that a person wrote is encrypted. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { type Entry, entryOf, markAnswered, selectEnquiries } from '#lib/contact/enquiries/admin.ts'
import { writeLog } from '#lib/office/access/log.ts'
import type { Staff } from '#lib/office/access/staff.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'
import type { FamilyState } from '#lib/platform/store/schema.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'

export const familyStates = ['new', 'called', 'date-given', 'operated', 'not-for-us'] as const satisfies FamilyState[]

export type Family = Entry & {
  state: FamilyState
  /** Of the telephone number, as ISO 3166; empty if it is not known. */
  country: string
  /** A day. */
  nextCall: string | null
  /** Who takes care of it. */
  holder: { id: string; name: string } | null
}

const select = async () =>
  (await selectEnquiries())
    .leftJoin('families', 'families.enquiry_id', 'enquiries.id')
    .leftJoin('staff', 'staff.id', 'families.staff_id')
    .select(['families.state as family', 'next_call', 'staff.id as holder', 'staff.name as holderName'])
    .where('enquiries.form', '=', helpForm)
    .where('enquiries.state', '!=', 'erased')

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof select>>['execute']>>[number]

/** Requests that were answered by `charity outbox answered` count as called. */
function familyOf(row: Row): Family {
  const entry = entryOf(row)
  return {
    ...entry,
    state: row.family ?? (row.answered_at ? 'called' : 'new'),
    country: parsePhoneNumberFromString(entry.fields.number ?? '')?.country ?? '',
    nextCall: row.next_call,
    holder: row.holder && row.holderName ? { id: row.holder, name: row.holderName } : null,
  }
}

/** All that are kept, oldest first: 90 days of them, read one by one because they are encrypted. @throws when the store fails. */
export async function listFamilies(): Promise<Family[]> {
  const families: Family[] = []
  for await (const page of pages(await select(), 'enquiries.created_at', 'enquiries.id'))
    families.push(...page.map(familyOf))
  return families
}

/** @throws when the store fails. */
export async function findFamily(reference: string): Promise<Family | null> {
  const row = await (await select()).where('enquiries.reference', '=', reference).executeTakeFirst()
  return row ? familyOf(row) : null
}

export type Note = { name: string; text: string; at: string }

/** Newest first. @throws when the store fails. */
export async function notesOf({ id }: Pick<Family, 'id'>): Promise<Note[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('family_notes')
    .selectAll()
    .where('enquiry_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ id: note, name, text, created_at }) => {
    const read = openAtRest('family-note', note, text)
    return { name, at: created_at, text: read.ok ? read.value : `(${read.failure})` }
  })
}

/** @throws when the store fails. */
export async function addNote(who: Staff, { id, reference }: Family, text: string): Promise<void> {
  const note = randomUUID()
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    const row = { id: note, enquiry_id: id, name: who.name, created_at: utcNow() }
    await transaction
      .insertInto('family_notes')
      .values({ ...row, text: sealAtRest('family-note', note, text) })
      .execute()
    await writeLog(who, { action: 'families.note', subject: reference }, transaction)
  })
}

type FamilyChange = { state: FamilyState; nextCall: string | null; holder: string | null }

/** Any state but `new` means that somebody has answered. @throws when the store fails. */
export async function changeFamily(who: Staff, family: Family, after: FamilyChange): Promise<void> {
  const before: FamilyChange = { state: family.state, nextCall: family.nextCall, holder: family.holder?.id ?? null }
  const set = { state: after.state, next_call: after.nextCall, staff_id: after.holder, updated_at: utcNow() }
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('families')
      .values({ enquiry_id: family.id, ...set })
      .onConflict((conflict) => conflict.column('enquiry_id').doUpdateSet(set))
      .execute()
    await writeLog(
      who,
      { action: 'families.change', subject: family.reference, details: { before, after } },
      transaction,
    )
  })
  if (after.state !== 'new') await markAnswered(family)
}
