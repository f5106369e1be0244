import { utcNow } from '#lib/clock.ts'
import { sponsorshipForm } from '#lib/content/index.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { datedEvent, termsOf } from '#lib/sponsorship/checkout.ts'
import { store } from '#lib/store/index.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { asha, givingSite, mailEnvironment, postJson, postSponsorship, ruth } from '../checkout/support.ts'

const sponsor = {
  ...ruth,
  website: 'www.example.org',
  address: '1 River Street\nChattanooga, TN 37402',
  contact: 'Sam, accounts@{{example}}.org',
  comments: 'With love,\nRuth',
}

const sponsored = datedEvent(sponsorshipForm('5k-run'), termsOf('5k-run').day ?? '')

onBothDatabases(() => {
  const site = givingSite(() => undefined)
  beforeEach(async () => {
    setEnvironment(mailEnvironment(site))
  })

  const rows = async () =>
    (await store()).db.selectFrom('outbox').select(['state']).where('kind', '=', 'sponsorship').execute()
  const toOffice = async () => (await site.mails()).filter(({ template }) => template === 'template_enquiry')
  const pay = () => site.pay()
  const start = async () => ((await (await postSponsorship(sponsor)).json()) as { reference: string }).reference

  test('the office gets a mail with every answer of a sponsor who has paid online', async () => {
    const reference = await start()
    expect(await rows()).toEqual([])
    await pay()
    await site.replay()
    await deliverDue(mailKinds)
    expect((await toOffice()).map(({ params }) => params)).toEqual([
      {
        firstname: 'Ruth Lee',
        lastname: '',
        number: '+14235550100',
        email: 'ruth@example.org',
        checkbox: '',
        form: 'sponsorship',
        reference,
        sent_at: expect.stringMatching(/Z$/),
        message: `This sponsorship of ${sponsored} was paid online.

Big Wheel: $750
Running Circle: $500
Total: $1,250

To: Ruth Lee
Address: 1 River Street, Chattanooga, TN 37402
Website: www.example.org
Contact information: Sam, accounts@{ {example} }.org
Promotional items: no

Comments:
With love,
Ruth`,
      },
    ])
  })

  test('a gift sends no such mail', async () => {
    await postJson(asha)
    await pay()
    expect(await rows()).toEqual([])
  })

  test('a sponsorship that was refunded before the mail went out sends none', async () => {
    await start()
    await pay()
    await site.control('payments/latest/refund', {})
    await deliverDue(mailKinds)
    expect(await toOffice()).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('a sponsorship in dispute is mailed once the dispute is won', async () => {
    await start()
    await pay()
    await site.control('payments/latest/dispute', {})
    await deliverDue(mailKinds)
    expect(await toOffice()).toEqual([])
    await site.control('disputes/latest/close', { status: 'won' })
    await (await store()).db
      .updateTable('outbox')
      .set({ due_at: utcNow(-1000) })
      .execute()
    await deliverDue(mailKinds)
    expect(await toOffice()).toHaveLength(1)
  })

  test('a payment whose answers are not kept is mailed with what Stripe knows', async () => {
    await start()
    await (await store()).db.deleteFrom('checkout_attempts').execute()
    await pay()
    await deliverDue(mailKinds)
    expect(await toOffice()).toMatchObject([
      {
        params: {
          email: 'ruth@example.org',
          message: expect.stringContaining('A sponsorship of $1,250 was paid online.'),
        },
      },
    ])
  })
})
