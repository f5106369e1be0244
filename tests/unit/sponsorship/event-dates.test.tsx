import { prerender } from 'react-dom/static'
import { POST as askForInvoice } from '#app/api/sponsorship-invoice/route.ts'
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { sponsorshipTerms } from '#lib/giving/sponsorship/checkout.ts'
import { stopClock, utcNow } from '#lib/platform/clock.ts'
import { setPageRenderer } from '#lib/platform/http/page-response.ts'
import { charityEvent, sponsorshipForm } from '#lib/site/content/index.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { formOf, gifts, givingSite, postSponsorship, postSponsorshipForm, ruth } from '../checkout/support.ts'
import { enquiries, requestOf } from '../enquiries/support.ts'

const site = givingSite()
afterEach(() => stopClock(undefined))

/** 6:30 pm on the day of the dance, in Tennessee. */
const danceBegins = '2026-02-07T23:30:00.000Z'
const minuteBefore = '2026-02-07T23:29:00.000Z'
beforeEach(
  () => void Object.assign(charityEvent('dance') ?? {}, { date: '2026-02-07', starts: '18:30', yearly: undefined }),
)

const ofDance = { ...ruth, event: 'father-daughter-dance', levels: ['magic-carpet'], totalAmount: 2500 }
const dance = sponsorshipForm('father-daughter-dance')
const run = sponsorshipForm('5k-run')
const sendInvoice = (body: object) =>
  askForInvoice(requestOf('/api/sponsorship-invoice', JSON.stringify(body), { 'content-type': 'application/json' }))

async function drawn(query: Record<string, string> = {}, cookieHeader = '') {
  const block = sponsorshipBlocks({ query, cookieHeader })['sponsorship-form']
  const { prelude } = await prerender(await block({ block: dance, page: dance.page, index: 1, id: 'form' }))
  return new Response(prelude).text()
}

test('an event is sold until it begins: a single one then closes, and one that repeats is sold for its next date', () => {
  expect(sponsorshipTerms(dance, minuteBefore)).toMatchObject({ day: '2026-02-07', itemsOpen: false })
  expect(sponsorshipTerms(dance, danceBegins)).toMatchObject({ day: null, itemsOpen: false })
  expect(sponsorshipTerms(run, '2026-09-12T11:59:00.000Z')).toMatchObject({ day: '2026-09-12', itemsOpen: false })
  expect(sponsorshipTerms(run, '2026-09-12T12:00:00.000Z')).toMatchObject({ day: '2027-09-11', itemsOpen: true })
})

test('promotional items are taken until the end of the last day, where the event is', () => {
  const items = { ...run.items, daysBefore: 24 }
  const at = (now: string) => sponsorshipTerms({ ...run, items }, now)
  // Ten minutes before midnight in Tennessee, the next day in UTC.
  expect(at('2026-08-20T03:50:00.000Z')).toMatchObject({
    itemsOpen: true,
    itemsUntil: 'They must reach us by August 19, 2026.',
  })
  expect(at('2026-08-20T04:00:00.000Z')).toMatchObject({
    itemsOpen: false,
    itemsClosed: expect.not.stringContaining('August'),
  })
})

