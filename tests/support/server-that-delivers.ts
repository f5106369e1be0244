/** Run as a separate process by the enquiry tests: delivers due mail like a second server, and prints how much. */
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { closeStore, store } from '#lib/store/index.ts'

await store()
const { sent } = await deliverDue(mailKinds)
await closeStore()
console.log(sent)
