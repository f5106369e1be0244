/** Run as a process of its own by the enquiries' tests: delivers what is due like a second server, and says how much that was. */
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { closeStore, store } from '#lib/store/index.ts'

await store()
const { sent } = await deliverDue(mailKinds)
await closeStore()
console.log(sent)