test('the page says so with the next thing to do, and has no form; before, it has one with the date', async () => {
  stopClock(danceBegins)
  const closed = await drawn()
  expect(closed).not.toContain('<form')
  expect(closed).toContain(dance.name)
  for (const { href } of dance.closed.actions) expect(closed).toContain(`href="${href}"`)
  stopClock(minuteBefore)
  const open = await drawn()
  expect(open).toContain('<form')
  expect(open).toContain('Saturday, February 7, 2026')
  // The browser gets the sentence, too, and does not show it.
  expect(open.replace(/ data-props="[^"]*"/, '')).not.toContain('January')
})

test.each([
  ['of a past event', danceBegins, ofDance],
  ['for the date of an outdated page', minuteBefore, { ...ofDance, day: '2025-02-08' }],
])('the server takes neither money nor a request for an invoice for a sponsorship %s', async (_, at, body) => {
  stopClock(at)
  const payment = await postSponsorship(body)
  expect(payment.status).toBe(409)
  expect(await payment.json()).toMatchObject({ detail: expect.stringContaining('No money was taken.') })
  const invoice = await sendInvoice(body)
  expect(invoice.status).toBe(409)
  expect(await enquiries()).toEqual([])
  const plain = await postSponsorshipForm(formOf(body))
  expect(plain.status).toBe(409)
  expect(await returnedIn(plain)).toMatchObject({ page: '/FatherDaughterSponser' })
  expect(await site.sessions()).toEqual([])
})

describe('between two seasons of a yearly event', () => {
  beforeEach(() => {
    Object.assign(charityEvent('dance') ?? {}, { yearly: true })
    stopClock(danceBegins)
  })

  test('a level is reserved for the expected month, without a card, and the page says that the day follows', async () => {
    expect(sponsorshipTerms(dance, danceBegins)).toMatchObject({ day: '2027-02', itemsOpen: true, itemsUntil: '' })
    const page = await drawn()
    expect(page).toContain('Expected in February 2027. The day follows.')
    expect(page).toMatch(/<form[^>]*action="\/api\/sponsorship-invoice"/)
    expect(page).not.toContain('create-checkout-session')

    const card = await postSponsorship({ ...ofDance, day: '2027-02' })
    expect([card.status, await card.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining('No money was taken.') },
    ])
    expect((await sendInvoice({ ...ofDance, day: '2027-02' })).status).toBe(202)
    const [kept] = await enquiries()
    expect(JSON.parse(kept?.fields ?? '{}')).toMatchObject({
      day: '2027-02',
      message: expect.stringContaining(`for sponsoring ${dance.name}, expected in February 2027.`),
    })
  })

  test('a form that was opened before the day was fixed is shown again with the day', async () => {
    Object.assign(charityEvent('dance') ?? {}, { date: '2027-02-06' })
    const late = await sendInvoice({ ...ofDance, day: '2027-02' })
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining('February 6, 2027') },
    ])
  })
})

describe('while the dance is to come, it is sponsored at one level', () => {
  /** Fields of the form as the page holds it, that a browser sends without the sponsor's doing. */
  const hidden = (html: string) =>
    [...html.matchAll(/<input type="hidden" name="([^"]*)"[^>]* value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
  const typed = formOf({ ...ofDance, levels: [] }).filter(([name = '']) => !['event', 'paymentMethod'].includes(name))
  const paidAtOneLevel = [
    { kind: 'sponsorship', status: 'paid', currency: 'USD', amount: 250_000, donor_email: ruth.email },
  ]
  // By the real clock, which is the sandbox's too: Stripe refuses sessions that expire in the past.
  beforeEach(() => void Object.assign(charityEvent('dance') ?? {}, { date: utcNow(60 * 86_400_000).slice(0, 10) }))

  test('without JavaScript: a forgotten level is asked for with everything else kept, and then the payment page opens', async () => {
    const page = await drawn()
    expect(page.match(/<input type="radio"[^>]* name="levels"/g)).toHaveLength(dance.levels.length)
    setPageRenderer(async (address) => {
      const { searchParams } = new URL(address, 'http://localhost')
      return new Response(await drawn({ returned: searchParams.get('returned') ?? '' }))
    })
    const again = await (await postSponsorshipForm([...hidden(page), ...typed])).text()
    expect(again).toContain('Choose a level')
    expect(again).toContain(`value="${ruth.email}"`)

    const paid = await postSponsorshipForm([...hidden(again), ...typed, ['levels', 'magic-carpet']])
    expect(await site.sessions()).toMatchObject([{ ui_mode: 'hosted_page', url: paid.headers.get('location') }])
    await site.pay()
    expect(await gifts()).toMatchObject(paidAtOneLevel)
  })
})
