/** The desk of what expires: registrations, approvals, legal sentences and disclosures, as the content files state them. Changed there, not here. */
import { deskInMemory, shortDay } from '#lib/office/desks/desk.ts'
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

type Claim = ReturnType<typeof contentClaims>['all'][number] & { state: keyof typeof states }

export const claims = deskInMemory<Claim>({
  title: 'claims',
  roles: ['money', 'admin'],
  isNameless: true,
  order: '',
  columns: {
    what: { heading: 'claim', cell: ({ what }) => what },
    where: { heading: 'where', cell: ({ where }) => where },
    from: { heading: 'validFrom', cell: ({ from = '' }) => from },
    until: {
      heading: 'validUntil',
      cell: ({ until, reviewBy }) => until ?? (reviewBy ? `read again by ${shortDay(reviewBy)}` : ''),
    },
    source: { heading: 'source', cell: ({ source = '' }) => source },
    confirmedBy: { heading: 'confirmedBy', cell: ({ confirmedBy = '' }) => confirmedBy },
    state: { heading: 'state', cell: ({ state }) => states[state] },
  },
  filters: [
    {
      name: 'state',
      label: 'state',
      options: () => Object.entries(states).map(([value, label]) => ({ value, label })),
    },
  ],
  isClosed: true,
  idOf: ({ what, where }) => `${where} ${what}`,
  late: ({ state }) => state === 'over' || state === 'overdue',
  async rows({ filters: { state } }) {
    const { all, today } = contentClaims()
    return all
      .map((claim) => ({ ...claim, state: claimState(claim, today) }))
      .filter((claim) => !state || claim.state === state)
  },
})
