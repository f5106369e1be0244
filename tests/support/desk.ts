/** The lists of the office, as an address asks for them. */
import type { Session } from '#lib/office/access/session.ts'
import { type Desk, type ListRow, readQuery } from '#lib/office/desks/desk.ts'

const nobody = { id: 'nobody', name: 'Nobody', email: 'nobody@example.org', roles: [], zone: null }
const ofNobody: Session = { id: '', staff: nobody, roles: [], hasPasskey: false, needsPasskey: false, challenge: null }

/** The rows of one page. */
export async function rowsIn(
  desk: Desk,
  asked: Readonly<Record<string, string>> = {},
  session = ofNobody,
): Promise<readonly ListRow[]> {
  const { rows } = await desk.list(await readQuery(desk, new URLSearchParams(asked)), session)
  return rows
}
