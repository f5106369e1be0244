/** The visitors of the demo: no form may refuse one of them, because then the office and the panels of the demo stay empty. */
import { apiRoutes } from '#app/api/routes.ts'
import { madeUpWeek } from '#sandbox/made-up-week.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { by, gifts, givingSite, mailEnvironment } from '../checkout/support.ts'

const site = givingSite()

test('every made-up visitor is served, and the gifts are in the ledger', async () => {
  setEnvironment({ ...mailEnvironment(site), SAMPLE_NOTICE: '1' })
  const refused: unknown[] = []
  let visitor = 0
  const send = async (path: string, body: object) => {
    visitor += 1
    const headers = { 'content-type': 'application/json', ...by(visitor) }
    const request = new Request(`http://localhost:3000${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = await apiRoutes.get(path)?.POST?.(request)
    if (!answer?.ok) refused.push([path, await answer?.text()])
    return {}
  }
  const stripe = async (control: string) => (control === 'sessions/latest/pay' ? site.pay() : {})
  for (const [, ...visits] of madeUpWeek)
    for (const visit of visits) await visit({ send, stripe, confirm: async () => ({}) })
  expect(refused).toEqual([])
  expect((await gifts()).map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
    'monthly paid',
    ...Array(6).fill('one-off paid'),
    'sponsorship paid',
    'ticket paid',
  ])
})
