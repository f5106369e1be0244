/** Sums of gifts at the desk Totals: the same on both databases, by the days of each legal entity, and as a file. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ChartFigure } from '#components/office/chart.tsx'
import { readQuery } from '#lib/office/desks/desk.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { campaigns, reasons } from '#lib/site/content/index.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { giftRow, insert, onBothDatabases, setAll } from '#tests/support/store.ts'
import { makePledge } from '../pledges/support.ts'
import { logged, signedIn } from './support.ts'

onBothDatabases(() => {
  beforeEach(() => stopClock('2026-11-28T12:00:00.000Z'))
  afterEach(() => stopClock(undefined))

  const [reason] = reasons()
  const [campaign] = campaigns()
  const usd = { currency: 'USD', amount: 5000, method: 'card' } as const
  const rows: Partial<GiftsTable>[] = [
    // Midnight in India, in UTC: 18:30 of the day before.
    { occurred_at: '2026-10-31T18:29:59.000Z', method: 'upi', reason: reason?.code ?? 1 },
    { occurred_at: '2026-10-31T18:30:00.000Z', method: 'upi', campaign: campaign?.slug ?? '' },
    { occurred_at: '2025-12-31T18:30:00.000Z', amount: 50_000, given_back: 50_000, method: 'cheque' },
    // Midnight in New York.
    { ...usd, occurred_at: '2026-11-01T03:59:59.000Z' },
    { ...usd, occurred_at: '2026-11-01T04:00:00.000Z', kind: 'sponsorship' },
    // These do not count.
    ...(['pending', 'failed', 'refunded', 'disputed', 'lost', 'undone'] as const).map((status) => ({ status })),
  ]
  const give = () => insert('gifts', ...rows.map((row, place) => giftRow(`pi_${place}`, row)))
  const sumsBy = async (by: string, year = '') => {
    const found = await rowsIn(desks.totals, { by, year })
    return found.map(({ cells: { group, gifts, amount } }) => `${group}: ${gifts}, ${amount}`)
  }

  test('sums by month and year at the legal entity, purpose, campaign, country and method', async () => {
    expect(await sumsBy('month')).toEqual([])
    await give()
    const { reference } = await makePledge({ answers: { country: 'KE' } })
    const { db } = await store()
    await db.updateTable('gifts').set({ reference }).where('id', '=', 'pi_3').execute()
    const expected: [by: string, sums: string[]][] = [
      [
        'month',
        ['Nov 2026: 1, ₹1,000', 'Oct 2026: 1, ₹1,000', 'Jan 2026: 1, ₹500', 'Nov 2026: 1, $50', 'Oct 2026: 1, $50'],
      ],
      ['year', ['2026: 3, ₹2,500', '2026: 2, $100']],
      [
        'purpose',
        ['No reason given: 2, ₹1,500', `${reason?.label}: 1, ₹1,000`, 'No reason given: 1, $50', 'Sponsorship: 1, $50'],
      ],
      ['campaign', ['None: 2, ₹1,500', `${campaign?.title}: 1, ₹1,000`, 'None: 2, $100']],
      ['country', ['India: 3, ₹2,500', 'Kenya: 1, $50', 'Unknown: 1, $50']],
      ['method', ['UPI: 2, ₹2,000', 'Cheque: 1, ₹500', 'Card: 2, $100']],
    ]
    for (const [by, sums] of expected) expect([by, (await sumsBy(by)).sort()]).toEqual([by, sums.toSorted()])
    expect(await sumsBy('year', '2025')).toEqual([])
    // By month, if nothing else is chosen; the latest first.
    expect((await sumsBy("x' or 1=1")).slice(0, 3)).toEqual(expected[0]?.[1].slice(0, 3))
  })

  test('offers the years that have gifts, draws a chart for each currency, and downloads what is shown', async () => {
    await give()
    await setAll('gifts', { updated_at: '2026-11-28T12:00:00.000Z' })
    const { send, session } = await signedIn('money')
    const query = await readQuery(desks.totals, new URLSearchParams('by=month'))
    expect(query.choices.year?.map(({ value }) => value)).toEqual(['2026', '2025'])
    const { charts = [] } = await desks.totals.list(query, session)
    expect(charts.map(({ title, parts }) => [title, parts.map(({ label, share }) => [label, share])])).toEqual([
      [
        'INR',
        [
          ['Jan 2026', 0.5],
          ['Oct 2026', 1],
          ['Nov 2026', 1],
        ],
      ],
      [
        'USD',
        [
          ['Oct 2026', 1],
          ['Nov 2026', 1],
        ],
      ],
    ])
    const html = charts.map((chart) => renderToStaticMarkup(createElement(ChartFigure, chart))).join('')
    expect(html.match(/<rect/g)).toHaveLength(5)
    // The office's policy allows no styles in attributes.
    expect(html).not.toContain('style=')
    const file = await (await send('totals.export', '', { query: 'by=method&year=2026' })).text()
    expect(file.replace('\uFEFF', '').split('\r\n')).toEqual([
      '"group","gifts","currency","amount"',
      '"UPI","2","INR","2000"',
      '"Cheque","1","INR","500"',
      '"Card","2","USD","100"',
      '',
    ])
    expect((await logged()).at(-1)).toMatchObject({ action: 'totals.export', by: 'method', year: '2026' })
    expect((await (await signedIn('families')).send('totals.export', '', {})).status).toBe(403)
  })
})
