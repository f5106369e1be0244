/** Who works in the office, and what each may do. */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { normalEmail, oneLine } from '#lib/contact/forms/text.ts'
import { now, utcNow } from '#lib/platform/clock.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { type Also, type Database, store, writeTogether } from '#lib/platform/store/index.ts'
import { localDay } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'

/** `families`: requests for a surgery. `money`: gifts. `admin`: staff and the log. Every role may read the messages and Today. */
export const roles = ['families', 'money', 'admin'] as const
export type Role = (typeof roles)[number]

/** `zone`: IANA; null for the organisation's. */
export type Staff = { id: string; name: string; email: string; roles: Role[]; zone: string | null }

/** Ignores unknown words. */
export const readRoles = (text: string): Role[] => [
  ...new Set(text.split(',').filter((role): role is Role => isOneOf(roles, role))),
]

export const staffOf = ({ id, name, email, roles, zone }: Selectable<Database['staff']>): Staff => ({
  id,
  name,
  email,
  roles: readRoles(roles),
  zone,
})

/** The current day where this person is. YYYY-MM-DD. */
export const dayOf = ({ zone }: Pick<Staff, 'zone'>): string => localDay(zone ?? site().zone, now())

/** Current staff, sorted by name. */
export async function listStaff(): Promise<(Staff & { passkeys: number; createdAt: string })[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom('staff_passkeys')
        .select(fn.countAll<number>().as('count'))
        .whereRef('staff_passkeys.staff_id', '=', 'staff.id')
        .as('passkeys'),
    )
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...staffOf(row), passkeys: row.passkeys ?? 0, createdAt: row.created_at }))
}

/** Adds a person, or restores one who was removed. Null if the address is taken. */
export const addStaff = (
  name: string,
  email: string,
  roles: readonly Role[],
  also?: Also<Staff | null>,
): Promise<Staff | null> =>
  writeTogether(async (db) => {
    const row = { name: oneLine(name), roles: roles.join(','), created_at: utcNow(), removed_at: null }
    const added = await db
      .insertInto('staff')
      .values({ id: randomUUID(), email: normalEmail(email), ...row })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(row).where('staff.removed_at', 'is not', null))
      .returningAll()
      .executeTakeFirst()
    return added ? staffOf(added) : null
  }, also)

/** False if there is no such person, or nobody who may manage the staff would be left. */
export const changeStaff = (
  id: string,
  change: { roles: readonly Role[]; zone: string | null } | 'remove',
  also?: Also,
): Promise<boolean> =>
  writeTogether(async (transaction) => {
    const others = await transaction
      .selectFrom('staff')
      .select('roles')
      .where('id', '!=', id)
      .where('removed_at', 'is', null)
      .execute()
    const staysAdmin = change !== 'remove' && change.roles.includes('admin')
    if (!staysAdmin && !others.some(({ roles }) => readRoles(roles).includes('admin'))) return false
    const set = change === 'remove' ? { removed_at: utcNow() } : { ...change, roles: change.roles.join(',') }
    const changed = await transaction
      .updateTable('staff')
      .set(set)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (change === 'remove')
      for (const table of ['staff_sessions', 'staff_passkeys'] as const)
        await transaction.deleteFrom(table).where('staff_id', '=', id).execute()
    return changed !== undefined
  }, also)
