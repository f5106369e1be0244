import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { reminderMail } from '#lib/giving/receipts/reminder.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { minuteMs } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { donationForm } from '#lib/site/content/index.ts'
import { isMail, linksIn } from '#tests/support/mail-text.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { asha, attempts, givingSite, mailEnvironment, postJson } from '../checkout/support.ts'

const once = { ...asha, paymenttype: 'once', remind: 'yes' }

onBothDatabases(() => {
  const site = givingSite(() => undefined)
  beforeEach(() => setEnvironment(mailEnvironment(site)))

  /** Moves what is stored into the past: the stand-in for Stripe has a clock of its own. */
  async function letPass(minutes: number) {
    const { db } = await store()
    const before = (time: string) => new Date(Date.parse(time) - minutes * minuteMs).toISOString()
    for (const { id, created_at } of await attempts())
      await db
        .updateTable('checkout_attempts')
        .set({ created_at: before(created_at) })
        .where('id', '=', id)
        .execute()
    for (const { id, due_at } of await db.selectFrom('outbox').selectAll().execute())
      await db
        .updateTable('outbox')
        .set({ due_at: before(due_at) })
        .where('id', '=', id)
        .execute()
  }
  /** The reminders of which mails went out by now. */
  async function reminders() {
    await deliverDue(mailKinds)
    return (await site.mails()).filter(isMail('reminder'))
  }

  test('a donor who asked for it is reminded once, an hour later, by a link that selects the gift and names nobody', async () => {
    await postJson({ ...once, amount: 103_000, coverFees: 'yes', tribute: 'memory', tributeName: 'Meera Rao' })
    await letPass(59)
    expect(await reminders()).toEqual([])
    await letPass(2)
    const [mail, ...more] = await reminders()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: asha.email, text: expect.stringContaining('a gift of ₹1,000') })
    expect(linksIn(mail)).toEqual({
      'Finish my gift': 'http://localhost:3000/DonateIndia?frequency=once&amount=1000&reason=2&tribute=memory',
    })
    expect(JSON.stringify(mail)).not.toMatch(/Asha|Rao|Meera|Lake/)
    await letPass(3 * 60)
    expect(await reminders()).toHaveLength(1)
    const [attempt] = await attempts()
    expect(JSON.parse(attempt?.details ?? '').answers).toMatchObject({ remind: 'yes' })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['did not tick it', () => postJson({ ...once, remind: '' })],
    ['gives by transfer', () => postJson({ ...once, paymentMethod: 'upi' })],
    [
      'paid',
      async () => {
        await postJson(once)
        await site.pay()
      },
    ],
    [
      'paid, though the provider has not told us yet',
      async () => {
        await site.hold()
        await postJson(once)
        await site.pay()
      },
    ],
    [
      'pays by a bank debit that is not confirmed yet',
      async () => {
        await postJson(once)
        await site.pay({ method: 'bank' })
      },
    ],
    [
      'had the data erased, while the payment page may still be open',
      async () => {
        await postJson(once)
        await erasePerson(asha.email)
      },
    ],
    [
      'gave in another attempt with the same address, written otherwise',
      async () => {
        await postJson(once)
        await letPass(1)
        await postJson({ ...once, remind: '', email: 'Asha@Example.org', amount: 50_000, money: 500 })
        await site.pay()
      },
    ],
    [
      'announced a transfer instead',
      async () => {
        await postJson(once)
        await letPass(1)
        await postJson({ ...once, paymentMethod: 'bank' })
      },
    ],
    [
      'was refused by the provider',
      async () => {
        await site.behave({ mode: 'garbage', path: '/v1/checkout/sessions' })
        await postJson(once)
        await site.behave({ mode: 'ok', path: '/v1/checkout/sessions' })
      },
    ],
  ])('nobody is reminded who %s', async (_, act) => {
    setEnvironment({ SAMPLE_NOTICE: '1' })
    await act()
    await letPass(61)
    expect(await reminders()).toEqual([])
  })

  test('one mailbox is reminded once a day, however its address is written', async () => {
    await postJson({ ...once, email: 'victim@gmail.com' })
    await letPass(61)
    expect(await reminders()).toHaveLength(1)
    await postJson({ ...once, email: 'v.ictim+1@GoogleMail.com' })
    await letPass(61)
    expect(await reminders()).toHaveLength(1)
  })

  test('a mail that could not be sent for a day is not sent any more, nor one that content has switched off', async () => {
    await postJson(once)
    const [attempt] = await attempts()
    const compose = () => reminderMail.compose(attempt?.reference ?? '')
    expect(await compose()).not.toBeNull()
    const form = donationForm('INR')
    Object.assign(form, { reminder: false })
    expect(await compose()).toBeNull()
    Object.assign(form, { reminder: true })
    await letPass(25 * 60)
    expect(await compose()).toBeNull()
  })
})
