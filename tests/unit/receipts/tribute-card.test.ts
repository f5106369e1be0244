import { donationStart } from '#lib/giving/donation/checkout.ts'
import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn, isMail, onOneLine, quotedIn } from '#tests/support/mail-text.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  ashaForm,
  attempts,
  givingSite,
  mailEnvironment,
  mailKindsQueued,
  postForm,
  postJson,
} from '../checkout/support.ts'

const once = { ...asha, paymenttype: 'once' }
const tribute = { tribute: 'memory', tributeName: 'Meera {{Rao}}' }
const card = {
  cardTo: 'The Rao family',
  cardEmail: 'family@example.org',
  cardMessage: 'She mended all of us.\nWe miss her.',
  cardFrom: '',
}

const site = givingSite()
const sent = async (kind: 'card' | 'receipt') => {
  await deliverDue(mailKinds)
  return (await site.mails()).filter(isMail(kind))
}
const give = async (answers: object) => {
  expect((await postJson(answers)).status).toBe(200)
  await site.pay()
}

beforeEach(async () => {
  setEnvironment(mailEnvironment(site))
})

test('a gift in memory of somebody says so on its receipt, and Stripe is not told', async () => {
  await give({ ...once, ...tribute })
  expect(JSON.stringify(await site.sessions())).not.toContain('Meera')
  expect((await sent('receipt')).map((mail) => factsIn(mail).For)).toEqual([
    'Cleft-Free World, in memory of Meera { {Rao} }',
  ])
  expect(await sent('card')).toEqual([])
})

test('the family gets one card for a gift, once it is paid, which names the giver and not the amount', async () => {
  expect((await postJson({ ...asha, ...tribute, ...card })).status).toBe(200)
  expect(await mailKindsQueued()).toEqual([])
  await site.pay()
  await site.control('subscriptions/latest/advance', { outcome: 'paid' })
  const cards = await sent('card')
  expect(cards).toMatchObject([{ to: 'family@example.org', subject: 'A gift in memory of Meera { {Rao} }' }])
  const [mail] = cards
  expect(onOneLine(mail?.text ?? '')).toMatch(
    /Dear The Rao family, Asha Rao has given to .* in memory of Meera \{ \{Rao\} \}\./,
  )
  expect(quotedIn(mail)).toBe('She mended all of us.\nWe miss her.\n\nAsha Rao')
  expect(cards.map(({ text }) => text).join()).not.toMatch(/1,?000/)
  expect(JSON.stringify(cards)).not.toContain(asha.email)
  await site.replay(2)
  expect(await sent('card')).toHaveLength(1)
})

test('of many cards to one mailbox, those above twenty wait for the next days', async () => {
  for (let count = 0; count < 21; count += 1)
    await give({ ...once, ...tribute, ...card, email: `giver${count}@example.org` })
  expect(await sent('card')).toHaveLength(20)
  const { db } = await store()
  const waiting = await db.selectFrom('outbox').select('due_at').where('state', '=', 'waiting').execute()
  expect(waiting).toHaveLength(1)
  expect(Date.parse(waiting[0]?.due_at ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
})

test('there is no card for a gift that was returned before, nor while the bank decides', async () => {
  await postJson({ ...once, ...tribute, ...card })
  await site.pay({ method: 'bank' })
  expect(await mailKindsQueued()).toEqual([])
  await site.control('sessions/latest/settle', { outcome: 'succeeded' })
  await site.control('payments/latest/refund', {})
  expect(await sent('card')).toEqual([])
})

test('a card that its recipient had erased is not sent', async () => {
  await give({ ...once, ...tribute, ...card })
  await erasePerson(' Family@example.org')
  expect(JSON.stringify(await attempts())).not.toMatch(/family@|mended/i)
  expect(await sent('card')).toEqual([])
})

test.each([
  ['a card without a tribute', { ...card, tribute: 'honor' }, ['tributeName']],
  ['a message alone', { ...tribute, cardMessage: 'With love' }, ['cardTo', 'cardEmail']],
  ['a wrong address', { ...tribute, ...card, cardEmail: 'family' }, ['cardEmail']],
  ['a link in the message', { ...tribute, ...card, cardMessage: 'See evil.example now' }, ['cardMessage']],
  [
    'links in the names',
    { tribute: 'honor', tributeName: 'www.x-y.org', ...card, cardTo: 't.co/a', cardFrom: 'a@b' },
    ['tributeName', 'cardTo', 'cardFrom'],
  ],
  ['a link in disguise as last name', { lastName: 'evil。com' }, ['lastName']],
])('%s is sent back, without JavaScript too', async (_, answers, fields) => {
  const refused = await postJson({ ...once, ...answers })
  expect(refused.status).toBe(422)
  const { errors } = (await refused.json()) as { errors: { field: string }[] }
  expect(errors.map(({ field }) => field)).toEqual(fields)
  const form = { ...ashaForm, ...answers, campaign: 'in-honor' }
  const returned = await returnedIn(await postForm(form))
  expect(returned).toMatchObject({ step: 1, values: { ...answers, campaign: 'in-honor' } })
  expect(returned.fault?.errors.map(({ field }) => field)).toEqual(fields)
})

test('the form begins with the campaign of its address, and with none that content does not know', async () => {
  const begun = async (slug: string) => (await donationStart('USD', [], { campaign: slug })).values.campaign
  expect([await begun('in-honor'), await begun('wells')]).toEqual(['in-honor', undefined])
})
