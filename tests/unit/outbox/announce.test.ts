/** What another program hears, over HTTP, and what happens while it does not answer. */
import { createHmac, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { decideOnNewsletter, linksOf } from '#lib/contact/enquiries/newsletter.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { announcement } from '#lib/giving/products/effects.ts'
import { hourMs, now, stopClock } from '#lib/platform/clock.ts'
import { parseEnv } from '#lib/platform/env.ts'
import { deliverAnnouncements } from '#lib/platform/outbox/announce.ts'
import { store } from '#lib/platform/store/index.ts'
import { helpForm, newsletterForm } from '#lib/site/content/form-ids.ts'
import { giftRow, useFreshStore as inFreshStores, mailKeys, setEnvironment } from '#tests/support/store.ts'
import { type Behaviour, dropsTheConnection, sharedUpstream } from '#tests/support/upstream.ts'

inFreshStores()

type Heard = { id: unknown; path: string | undefined; isSigned: boolean; body: Record<string, unknown> }
const heard: Heard[] = []
const secret = randomBytes(32)
const answers =
  (status: number): Behaviour =>
  async (request, response) => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
    const body = await text(request)
    const expected = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')
    const isSigned = signature === `v1,${expected}` && Number(at) === Math.floor(now().getTime() / 1000)
    heard.push({ id, path: request.url, isSigned, body: JSON.parse(body) })
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  }
const program = sharedUpstream(answers(204))

beforeEach(() => {
  heard.length = 0
  stopClock('2026-11-28T12:00:00Z')
  setEnvironment({
    ...mailKeys,
    SITE_URL: 'https://example.org',
    ANNOUNCE_URL: `${program.url}/charity`,
    ANNOUNCE_SECRET: `whsec_${secret.toString('base64')}`,
  })
})
afterEach(() => stopClock(undefined))

const became = async (status: 'paid' | 'refunded', fields = {}) => {
  const { db } = await store()
  const gift = giftRow('gift-1', {
    reference: 'G-1',
    amount: 250_000,
    currency: 'INR',
    donor_name: 'Asha Rao',
    ...fields,
  })
  await db.transaction().execute((transaction) => announcement(transaction, { gift, order: null, became: status }))
}
const enquire = (form: string, spamReason: string | null = null) =>
  storeEnquiry({
    form,
    fields: { name: 'Ruth', email: 'ruth@example.org', message: 'My secret' },
    idempotencyKey: null,
    spamReason,
  } as Parameters<typeof storeEnquiry>[0])
const waiting = async () =>
  (await store()).db.selectFrom('outbox').select(['state', 'tries']).where('kind', '=', 'announcement').execute()

test('a gift, an enquiry and a confirmed sign-up are announced once each, signed, without names and words', async () => {
  await became('paid')
  await became('paid')
  await became('refunded')
  await enquire('contact')
  await enquire('contact', 'links')
  await enquire(helpForm)
  await enquire(newsletterForm)
  const { db } = await store()
  const { id } = await db
    .selectFrom('enquiries')
    .select('id')
    .where('form', '=', newsletterForm)
    .executeTakeFirstOrThrow()
  await decideOnNewsletter(new URL(linksOf(id).page).searchParams.values().next().value, 'confirm')
  await deliverAnnouncements()
  expect(heard.map(({ body }) => body.type).sort()).toEqual([
    'enquiry.received',
    'enquiry.received',
    'gift.paid',
    'gift.refunded',
    'newsletter.confirmed',
  ])
  expect(new Set(heard.map((each) => each.id)).size).toBe(5)
  expect(heard.every(({ isSigned, path }) => isSigned && path === '/charity')).toBe(true)
  expect(JSON.stringify(heard)).not.toMatch(/Asha|Ruth|example\.org|secret/)
  const paid = heard.find(({ body }) => body.type === 'gift.paid')
  expect(paid?.body).toMatchObject({
    timestamp: '2026-11-28T12:00:00.000Z',
    data: { reference: 'G-1', amount: 250_000, currency: 'INR', givenBack: 0 },
  })
  expect(await waiting()).toEqual([])
})

test('only what is ticked of a person leaves the site, and nothing of a family', async () => {
  setEnvironment({ ANNOUNCE_PERSONAL: 'name' })
  await became('paid')
  await enquire('contact')
  await enquire(helpForm)
  await deliverAnnouncements()
  const told = heard.map(({ body: { data } }) => data as { form?: string; name?: string })
  expect(told.map(({ form, name }) => `${form}: ${name}`).sort()).toEqual(
    [`contact: Ruth`, `${helpForm}: `, 'undefined: Asha Rao'].sort(),
  )
  expect(JSON.stringify(heard)).not.toMatch(/@|secret/)
})

test.each<[string, Behaviour]>([
  ['fails', answers(500)],
  ['refuses', answers(403)],
  ['sends it on', answers(302)],
  ['drops the connection', dropsTheConnection],
])(
  'what a program that %s did not accept is repeated under the same id, and given up after three days',
  async (_, behaviour) => {
    await became('paid')
    program.behave(behaviour)
    await deliverAnnouncements()
    expect(await waiting()).toEqual([{ state: 'waiting', tries: 1 }])
    const [first] = heard
    program.behave(answers(204))
    stopClock('2026-11-28T13:00:00Z')
    await deliverAnnouncements()
    expect(await waiting()).toEqual([])
    expect(heard.at(-1)).toMatchObject({ path: '/charity', isSigned: true, ...(first && { id: first.id }) })

    await became('refunded')
    program.behave(behaviour)
    for (let tries = 0; tries < 31; tries += 1) {
      stopClock(new Date(Date.parse('2026-11-28T14:00:00Z') + tries * 3 * hourMs).toISOString())
      await deliverAnnouncements()
    }
    expect(await waiting()).toEqual([{ state: 'dead', tries: expect.any(Number) }])
  },
)

test('nothing is queued while no program is named', async () => {
  setEnvironment({ ANNOUNCE_URL: undefined, ANNOUNCE_SECRET: undefined })
  await became('paid')
  await enquire('contact')
  await deliverAnnouncements()
  expect([await waiting(), heard]).toEqual([[], []])
})

test.each([
  [{ ANNOUNCE_URL: 'https://crm.test' }, 'ANNOUNCE_SECRET is missing'],
  [{ ANNOUNCE_URL: 'https://crm.test', ANNOUNCE_SECRET: 'short' }, 'ANNOUNCE_SECRET must look like'],
  [{ ANNOUNCE_PERSONAL: 'name, address' }, 'ANNOUNCE_PERSONAL'],
])('%j is an error', (set, sentence) => expect(() => parseEnv(set as Record<string, string>)).toThrow(sentence))
