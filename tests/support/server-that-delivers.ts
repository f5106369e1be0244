/** Run as a separate process by the enquiry tests: delivers due mail like a second server, and prints how much. */
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'

await store()
const { sent } = await deliverDue(mailKinds)
await closeStore()
console.log(sent)
