import { GET } from '#app/api/camp-outcomes/route.ts'
import { campOutcomes } from '#lib/site/camps/outcomes.ts'
import { campSchema } from '#lib/site/content/event-schema.ts'

const written = {
  title: 'Kenya, spring 2025',
  country: 'Kenya',
  place: 'The hospital',
  zone: 'Africa/Nairobi',
  from: '2025-03-01',
  until: '2025-03-12',
  summary: 'Surgery.',
  stage: 'done',
  updated: '2026-11-22',
}
const report = { day: '2025-03-20', operated: 64, method: 'Counted from the theatre list.' }
const camp = (more: object, id = 'kenya') => ({ ...campSchema.parse({ ...written, ...more }), id })

const mockCamps = [camp({ report: { ...report, seenAfterWeek: 4 }, labelled: true })]
jest.mock('#lib/site/content/index.ts', () => ({ camps: () => mockCamps }))

test.each([
  [0, { fewerThan: 5 }],
  [4, { fewerThan: 5 }],
  [5, { count: 5 }],
  [64, { count: 64 }],
])('of %i people the register says %j', (seenAfterWeek, said) => {
  expect(campOutcomes([camp({ report: { ...report, seenAfterWeek } })])[0]?.seenAfterWeek).toEqual(said)
})

test('small numbers are hidden in every column, that of the operated too', () => {
  const outcomes = { seenAfterYear: 1, complications: 1 }
  const [shown] = campOutcomes([camp({ report: { ...report, operated: 3, seenAfterWeek: 2, outcomes } })])
  for (const column of ['operated', 'seenAfterWeek', 'seenAfterYear', 'complications'] as const)
    expect(shown?.[column]).toEqual({ fewerThan: 5 })
})

test('what the file does not have is not said', () => {
  const [shown] = campOutcomes([camp({ report })])
  expect(Object.keys(JSON.parse(JSON.stringify(shown))).sort()).toEqual(
    ['country', 'day', 'from', 'id', 'method', 'operated', 'place', 'sample', 'title', 'until'].sort(),
  )
})

test('only camps with a report are in the register, the latest first', () => {
  const later = camp({ from: '2026-03-01', until: '2026-03-12', report: { ...report, day: '2026-04-01' } }, 'later')
  const listed = campOutcomes([camp({ report }), later, camp({}, 'silent')])
  expect(listed.map(({ id, sample }) => [id, sample])).toEqual([
    ['later', false],
    ['kenya', false],
  ])
})

test.each([
  ['the camp', { report, labelled: true }],
  ['its report', { report: { ...report, labelled: ['operated'] } }],
  ['its outcomes', { report: { ...report, outcomes: { complications: 9, labelled: true } } }],
])('it is a sample if %s is marked as one', (_what, more) => {
  expect(campOutcomes([camp(more)])[0]?.sample).toBe(true)
})

test('the route answers with the same, as JSON', async () => {
  const response = await GET()
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toEqual({ camps: JSON.parse(JSON.stringify(campOutcomes(mockCamps))) })
  expect(campOutcomes(mockCamps)[0]).toMatchObject({ sample: true, seenAfterWeek: { fewerThan: 5 } })
})

test.each([
  ['more seen after a week than operated', { report: { ...report, seenAfterWeek: 65 } }, 'report.seenAfterWeek'],
  [
    'more complications than operated',
    { report: { ...report, outcomes: { complications: 65 } } },
    'report.outcomes.complications',
  ],
  ['a report of a camp that is not done', { report, stage: 'under-way' }, 'stage'],
  ['a report from before the end', { report: { ...report, day: '2025-03-11' } }, 'report.day'],
  ['an unknown stage', { stage: 'cancelled' }, 'stage'],
])('%s is a mistake in the file', (_what, more, place) => {
  const { error } = campSchema.safeParse({ ...written, ...more })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([place])
})
