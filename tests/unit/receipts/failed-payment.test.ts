import { receiptsOf } from '#lib/giving/receipts/admin.ts'
import { health } from '#lib/jobs/health.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn, isMail, linksIn, onOneLine, type SentMail } from '#tests/support/mail-text.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, gifts, givingSite, mailEnvironment, postJson, postSponsorship, ruth } from '../checkout/support.ts'

const once = { ...asha, paymenttype: 'once' }
const linkIn = (mail: SentMail | undefined) => new URL(linksIn(mail)['Try again'] ?? '')
const inDollars = { currency: 'USD', amount: 3700, money: 37, address: { ...asha.address, country: 'US' } }

const site = givingSite()
const sent = async () => {
  await deliverDue(mailKinds)
  return (await site.mails()).filter(isMail('failed'))
}
/** Pays by a bank debit, about which the bank decides. */
const giveByBank = async (outcome: 'succeeded' | 'failed', answers: object = once) => {
  expect((await postJson(answers)).status).toBe(200)
  await site.pay({ method: 'bank' })
  await site.control('sessions/latest/settle', { outcome })
}

beforeEach(async () => {
  setEnvironment({
    ...mailEnvironment(site),
    SITE_URL: 'https://mendedbowl.org',
  })
})

test('a donor whose bank refused a delayed payment is told once, with a link to the same gift', async () => {
  const tribute = { tribute: 'memory', tributeName: 'Meera Rao' }
  await giveByBank('failed', { ...once, ...inDollars, ...tribute, campaign: 'legacy-continues' })
  const [gift] = await gifts()
  expect(gift?.status).toBe('failed')
  const [mail, ...others] = await sent()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'asha@example.org',
    reply_to: 'usa@example.org',
    subject: 'Your payment of $37 did not go through',
    text: expect.stringMatching(/Dear Donor,[\s\S]*did not make the payment/),
  })
  expect(factsIn(mail)).toMatchObject({
    Amount: '$37',
    Reference: gift?.reference,
    For: expect.stringMatching(/^Cleft-Free World [^,]*$/),
  })
  // Anybody could have typed the address and the names, so none is repeated.
  expect(JSON.stringify(mail)).not.toMatch(/Rao|Meera|stop/)
  const link = linkIn(mail)
  expect(link.origin + link.pathname).toBe('https://mendedbowl.org/Donate')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    frequency: 'once',
    amount: '37',
    reason: '2',
    campaign: 'legacy-continues',
    // The name stays out of links.
    tribute: 'memory',
  })
  await site.replay(3)
  expect(await sent()).toHaveLength(1)
})

test('a sponsor gets it too, with a link to the same levels', async () => {
  expect((await postSponsorship(ruth)).status).toBe(200)
  await site.pay({ method: 'bank' })
  await site.control('sessions/latest/settle', { outcome: 'failed' })
  const [mail] = await sent()
  expect(mail).toMatchObject({ to: 'ruth@example.org', text: expect.stringContaining('your levels are already') })
  expect(factsIn(mail).Amount).toBe('$1,250')
  const link = linkIn(mail)
  expect(link.pathname).toBe('/Event5kSponsorship')
  expect(link.searchParams.getAll('levels').sort()).toEqual(['big-wheel', 'running-circle'])
})

test('a monthly donor reads that the gift goes on, and how to stop it first', async () => {
  await giveByBank('failed', asha)
  const [mail] = await sent()
  expect(factsIn(mail).Amount).toBe('₹1,000 a month')
  expect(linksIn(mail)['Stop my monthly gift']).toMatch(/^https:\/\/mendedbowl\.org\/stop-gift\?gift=sub_/)
})

test('a later month leads to the page on which the card is changed, not to another gift', async () => {
  await postJson(asha)
  await site.pay()
  await deliverDue(mailKinds)
  await site.control('subscriptions/latest/advance', { outcome: 'failed' })
  await deliverDue(mailKinds)
  const mail = (await site.mails()).find(isMail('failed'))
  expect(linksIn(mail)).toEqual({
    'Change the card': 'https://mendedbowl.org/your-gifts',
    'Stop my monthly gift': expect.stringContaining('/stop-gift?gift=sub_'),
  })
  expect(onOneLine(mail?.text ?? '')).toContain('Thank you for giving every month.')
  expect(mail?.text).not.toMatch(/try again, your|wanting to help/)
})

test('one mailbox gets three in a day, however its address is written', async () => {
  for (const email of ['a@example.org', 'A@example.org', 'a+1@example.org', 'a+2@example.org', 'b@example.org'])
    await giveByBank('failed', { ...once, email })
  expect((await sent()).map(({ to }) => to)).toEqual([
    'a@example.org',
    'A@example.org',
    'a+1@example.org',
    'b@example.org',
  ])
})

test.each([
  ['a confirmed payment', () => giveByBank('succeeded'), []],
  [
    'a card that is declined on the payment page',
    async () => {
      await postJson(once)
      await site.pay({ card: '4000 0000 0000 0002' })
    },
    [],
  ],
  [
    'a month that fails and is paid before the mail goes out',
    async () => {
      await postJson(asha)
      await site.pay()
      await site.control('subscriptions/latest/advance', { outcome: 'failed' })
      await site.control('invoices/latest/pay', {})
    },
    [],
  ],
])('%s sends none', async (_, give, mails) => {
  await give()
  expect(await sent()).toEqual(mails)
})

test('without a mail account it waits, and is not sent when it is two weeks old', async () => {
  const noAccount = Object.keys(mailEnvironment(site)).map((name) => [name, undefined])
  setEnvironment(Object.fromEntries(noAccount))
  await giveByBank('failed')
  const [gift] = await gifts()
  expect(await receiptsOf(gift?.reference ?? '')).toMatchObject([{ form: 'failed-payment', stage: 'waiting' }])
  expect(await health()).toMatchObject({ mail: { waiting: 1 } })
  const { db } = await store()
  await db
    .updateTable('gifts')
    .set({ updated_at: utcNow(-15 * 24 * 3_600_000) })
    .execute()
  setEnvironment(mailEnvironment(site))
  expect(await sent()).toEqual([])
})
