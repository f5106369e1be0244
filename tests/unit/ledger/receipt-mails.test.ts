import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { claimNext, markFailed } from '#lib/platform/outbox/queue.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn } from '#tests/support/mail-text.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { givingSite, mailEnvironment } from '../checkout/support.ts'
import { giftSteps, play, type Step } from './gift-stories.ts'

const site = givingSite()
const { once, pay, refund, refundFails, dispute, disputePart, close } = giftSteps(site)
beforeEach(() => setEnvironment(mailEnvironment(site)))

/** Delivers all that waits. */
const mail: Step = async () => {
  const { db } = await store()
  await db.updateTable('outbox').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('state', '=', 'waiting').execute()
  await deliverDue(mailKinds)
}
const refused: Step = async () => {
  await site.controlMail('behaviour', { mode: 'refuse', times: 1 })
  await mail()
}
/** While a server has claimed the mail, which then stops without sending it. */
const claimed =
  (step: Step): Step =>
  async () => {
    const claim = await claimNext(['receipt'])
    await step()
    if (claim) await markFailed(claim, 'not-sent', 'The server stopped')
  }

/** An operator sends again what was given up. */
const setStates =
  (before: 'waiting' | 'dead', state: 'waiting' | 'dead'): Step =>
  async () => {
    const { db } = await store()
    await db.updateTable('outbox').set({ state }).where('state', '=', before).execute()
  }
const givenUp = setStates('waiting', 'dead')
const sentAgain = setStates('dead', 'waiting')

test.each<[string, Step[], string[]]>([
  ['a refund and a dispute before the first mail', [refund(40_000), disputePart(30_000), mail], ['₹300 version 3']],
  [
    'a refund and a dispute after it',
    [mail, refund(40_000), disputePart(30_000), mail],
    ['₹1,000 version 1', '₹300 version 3'],
  ],
  [
    'a part that is disputed, mailed, and won',
    [disputePart(30_000), mail, close('won'), mail],
    ['₹700 version 2', '₹1,000 version 3'],
  ],
  [
    'a part that is disputed and won before a mail',
    [mail, disputePart(30_000), close('won'), mail],
    ['₹1,000 version 1', '₹1,000 version 3'],
  ],
  [
    'a part that is disputed, then lost',
    [mail, disputePart(30_000), mail, close('lost'), mail],
    ['₹1,000 version 1', '₹700 version 2'],
  ],
  ['a dispute while it waited, that is won', [dispute, mail, close('won'), mail], ['₹1,000 version 1']],
  [
    'a refund and a dispute of the rest, that is won',
    [refund(40_000), dispute, mail, close('won'), mail],
    ['₹600 version 2'],
  ],
  [
    'a refund while it waited, that fails after its mail was dropped',
    [refund(), mail, refundFails, mail],
    ['₹1,000 version 3'],
  ],
  ['a refund that fails at once', [mail, refund(), refundFails, mail], ['₹1,000 version 1', '₹1,000 version 3']],
  ['a refund after it', [mail, refund(), mail], ['₹1,000 version 1', '₹1,000 version 2 cancelled']],
  ['a refund while another server had it', [claimed(refund(40_000)), mail, mail], ['₹600 version 2']],
  [
    'a refund after a mail that was given up, which is then sent again',
    [givenUp, refund(40_000), mail, sentAgain, mail],
    ['₹600 version 2'],
  ],
  ['a refund after a mail that was refused', [refused, refund(40_000), mail], ['₹600 version 2']],
])('%s: each version is mailed once, the latest last', async (_, steps, expected) => {
  await play([once, pay, ...steps])
  const said = (await site.mails()).map((sent) => {
    const { Amount, 'Receipt number': number = '' } = factsIn(sent)
    return `${Amount} ${/version \d/.exec(number)?.[0] ?? 'version 1'}${/cancelled/.test(sent.subject) ? ' cancelled' : ''}`
  })
  expect(said).toEqual(expected)
})
