import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { utcNow } from '#lib/clock.ts'
import { erasePerson, findEnquiry, listEnquiries, release, retry } from '#lib/enquiries/admin.ts'
import { env } from '#lib/env.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { claimNext } from '#lib/outbox/queue.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { amina, enquiries, outbox, postForm, send, signUpAsJson, useMailService } from './support.ts'

const daysAgo = (days: number) => utcNow(-days * 24 * 60 * 60_000)
const suspect = { ...amina, website2: 'https://example.org' }

async function markDead() {
  const { db } = await store()
  await db
    .updateTable('outbox')
    .set({ state: 'dead', tries: 24, last_error: 'The mail service responded with 500' })
    .execute()
}

describe('The staff', () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('see where each enquiry is on its way', async () => {
      const sent = await send()
      await deliverDue(mailKinds)
      await postForm(suspect)
      const waiting = await send({ ...amina, form: 'volunteer' })
      const list = (await listEnquiries()).map(({ reference, stage }) => [reference, stage])
      expect(list).toEqual(
        expect.arrayContaining([
          [sent, 'sent'],
          [waiting, 'waiting'],
          [expect.any(String), 'quarantined'],
        ]),
      )
      expect((await listEnquiries({ form: 'volunteer' })).map(({ reference }) => reference)).toEqual([waiting])
      expect(await listEnquiries({ stage: 'waiting', since: utcNow(60_000) })).toEqual([])
      expect(await findEnquiry(waiting)).toMatchObject({ fields: { firstname: 'Amina' }, tries: 0 })
      expect(await findEnquiry('E-0000-0000')).toBeNull()
    })

    test('have a dead mail tried again, with all its tries', async () => {
      const reference = await send()
      await markDead()
      expect(await deliverDue(mailKinds)).toEqual({ sent: 0, ended: 'nothing-due' })
      expect(await retry(await listEnquiries({ stage: 'dead' }))).toBe(1)
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([reference])
      expect(await outbox()).toMatchObject([{ state: 'sent', tries: 1 }])
    })

    test('cannot have a mail sent beside the worker that is sending it', async () => {
      await send()
      await claimNext(['enquiry'])
      expect(await retry(await listEnquiries())).toBe(0)
    })

    test('let an enquiry out of quarantine once, and it is delivered', async () => {
      await postForm(suspect)
      const [entry] = await listEnquiries({ stage: 'quarantined' })
      if (!entry) throw new Error('nothing in quarantine')
      expect(entry.spamReason).toBe('the hidden field was filled in')
      expect([await release(entry), await release(entry)]).toEqual([true, false])
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([entry.reference])
    })

    test('erase a person from every form, and stop what was still to be sent', async () => {
      await send()
      await signUpAsJson({ name: 'Amina', email: 'AMINA@example.org' })
      await postForm(suspect)
      const other = await send({ ...amina, email: 'asha@example.org' })
      expect(await erasePerson(' Amina@Example.org ')).toHaveLength(3)
      const rows = await enquiries()
      expect(rows.filter(({ state }) => state === 'erased').map(({ fields }) => fields)).toEqual(['{}', '{}', '{}'])
      expect(JSON.stringify(rows)).not.toMatch(/amina@example/i)
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([other])
    })

    test('erase while a mail is on its way, and it is forgotten', async () => {
      await send()
      await claimNext(['enquiry'])
      await erasePerson(amina.email)
      expect(await outbox()).toEqual([])
    })

    test('keep enquiries for as long as is configured, and those that were never delivered longer', async () => {
      setEnvironment({ ENQUIRY_RETENTION_DAYS: '30' })
      const old = await send()
      await deliverDue(mailKinds)
      const undelivered = await send({ ...amina, form: 'partner' })
      await postForm(suspect)
      const { db } = await store()
      await db
        .updateTable('enquiries')
        .set({ created_at: daysAgo(31) })
        .execute()
      const fresh = await send({ ...amina, form: 'sponsor' })
      expect(await enforceRetention()).toBe(2)
      const left = (await enquiries()).filter(({ state }) => state !== 'erased').map(({ reference }) => reference)
      expect(left.sort()).toEqual([undelivered, fresh].sort())
      expect((await findEnquiry(old))?.stage).toBe('erased')
      expect(await enforceRetention()).toBe(0)
    })
  })
})

describe('npm run outbox', () => {
  useFreshStore()
  const root = path.join(__dirname, '../../..')

  /** What one run has compiled serves the others. */
  const compiled = path.join(root, '.cache', 'compiled')

  async function run(...words: string[]) {
    await closeStore()
    const options = { cwd: root, env: { ...process.env, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: compiled } }
    const script = ['--conditions=react-server', 'scripts/outbox.ts', ...words]
    return promisify(execFile)(process.execPath, script, options).catch(
      (error) => error as { code: number; stderr: string; stdout: string },
    )
  }

  test('lists, shows, exports and erases', async () => {
    const reference = await send({ ...amina, firstname: '=HYPERLINK("https://example.org")' })
    const list = await run()
    expect(list.stdout).toContain(reference)
    expect(list.stdout).toContain('NOTHING IS BEING DELIVERED')
    expect((await run('show', reference.toLowerCase())).stdout).toContain('email: amina@example.org')
    const file = path.join(env().dataDir, 'enquiries.csv')
    await run('export', `--to=${file}`)
    expect(readFileSync(file, 'utf8')).toContain(`"'=HYPERLINK(""https://example.org"")"`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await run('erase', amina.email)).stdout).toContain(`Would erase: ${reference}`)
    expect((await run('erase', amina.email, '--yes')).stdout).toContain(`Erased: ${reference}`)
    expect((await run('show', reference)).stdout).not.toContain('amina')
  })

  test('says how it is used when it is not understood', async () => {
    expect(await run('lost')).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run outbox -- <command>') })
    expect(await run('show', 'E-2222-2222')).toMatchObject({ code: 2, stderr: 'There is no E-2222-2222\n' })
  })
})
