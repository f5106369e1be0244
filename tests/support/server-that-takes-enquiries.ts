/**
 * Run as a separate process by the enquiry tests: starts like the server, stores the given number of enquiries, and
 * prints each reference.
 */
import { writeSync } from 'node:fs'
import { POST } from '#app/api/enquiries/route.ts'
import { start } from '#lib/jobs/start.ts'
import { stopOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { closeStore } from '#lib/platform/store/index.ts'

const senders = 8
const submissions = Number(process.argv[2])
let sent = 0

async function sendTheRest() {
  while (sent < submissions) {
    sent += 1
    const response = await POST(
      new Request('http://localhost:3000/api/enquiries', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `${process.pid}-enquiry-${sent}` },
        body: JSON.stringify({
          form: 'contact',
          firstname: 'Amina',
          lastname: 'Otieno',
          email: 'amina@example.org',
          message: `Message ${sent} of process ${process.pid}`,
        }),
      }),
    )
    if (response.status === 202) writeSync(1, `${((await response.json()) as { reference: string }).reference}\n`)
  }
}

await start()
await Promise.all(Array.from({ length: senders }, sendTheRest))
await stopOutboxWorker()
await closeStore()
