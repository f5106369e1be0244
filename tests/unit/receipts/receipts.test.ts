import { receiptMail } from '#lib/giving/mails/receipt.ts'
import { reminderMail } from '#lib/giving/mails/reminder.ts'
import { erasePerson, mailOf } from '#lib/giving/receipts/admin.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { dayMs, minuteMs, utcNow } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { store } from '#lib/platform/store/index.ts'
import { donationForm } from '#lib/site/content/index.ts'
import { factsIn, linksIn, quotedIn } from '#tests/support/mail-text.ts'
import { onSqlite, setAll, setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  attempts,
  declinedCard,
  gifts,
  givingSite,
  mailEnvironment,
  mailKindsQueued,
  postJson,
  postSponsorship,
  ruth,
} from '../checkout/support.ts'

const once = { ...asha, paymenttype: 'once' }
const origin = 'https://mendedbowl.org'

onSqlite(() => {
  const site = givingSite(() => undefined)
  const { mails, pay, replay, sent } = site
  beforeEach(() => setEnvironment({ ...mailEnvironment(site), SITE_URL: origin }))

  const start = async (answers: object = once) => {
    const response = await postJson(answers)
    expect(response.status).toBe(200)
    return ((await response.json()) as { reference: string }).reference
  }
  const give = async (answers: object = once) => {
    const reference = await start(answers)
    await pay()
    return reference
  }
  const advance = (outcome: 'paid' | 'failed') => site.control('subscriptions/latest/advance', { outcome })
  const refund = (body: object = {}) => site.control('payments/latest/refund', body)
  const settle = (outcome: 'succeeded' | 'failed') => site.control('sessions/latest/settle', { outcome })

  describe('A receipt', () => {
    const queued = async () => (await mailKindsQueued()).filter((kind) => kind === 'receipt').length

    test('goes to the donor of a gift that is paid, once, with what the form said', async () => {
      const reference = await start({ ...once, donorType: 2, org_name: 'Rao {{Textiles}}' })
      expect(await queued()).toBe(0)
      await pay()
      expect(await deliverDue(mailKinds)).toEqual({ sent: 1, ended: 'nothing-due' })
      const [gift] = await gifts()
      const [mail] = await mails()
      expect(mail).toMatchObject({ to: asha.email, reply_to: 'india@example.org' })
      expect(factsIn(mail)).toMatchObject({
        'Receipt number': expect.stringMatching(/^20\d\d-\d\d\/00001$/),
        'Received from': 'Rao { {Textiles} } (Asha Rao)\n12 Lake Road\nMumbai, 400001',
        'Paid by': 'Card',
        Amount: '₹1,000',
        Reference: reference,
        'Payment number': gift?.object_id,
      })
      expect(linksIn(mail)).not.toHaveProperty('Stop my monthly gift')
    })

    test('is not lost when its dispute is won while it is being dropped', async () => {
      await give()
      await site.control('payments/latest/dispute', {})
      let times = 0
      const compose = async (giftId: string) => {
        times += 1
        const mail = await receiptMail.compose(giftId)
        if (times === 1) await site.control('disputes/latest/close', { status: 'won' })
        return mail
      }
      await deliverDue({ ...mailKinds, receipt: { ...receiptMail, compose } })
      expect(await gifts()).toMatchObject([{ status: 'paid' }])
      expect(await mails()).toHaveLength(1)
    })

    test('are found by the reference of the order, in any spelling, also those about a part of it', async () => {
      const reference = await give(asha)
      await advance('paid')
      const { db } = await store()
      const [gift] = await gifts()
      const receipt = await db.selectFrom('receipts').select('id').executeTakeFirstOrThrow()
      const before = await mailOf(reference)
      const parts = [['missed-month', `${reference}/2026-12`] as const, ['gift-change', `${gift?.id}/amount`] as const]
      for (const [kind, subject] of [['pledge', reference] as const, ['receipt-change', receipt.id] as const, ...parts])
        await enqueue(db, kind, subject)
      await enqueue(db, 'pledge', 'G-2222-2222')
      const found = await mailOf(reference.toLowerCase().replaceAll('-', ' '))
      expect(found).toHaveLength(before.length + 4)
      expect(await mailOf(reference)).toEqual(found)
    })
  })

  describe('A mail about a failed payment', () => {
    /** Pays by a bank debit, about which the bank decides. */
    const giveByBank = async (outcome: 'succeeded' | 'failed', answers: object = once) => {
      await start(answers)
      await pay({ method: 'bank' })
      await settle(outcome)
    }
    const tryAgain = (mail: { html: string } | undefined) => new URL(linksIn(mail)['Try again'] ?? '')

    test('is sent once, names nobody, and has a link to the same gift', async () => {
      const dollars = { currency: 'USD', amount: 3700, money: 37, address: { ...asha.address, country: 'US' } }
      const tribute = { tribute: 'memory', tributeName: 'Meera Rao', campaign: 'legacy-continues' }
      await giveByBank('failed', { ...once, ...dollars, ...tribute })
      const [mail, ...others] = await sent('failed')
      expect(others).toEqual([])
      expect(mail).toMatchObject({ to: asha.email, reply_to: 'usa@example.org' })
      expect(factsIn(mail)).toMatchObject({ Amount: '$37', Reference: (await gifts())[0]?.reference })
      // Anybody could have typed the address and the names, so none is repeated.
      expect(JSON.stringify(mail)).not.toMatch(/Rao|Meera|stop/)
      const link = tryAgain(mail)
      expect(link.origin + link.pathname).toBe(`${origin}/Donate`)
      const chosen = { frequency: 'once', amount: '37', reason: '2', campaign: 'legacy-continues', tribute: 'memory' }
      expect(Object.fromEntries(link.searchParams)).toEqual(chosen)
      await replay(3)
      expect(await sent('failed')).toHaveLength(1)
    })

    test('leads a sponsor to the same levels', async () => {
      await postSponsorship(ruth)
      await pay({ method: 'bank' })
      await settle('failed')
      const [mail] = await sent('failed')
      expect([mail?.to, factsIn(mail).Amount]).toEqual(['ruth@example.org', '$1,250'])
      expect(tryAgain(mail).pathname).toBe('/Event5kSponsorship')
      expect(tryAgain(mail).searchParams.getAll('levels').sort()).toEqual(['big-wheel', 'running-circle'])
    })

    test('lets a monthly donor stop: of the first month the gift, of a later one by the page of the card', async () => {
      await giveByBank('failed', asha)
      const [begun] = await sent('failed')
      const stop = expect.stringMatching(/^https:\/\/mendedbowl\.org\/stop-gift\?gift=sub_/)
      expect(linksIn(begun)).toEqual({ 'Try again': expect.anything(), 'Stop my monthly gift': stop })
      await give({ ...asha, email: 'ravi@example.org' })
      await advance('failed')
      const later = (await sent('failed')).at(-1)
      expect(linksIn(later)).toEqual({ 'Change the card': `${origin}/your-gifts`, 'Stop my monthly gift': stop })
    })

    test('comes to one mailbox three times a day, however its address is written', async () => {
      const spelled = ['a@example.org', 'A@example.org', 'a+1@example.org', 'a+2@example.org', 'b@example.org']
      for (const email of spelled) await giveByBank('failed', { ...once, email })
      expect((await sent('failed')).map(({ to }) => to)).toEqual(spelled.filter((email) => !email.includes('+2')))
    })

    test.each<[string, () => Promise<unknown>]>([
      ['a confirmed payment', () => giveByBank('succeeded')],
      ['a card that is declined on the payment page', async () => [await start(), await pay({ card: declinedCard })]],
      [
        'a month that is paid before the mail goes out',
        async () => [await give(asha), await advance('failed'), await site.control('invoices/latest/pay', {})],
      ],
    ])('is not sent about %s', async (_, act) => {
      await act()
      expect(await sent('failed')).toEqual([])
    })

    test('is not sent when it is two weeks old', async () => {
      await giveByBank('failed')
      await setAll('gifts', { updated_at: utcNow(-15 * dayMs) })
      expect(await sent('failed')).toEqual([])
    })
  })

  describe('A reminder of an unfinished gift', () => {
    const asked = { ...once, remind: 'yes' }
    /** Moves what is stored into the past: the stand-in for Stripe has a clock of its own. */
    async function letPass(minutes: number) {
      const { db } = await store()
      const earlier = (time: string) => new Date(Date.parse(time) - minutes * minuteMs).toISOString()
      for (const [table, time] of [['orders', 'created_at'] as const, ['outbox', 'due_at'] as const])
        for (const row of await db
          .selectFrom(table as 'outbox')
          .selectAll()
          .execute()) {
          const moved = { [time]: earlier(String(row[time as 'due_at'])) }
          await db.updateTable(table).set(moved).where('id', '=', row.id).execute()
        }
    }

    test('is sent once, an hour later, with a link that selects the gift and names nobody', async () => {
      await start({ ...asked, amount: 103_000, coverFees: 'yes', tribute: 'memory', tributeName: 'Meera Rao' })
      await letPass(59)
      expect(await sent('reminder')).toEqual([])
      await letPass(2)
      const [mail] = await sent('reminder')
      expect(mail).toMatchObject({ to: asha.email, text: expect.stringContaining('₹1,000') })
      expect(Object.values(linksIn(mail))).toEqual([
        `${origin}/DonateIndia?frequency=once&amount=1000&reason=2&tribute=memory`,
      ])
      expect(JSON.stringify(mail)).not.toMatch(/Asha|Rao|Meera|Lake/)
      await letPass(3 * 60)
      expect(await sent('reminder')).toHaveLength(1)
      expect(JSON.parse((await attempts())[0]?.answers ?? '')).toMatchObject({ remind: 'yes' })
    })

    test.each<[string, () => Promise<unknown>]>([
      ['did not tick it', () => start({ ...asked, remind: '' })],
      ['gives by transfer', () => postJson({ ...asked, paymentMethod: 'upi' })],
      ['paid', () => give(asked)],
      ['paid, though the provider has not told us yet', async () => [await site.hold(), await give(asked)]],
      ['pays by a bank debit that is not confirmed', async () => [await start(asked), await pay({ method: 'bank' })]],
      ['had the data erased meanwhile', async () => [await start(asked), await erasePerson(asha.email)]],
      [
        'gave in another attempt with the same address, written otherwise',
        async () => {
          await start(asked)
          await letPass(1)
          await give({ ...once, email: 'Asha@Example.org', amount: 50_000, money: 500 })
        },
      ],
      [
        'announced a transfer instead',
        async () => [await start(asked), await letPass(1), await postJson({ ...asked, paymentMethod: 'bank' })],
      ],
      [
        'was refused by the provider',
        async () => {
          await site.behave({ mode: 'garbage', path: '/v1/checkout/sessions' })
          await postJson(asked)
          await site.behave({ mode: 'ok', path: '/v1/checkout/sessions' })
        },
      ],
    ])('is not sent to a donor who %s', async (_, act) => {
      setEnvironment({ SAMPLE_NOTICE: '1' })
      await act()
      await letPass(61)
      expect(await sent('reminder')).toEqual([])
    })

    test('comes to one mailbox once a day, however its address is written', async () => {
      for (const email of ['victim@gmail.com', 'v.ictim+1@GoogleMail.com']) {
        await start({ ...asked, email })
        await letPass(61)
        expect(await sent('reminder')).toHaveLength(1)
      }
    })

    test('is not sent after a day, nor when content has switched it off', async () => {
      const reference = await start(asked)
      expect(await reminderMail.compose(reference)).not.toBeNull()
      const form = donationForm('INR')
      Object.assign(form, { reminder: false })
      expect(await reminderMail.compose(reference)).toBeNull()
      Object.assign(form, { reminder: true })
      await letPass(25 * 60)
      expect(await reminderMail.compose(reference)).toBeNull()
    })
  })

  describe('A card to a family', () => {
    const tribute = { tribute: 'memory', tributeName: 'Meera {{Rao}}' }
    const card = {
      ...{ cardTo: 'The Rao family', cardEmail: 'family@example.org', cardFrom: '' },
      cardMessage: 'She mended all of us.\nWe miss her.',
    }

    test('is not sent unless asked for: the receipt names the person, and Stripe is not told', async () => {
      await give({ ...once, ...tribute })
      expect(JSON.stringify(await site.sessions())).not.toContain('Meera')
      expect((await sent('receipt')).map((mail) => factsIn(mail).For)).toEqual([
        expect.stringMatching(/, in memory of Meera \{ \{Rao\} \}$/),
      ])
      expect(await sent('card')).toEqual([])
    })

    test('is sent once for a gift, when it is paid, and names the giver and not the amount', async () => {
      await start({ ...asha, ...tribute, ...card })
      expect(await mailKindsQueued()).toEqual([])
      await pay()
      await advance('paid')
      const cards = await sent('card')
      expect(cards).toMatchObject([{ to: 'family@example.org', subject: 'A gift in memory of Meera { {Rao} }' }])
      expect(quotedIn(cards[0])).toBe(`${card.cardMessage}\n\nAsha Rao`)
      expect(JSON.stringify(cards)).not.toMatch(/1,?000|asha@/)
      await replay(2)
      expect(await sent('card')).toHaveLength(1)
    })

    test('is not sent while the bank decides, for a gift that was returned, or once its recipient had it erased', async () => {
      await start({ ...once, ...tribute, ...card })
      await pay({ method: 'bank' })
      expect(await mailKindsQueued()).toEqual([])
      await settle('succeeded')
      await refund()
      expect(await sent('card')).toEqual([])
      await give({ ...once, ...tribute, ...card })
      await erasePerson(' Family@example.org')
      expect(JSON.stringify(await attempts())).not.toMatch(/family@|mended/i)
      expect(await sent('card')).toEqual([])
    })
  })
})
