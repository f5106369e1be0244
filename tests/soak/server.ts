/** A server of the tests of faults, in a process of its own: `server.ts ACTION …`. It prints what it has done. */
import { writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { sign } from '#lib/platform/signed.ts'
import { closeStore, store, writeSetting } from '#lib/platform/store/index.ts'

const senders = 8

const actions: Record<string, (word: string) => Promise<void>> = {
  /** Opens the store like a starting server, and writes twenty settings. */
  async opens(name) {
    await store()
    for (let number = 0; number < 20; number += 1) await writeSetting(`${name}-${number}`, name)
    await closeStore()
    console.log(`${name} wrote 20, signs ${sign('test', 'text')}`)
  },

  /** Delivers what is due. */
  async delivers() {
    const { mailKinds } = await import('#lib/jobs/mail.ts')
    const { deliverDue } = await import('#lib/platform/outbox/deliver.ts')
    console.log((await deliverDue(mailKinds)).sent)
    await closeStore()
  },

  /** Delivers mail without pages, until it gets a signal. */
  async runs() {
    const { startMailWorker } = await import('#lib/jobs/mail.ts')
    const { shutDownOnSignals } = await import('#lib/platform/server/process.ts')
    await store()
    shutDownOnSignals(createServer().listen(0, '127.0.0.1'), async () => undefined, { drainMs: 0 })
    startMailWorker()
  },

  /** Starts like the server, takes `count` enquiries, and prints each reference. */
  async takes(count) {
    const { POST } = await import('#app/api/enquiries/route.ts')
    const { start } = await import('#lib/jobs/start.ts')
    const { stopOutboxWorker } = await import('#lib/platform/outbox/worker.ts')
    const { enquiry } = await import('./visitors.ts')
    let sent = 0
    async function sendTheRest() {
      while (sent < Number(count)) {
        sent += 1
        const response = await POST(
          new Request('http://localhost:3000/api/enquiries', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': `${process.pid}-enquiry-${sent}` },
            body: JSON.stringify(enquiry(`Message ${sent} of process ${process.pid}`)),
          }),
        )
        if (response.status === 202) writeSync(1, `${((await response.json()) as { reference: string }).reference}\n`)
      }
    }
    await start()
    await Promise.all(Array.from({ length: senders }, sendTheRest))
    await stopOutboxWorker()
    await closeStore()
  },
}

const [action = '', word = ''] = process.argv.slice(2)
await actions[action]?.(word)
