/** The desk of what expires: registrations, approvals, legal sentences and disclosures, as the content files state them. Changed there, not here. */
import { deskInMemory, shortDay } from '#lib/office/desks/desk.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type ClaimState, claimState, claimStates } from '#lib/site/content/claims.ts'
import { claims as contentClaims } from '#lib/site/content/index.ts'

type Claim = ReturnType<typeof contentClaims>['all'][number] & { state: ClaimState }

const stateInWords = (state: ClaimState) => messages()('office.claimState', { state })

export const claims = deskInMemory<Claim>({
  title: 'claims',
  roles: ['money', 'admin'],
  isNameless: true,
  sortedBy: '',
  columns: {
    what: { heading: 'claim', cell: ({ what }) => what },
    where: { heading: 'where', cell: ({ where }) => where },
    from: { heading: 'from', cell: ({ from = '' }) => from },
    until: {
      heading: 'until',
      cell: ({ until, reviewBy }) =>
        until ?? (reviewBy ? messages()('office.claimReview', { day: shortDay(reviewBy) }) : ''),
    },
    source: { heading: 'source', cell: ({ source = '' }) => source },
    confirmedBy: { heading: 'confirmedBy', cell: ({ confirmedBy = '' }) => confirmedBy },
    state: { heading: 'state', cell: ({ state }) => stateInWords(state) },
  },
  filters: [
    {
      name: 'state',
      label: 'state',
      options: () => claimStates.map((value) => ({ value, label: stateInWords(value) })),
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
