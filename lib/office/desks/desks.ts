/** All desks, and every form of the office: the only way to change anything there. */
import { type FormValues, textOf } from '#lib/contact/forms/form.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { endSessions, type Session } from '#lib/office/access/session.ts'
import { type Role, roles } from '#lib/office/access/staff.ts'
import { keptTyped } from '#lib/office/access/typed.ts'
import { claims } from '#lib/office/desks/claims.ts'
import type { Action, Desk, Word } from '#lib/office/desks/desk.ts'
import { donors } from '#lib/office/desks/donors.ts'
import { families } from '#lib/office/desks/families.ts'
import { gifts } from '#lib/office/desks/gifts.ts'
import { imports } from '#lib/office/desks/imports.ts'
import { lists, newsletter } from '#lib/office/desks/lists.ts'
import { mails, messages } from '#lib/office/desks/messages.ts'
import { persons } from '#lib/office/desks/persons.ts'
import { pledges } from '#lib/office/desks/pledges.ts'
import { sponsors } from '#lib/office/desks/sponsors.ts'
import { logDesk, staff } from '#lib/office/desks/staff.ts'
import { standingOrders } from '#lib/office/desks/standing-orders.ts'
import { tickets } from '#lib/office/desks/tickets.ts'
import { totals } from '#lib/office/desks/totals.ts'
import { transfers } from '#lib/office/desks/transfers.ts'
import { textsIn, messages as translator } from '#lib/platform/messages/index.ts'
import { isKeyOf, isOneOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { writeTogether } from '#lib/platform/store/index.ts'

/** The menu. */
export const deskGroups = {
  groupPeople: { families, donors, sponsors, tickets },
  groupMoney: { gifts, pledges, 'standing-orders': standingOrders, transfers, totals, lists, imports },
  groupMail: { messages, mails, newsletter },
  groupSetup: { claims, persons, staff, log: logDesk(rolesOf, loggedInWords) },
} as const satisfies Partial<Record<Word, Record<string, Desk>>>

const { groupPeople, groupMoney, groupMail, groupSetup } = deskGroups
export const desks = { ...groupPeople, ...groupMoney, ...groupMail, ...groupSetup }
export type DeskName = keyof typeof desks
/** What no desk is named by, such as a statement, is about gifts. */
function rolesOf(name: string): readonly Role[] {
  return isDesk(name) ? desks[name].roles : desks.gifts.roles
}

/** What an action of the log did; its code if this version has no words for it. */
function loggedInWords(action: string): string {
  const [name = '', verb = ''] = action.split('.')
  const t = translator()
  if (isDesk(name) && isOneOf(['list', 'see', 'export'], verb))
    return t('office.logged', { desk: textsIn().office[desks[name].title], verb })
  const done = doneInWords(action)
  return done === doneInWords('') ? action : done
}

/** What a form has done. Names in messages have no hyphens. @param intent of a form. */
const doneInWords = (intent: string) => translator()('office.resultDone', { intent: intent.replaceAll(/[.-]/g, '_') })

/** The same for a form that somebody may have made up. */
export const doneBy = (intent: string) => doneInWords(actions.has(intent) ? intent : '')

export const isDesk = (name: unknown): name is DeskName => isKeyOf(desks, name)

const signOut = (action: string, whose: (session: Session) => Parameters<typeof endSessions>[0]): Action => ({
  roles,
  async run(session) {
    await writeTogether(
      (db) => endSessions(whose(session), db),
      (db) => writeLog(session.staff, { action }, db),
    )
    return 'signed-out'
  },
})

const ofSession: Record<string, Action> = {
  'sign-out': signOut('session.end', ({ id }) => ({ session: id })),
  'sign-out-everywhere': signOut('session.end-all', ({ staff }) => ({ staff: staff.id })),
}

/** The page of a posted form of a desk; null for other forms. @param posted untrusted. */
export function pageOf({ intent, subject, query }: FormValues): string | null {
  const desk = actions.get(textOf(intent))?.desk
  if (!desk) return null
  const address = `${officeAddress}/${desk}`
  return textOf(subject)
    ? `${address}/${encodeURIComponent(textOf(subject))}`
    : `${address}?${new URLSearchParams(textOf(query))}`
}

/** Marks the address of a page that shows what {@link keptTyped} has. */
export const typedField = 'typed'

/** The page of the form with what was typed before the session ended; null if nothing is kept. */
export async function typedPage(session: Session | null): Promise<string | null> {
  const kept = session && (await keptTyped(session.staff.id))
  const page = kept && pageOf(kept)
  return page ? `${page}${page.includes('?') ? '&' : '?'}${typedField}=1` : null
}

/** Every action by its intent, with its desk. */
export const actions: ReadonlyMap<string, Action & { desk?: DeskName }> = new Map([
  ...Object.entries(ofSession),
  ...Object.entries<Desk>(desks).flatMap(([desk, { actions = {} }]) =>
    Object.entries(actions).map(([intent, action]) => [intent, { ...action, desk: desk as DeskName }] as const),
  ),
])
