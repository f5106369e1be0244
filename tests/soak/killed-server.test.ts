import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { startProgram } from '#tests/support/programs.ts'
import { random } from '#tests/support/random.ts'
import { onBothDatabases } from '#tests/support/store.ts'
import { enquiries, letTimePass, outbox, useMailService } from '../unit/enquiries/support.ts'
import { inFull } from './amount.ts'

const submissions = inFull(1000, 120)
const kills = inFull(7, 2)

/** Decides when the servers are killed. SEED=… npm run test:soak repeats a run that failed. */
const seed = Number(process.env.SEED ?? randomInt(1_000_000))

type Run = { answered: string[]; killed: boolean }

/** Starts a server that is sent `count` enquiries, and kills it `milliseconds` after it has answered `after` of them. */
async function run(count: number, kill?: { after: number; milliseconds: number }): Promise<Run> {
  const child = startProgram('tests/support/server-that-takes-enquiries.ts', [String(count)], {
    env: { LOG_LEVEL: 'silent', PORT: '3000', SITE_LIMIT_FACTOR: '10' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let killing: NodeJS.Timeout | undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (kill && output.split('\n').length > kill.after)
      killing ??= setTimeout(() => child.kill('SIGKILL'), kill.milliseconds)
  })
  await once(child, 'close')
  clearTimeout(killing)
  // The last line may be truncated.
  return { answered: output.split('\n').slice(0, -1), killed: child.signalCode === 'SIGKILL' }
}

describe(`A server that is killed while it takes and delivers enquiries (seed ${seed})`, () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('loses no acknowledged enquiry, and sends none twice within a lease', async () => {
      const next = random(seed)
      const share = Math.ceil(submissions / (kills + 1))
      const runs: Run[] = []
      for (let kill = 0; kill < kills; kill += 1)
        runs.push(await run(share, { after: next(share - 20), milliseconds: next(10) }))
      const cutShort = runs.filter(({ killed }) => killed).length
      expect(cutShort).toBeGreaterThan(0)
      // The last server takes the rest, and those that the killed ones never answered.
      const before = runs.flatMap(({ answered }) => answered)
      const { answered: rest } = await run(submissions - before.length)
      const answered = [...before, ...rest]
      expect(answered).toHaveLength(submissions)

      const kept = new Set((await enquiries()).map(({ reference }) => reference))
      expect(answered.filter((reference) => !kept.has(reference))).toEqual([])
      expect(await outbox()).toHaveLength(kept.size)

      // No lease has expired yet, so mail that a killed server was sending is not claimed.
      expect((await deliverDue(mailKinds)).ended).toBe('nothing-due')
      const early = await service.arrived()
      expect(new Set(early).size).toBe(early.length)
      expect(kept.size - early.length).toBeLessThanOrEqual(cutShort)

      await letTimePass()
      expect((await deliverDue(mailKinds)).ended).toBe('nothing-due')
      const arrived = await service.arrived()
      expect(new Set(arrived)).toEqual(kept)
      expect(arrived.length - kept.size).toBeLessThanOrEqual(cutShort)
    })
  })
})
