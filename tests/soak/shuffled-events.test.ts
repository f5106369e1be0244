import { latestReceipts } from '#lib/giving/ledger/register.ts'
import { random } from '#tests/support/random.ts'
import { events, gifts, givingSite } from '../unit/checkout/support.ts'
import { giftSteps, giftStories } from '../unit/ledger/gift-stories.ts'
import { inFull } from './amount.ts'

/**
 * The ledger must not depend on the order of events: each is delivered late, early, several times and together with others,
 * while the payment goes on.
 */
const site = givingSite()

type Event = Parameters<typeof site.send>[0]

const stories = giftStories(giftSteps(site))

async function deliver(event: Event) {
  let status = 503
  while (status === 503) status = (await site.send(event)).status
  expect(status).toBe(200)
}

const seeds = Array.from({ length: inFull(30, 1) }, (_, index) => index + 1)

describe.each(seeds)('in random order %i', (seed) => {
  test.each(stories)('a gift %s', async (name, steps, end) => {
    const below = random(seed * 1000 + name.length)
    const chance = (percent: number) => below(100) < percent
    const shuffled = <T>(list: readonly T[]) =>
      list
        .map((one) => [below(1_000_000), one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one)
    await site.hold()
    for (const step of steps) {
      await step()
      const some = (await site.made()).filter(() => chance(40))
      await Promise.all(shuffled([...some, ...some.filter(() => chance(30))]).map(deliver))
    }
    const all = await site.made()
    await Promise.all(shuffled([...all, ...all]).map(deliver))

    expect((await gifts()).map(({ status, amount }) => `${status} ${amount}`).sort()).toEqual(end)
    const noted = (await events()).map(({ id }) => id)
    expect(new Set(noted).size).toBe(noted.length)
    // What is paid has a receipt for that amount.
    const receipts = await latestReceipts((await gifts()).map(({ id }) => id))
    for (const { id, status, amount } of await gifts())
      if (status === 'paid') expect(receipts.get(id)?.facts).toMatchObject({ void: false, amount })
  })
})
