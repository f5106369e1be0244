/** A process of its own for the tests of several servers: `open <name>`, `deliver`, `serve` or `take <count>`. Each loads what it needs alone. */
import { writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { closeStore, store, writeSetting } from '#lib/platform/store/index.ts'

const senders = 8
const amina = { form: 'contact', firstname: 'Amina', lastname: 'Otieno', email: 'amina@example.org' }

const roles: Record<string, (word: string) => Promise<void>> = {
  /** Opens the store like a starting server and writes twenty settings. */
  async open(name) {
    const { sign } = await import('#lib/platform/signed.ts')
    await store()
    for (let number = 0; number < 20; number += 1) await writeSetting(`${name}-${number}`, name)
    await closeStore()
    console.log(`${name} wrote 20, signs ${sign('test', 'text')}`)
  },

  /** Delivers due mail like a second server, and prints how much. */
  async deliver() {
    const { mailKinds } = await import('#lib/jobs/mail.ts')
    const { deliverDue } = await import('#lib/platform/outbox/deliver.ts')
    await store()
    const { sent } = await deliverDue(mailKinds)
    await closeStore()
    console.log(sent)
  },

  /** Delivers mail like the server, serves no pages, and shuts down on SIGTERM. */
  async serve() {
    const { startMailWorker } = await import('#lib/jobs/mail.ts')
    const { shutDownOnSignals } = await import('#lib/platform/server/process.ts')
    await store()
    shutDownOnSignals(createServer().listen(0, '127.0.0.1'), async () => undefined, { drainMs: 0 })
    startMailWorker()
  },

  /** Starts like the server, stores as many enquiries, and prints each reference. */
  async take(count) {
    const { POST } = await import('#app/api/enquiries/route.ts')
    const { start } = await import('#lib/jobs/start.ts')
    const { stopOutboxWorker } = await import('#lib/platform/outbox/worker.ts')
    let sent = 0
    const sendTheRest = async () => {
      while (sent < Number(count)) {
        sent += 1
        const message = `Message ${sent} of process ${process.pid}`
        const response = await POST(
          new Request('http://localhost:3000/api/enquiries', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': `${process.pid}-enquiry-${sent}` },
            body: JSON.stringify({ ...amina, message }),
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

const [role = '', word = ''] = process.argv.slice(2)
await roles[role]?.(word)
