/** A camp from planned to reported: what donors see of it, and the one mail to those who ticked that they want it. */
import { renderToStaticMarkup } from 'react-dom/server'
import { POST as post } from '#app/api/your-gifts/route.ts'
import { NextCamp } from '#components/blocks/camps.tsx'
import { EndReports } from '#components/donation/stop-gift.tsx'
import { YourGifts } from '#components/donation/your-gifts.tsx'
import { erasePerson, personData } from '#lib/giving/receipts/admin.ts'
import { mailCampReports, mayHearReports } from '#lib/giving/receipts/camp-report.ts'
import { giftsToken, readReportsToken } from '#lib/giving/receipts/links.ts'
import { donorGifts, personalData } from '#lib/giving/receipts/your-gifts.ts'
import { store } from '#lib/platform/store/index.ts'
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'
import { nakuruCamp } from '#tests/support/camp.ts'
import { factsIn, linksIn } from '#tests/support/mail-text.ts'
import { onSqlite, setAll, setEnvironment } from '#tests/support/store.ts'
import { asha, attempts, by, gifts, givingSite, mailEnvironment, postJson } from '../checkout/support.ts'

let mockCamps: PlannedCamp[] = []
let mockHasRegister = true
jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  return {
    ...actual,
    camps: () => mockCamps,
    pageWith: (kind: string) => (mockHasRegister ? actual.pageWith(kind) : undefined),
  }
})

const setCamp = (changes: object) => {
  const camp = nakuruCamp({ gifts: { campaigns: ['kenya'], reasons: [2] }, ...changes })
  mockCamps = [{ id: 'nakuru', ...camp }]
}
const report = {
  stage: 'done',
  report: {
    day: '2027-03-20',
    operated: 62,
    seenAfterWeek: 48,
    outcomes: { complications: 3 },
    method: 'Counted by the head nurse from the theatre’s list',
  },
}
const decoded = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

