/** The desk of what expires: registrations, approvals, legal sentences and disclosures, as the content files state them. Changed there, not here. */
import 'server-only'
import { type Desk, rowsPerPage, shortDay } from '#lib/office/desks/desk.ts'
import { claimState } from '#lib/site/content/claims.ts'
import { claims as contentClaims } from '#lib/site/content/index.ts'

const states = {
  over: 'Over: hidden',
  overdue: 'To be read again',
  soon: 'Ends soon',
  later: 'Not yet valid',
  unconfirmed: 'Not confirmed',
  sample: 'Sample',
  valid: 'Valid',
} as const

export const claims: Desk = {
  title: 'claims',
  roles: ['money', 'admin'],
  isNameless: true,
  order: '',
  columns: [
    { name: 'what', heading: 'claim' },
    { name: 'where', heading: 'where' },
    { name: 'from', heading: 'validFrom' },
    { name: 'until', heading: 'validUntil' },
    { name: 'source', heading: 'source' },
    { name: 'confirmedBy', heading: 'confirmedBy' },
    { name: 'state', heading: 'state' },
  ],
  filters: [
    {
      name: 'state',
      label: 'state',
      options: () => Object.entries(states).map(([value, label]) => ({ value, label })),
    },
  ],
  async list({ filters: { state }, page }) {
    const { all, today } = contentClaims()
    return all
      .map((claim) => ({ ...claim, state: claimState(claim, today) }))
      .filter((claim) => !state || claim.state === state)
      .slice((page - 1) * rowsPerPage, page * rowsPerPage + 1)
      .map(({ what, where, from = '', until, reviewBy, source = '', confirmedBy = '', ...claim }) => ({
        id: null,
        cells: [
          what,
          where,
          from,
          until ?? (reviewBy ? `read again by ${shortDay(reviewBy)}` : ''),
          source,
          confirmedBy,
          states[claim.state],
        ],
        late: claim.state === 'over' || claim.state === 'overdue',
      }))
  },
}
