import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { random } from '#tests/support/random.ts'
import { onBothDatabases } from '#tests/support/store.ts'
import { enquiries, letTimePass, outbox, useMailService } from './support.ts'

const root = path.join(__dirname, '../../..')
const server = path.join(root, 'tests/support/server-that-takes-enquiries.ts')
/** Sixteen servers start here: what one of them has compiled serves the others. https://nodejs.org/api/module.html#module-compile-cache */
const compiled = path.join(root, '.cache', 'compiled')

const submissions = 1000
const kills = 7

/** The instants of the kills: SEED=… npx jest killed-server repeats those of a run that failed. */
const seed = Number(process.env.SEED ?? randomInt(1_000_000))

type Run = { answered: string[]; killed: boolean }

/** Starts a server that is sent `count` enquiries, and kills it `milliseconds` after it has answered `after` of them, whatever it is doing at that instant. */
async function run(count: number, kill?: { after: number; milliseconds: number }): Promise<Run> {
  const child = spawn(process.execPath, ['--conditions=react-server', server, String(count)], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'silent', PORT: '3000', SITE_LIMIT_FACTOR: '10', NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  let falling: NodeJS.Timeout | undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (kill && said.split('\n').length > kill.after)
      falling ??= setTimeout(() => child.kill('SIGKILL'), kill.milliseconds)
  })
  await once(child, 'close')
  clearTimeout(falling)
  // The last line may be cut off: nobody could have read it.
  return { answered: said.split('\n').slice(0, -1), killed: child.signalCode === 'SIGKILL' }
}

describe(`A server that is killed while it takes and delivers a thousand enquiries (seed ${seed})`, () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('loses none of those it answered, and sends none twice within a lease', async () => {
      const next = random(seed)
      const share = Math.ceil(submissions / (kills + 1))
      const runs: Run[] = []
      for (let kill = 0; kill < kills; kill += 1)
        runs.push(await run(share, { after: next(share - 20), milliseconds: next(10) }))
      const cutShort = runs.filter(({ killed }) => killed).length
      expect(cutShort).toBeGreaterThan(0)
      // The last one takes what is left, and what was lost with the others is sent again.
      const before = runs.flatMap(({ answered }) => answered)
      const { answered: rest } = await run(submissions - before.length)
      const answered = [...before, ...rest]
      expect(answered).toHaveLength(submissions)

      const kept = new Set((await enquiries()).map(({ reference }) => reference))
      expect(answered.filter((reference) => !kept.has(reference))).toEqual([])
      expect(await outbox()).toHaveLength(kept.size)

      // No lease is over yet: what somebody was sending when they were killed is left alone.
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