onSqlite(() => {
  const site = givingSite(() => undefined)
  beforeEach(() => {
    setEnvironment({ ...mailEnvironment(site), SIGNING_SECRET: 'a secret of these tests, thirty-two characters long' })
    setCamp({})
  })

  const form = (fields: Record<string, string>) =>
    post(new Request('http://localhost:3000/api/your-gifts', { method: 'POST', body: new URLSearchParams(fields) }))
  const reports = () => site.sent(/^What your gift did/)

  /** A paid gift; its session. */
  async function give(email: string, visitor: number, changes: object = { campaign: 'kenya' }): Promise<string> {
    await postJson(
      { ...asha, paymenttype: 'once', email, ...changes },
      { 'idempotency-key': `attempt-${visitor}`, ...by(visitor) },
    )
    await site.pay()
    return (await attempts()).find((attempt) => attempt.email === email)?.page_id ?? ''
  }
  const tick = (session_id: string, more = {}) => form({ intent: 'hear', session_id, agree: 'yes', ...more })

  const seen = async (email: string) => {
    const gift = (await gifts()).find(({ donor_email }) => donor_email === email)
    const found = await donorGifts(gift?.id ?? '')
    const props = {
      token: giftsToken(gift?.id ?? ''),
      result: '',
      years: [],
      monthly: [],
      moving: { which: '', day: '' },
    }
    return found ? renderToStaticMarkup(<YourGifts {...props} {...found} canChangeCard={false} test={false} />) : ''
  }
  const panel = () => renderToStaticMarkup(<NextCamp locale="en-GB" campaign="kenya" isOffered={false} />)

  test('goes from planned to its report, which is mailed once to each donor of it who ticked', async () => {
    const session = await give('asha@example.org', 1)
    await give('quiet@example.org', 2)
    // Without a campaign, the purpose decides; the other gift goes elsewhere.
    const second = await give('meera@example.org', 3, { language: 'hi' })
    const elsewhere = await give('other@example.org', 4, { reason: 6 })
    for (const [stage, words] of [
      [undefined, 'Planned'],
      ['funded', 'Paid for'],
      ['under-way', 'Under way'],
    ] as const) {
      setCamp({ stage })
      expect(decoded(await seen('asha@example.org'))).toContain(`For the camp: Camp in Nakuru. ${words}.`)
      expect(panel()).toMatch(new RegExp(`aria-current="step"[^>]*>${words}<`))
    }
    const answer = await tick(session)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/DonateIndia/thank-you?session_id=${session}#hear`)
    expect(await mayHearReports(session)).toMatchObject({ hears: true })
    for (const other of [second, elsewhere]) await tick(other, other === second ? { language: 'hi' } : {})
    await mailCampReports()
    expect(await reports()).toEqual([])

    setCamp(report)
    expect(decoded(await seen('asha@example.org'))).toContain('For the camp: Camp in Nakuru. Done. See its report')
    // Nobody is asked to give to a camp that is over.
    expect(panel()).toBe('')
    for (let day = 0; day < 2; day += 1) {
      await Promise.all([mailCampReports(), mailCampReports()])
      await site.sent()
    }
    const mails = (await site.mails()).filter(({ html }) => html.includes('reports='))
    expect(mails.map(({ to }) => to).sort()).toEqual(['asha@example.org', 'meera@example.org'])
    const mail = mails.find(({ to }) => to === 'asha@example.org')
    // What else it says: tests/golden/mails/camp-report.txt.
    expect(factsIn(mail)).toMatchObject({ 'Operated on': '62', 'With complications': 'fewer than 5 of 62' })
    expect(mails.find(({ to }) => to === 'meera@example.org')?.subject).toMatch(/^आपके दान से क्या हुआ/)

    // The link in the mail shows one button, which ends it.
    const link = new URL(linksIn(mail)['End these reports'] ?? '')
    const token = link.searchParams.get('reports') ?? ''
    expect(link.pathname).toBe('/your-gifts')
    expect(readReportsToken(token)).not.toBeNull()
    expect(renderToStaticMarkup(<EndReports token={token} ended={false} />)).toContain('value="end-reports"')
    expect(await mayHearReports(session)).toMatchObject({ hears: true })
    await form({ intent: 'end-reports', reports: `${token.slice(0, -1)}x` })
    expect(await mayHearReports(session)).toMatchObject({ hears: true })
    expect((await form({ intent: 'end-reports', reports: token })).headers.get('location')).toContain(
      'result=no-reports',
    )
    expect(await mayHearReports(session)).toMatchObject({ hears: false })
    // Who ticks again gets no second mail about the same camp.
    await tick(session)
    await mailCampReports()
    expect(await reports()).toHaveLength(1)
  })

  test('nobody is mailed about a sample, after ending it, or once the gift was returned', async () => {
    const session = await give('asha@example.org', 1)
    await tick(session)
    setCamp({ ...report, labelled: true })
    await mailCampReports()
    setCamp(report)
    await mailCampReports()
    await setAll('gifts', { status: 'refunded' })
    expect(await reports()).toEqual([])
  })

  test('only the tick on the page of a paid gift is taken', async () => {
    const session = await give('asha@example.org', 1)
    await form({ intent: 'hear', session_id: session })
    await tick('cs_test_unknown')
    const { db } = await store()
    expect(await db.selectFrom('report_consents').selectAll().execute()).toEqual([])
  })

  test('the consent says what was agreed to, is shown and ended at Your gifts, and is erased with the rest', async () => {
    const session = await give('asha@example.org', 1)
    await tick(session)
    const [consent] = (await personData('Asha@example.org')).removed.consents
    expect(consent).toMatchObject({
      email: 'asha@example.org',
      language: 'en',
      agreed: expect.stringMatching(/^Yes, mail me/),
    })
    expect(JSON.parse(await personalData('asha@example.org')).consents).toHaveLength(1)
    expect(await seen('asha@example.org')).toContain('value="no-reports"')
    const link = giftsToken((await gifts())[0]?.id ?? '')
    await form({ intent: 'no-reports', link })
    expect(await seen('asha@example.org')).toContain('value="reports"')
    // A charity without a register of camps does not offer reports of any.
    mockHasRegister = false
    expect(await seen('asha@example.org')).not.toContain('value="reports"')
    expect(await mayHearReports(session)).toBeNull()
    mockHasRegister = true
    await form({ intent: 'reports', link })
    expect(await mayHearReports(session)).toMatchObject({ hears: true })
    mockHasRegister = false
    expect(await seen('asha@example.org')).toContain('value="no-reports"')
    mockHasRegister = true
    await erasePerson('asha@example.org')
    expect(await mayHearReports(session)).toMatchObject({ hears: false })
  })
})
