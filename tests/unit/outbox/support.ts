/** An outbox with two test kinds of mail, and a mail service with a scripted response for each call. */
import { utcNow } from '#lib/clock.ts'
import type { MailKinds } from '#lib/outbox/deliver.ts'
import { enqueue } from '#lib/outbox/queue.ts'
import { store } from '#lib/store/index.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { answersText, startUpstream, type Upstream } from '#tests/support/upstream.ts'

export const kinds = {
  receipt: { template: 'receipt', urgent: true, compose: async (id) => ({ template: 'receipt', params: { id } }) },
  enquiry: { template: 'enquiry', compose: async (id) => ({ template: 'enquiry', params: { id } }) },
} as const satisfies MailKinds
export const names = Object.keys(kinds)

/** `call`: counts from 1. `gone`: the mail is accepted, and the connection closed without a response. */
export type Answer = number | 'OK' | 'gone' | { status: number; headers: Record<string, string> }
export type MailService = {
  upstream: Upstream
  /** The ids of the mails in every call, in order, whatever the response. */
  calls: string[]
  answer(how: (call: number, template: string) => Answer | Promise<Answer>): void
}

/** Configures a mail service that responds OK, for every test of this file or group. Call it after `useFreshStore`. */
export function useMailService(): MailService {
  const service = { calls: [] as string[] } as MailService
  let how: Parameters<MailService['answer']>[0] = () => 'OK'
  service.answer = (next) => {
    how = next
  }
  beforeAll(async () => {
    service.upstream = await startUpstream(answersText('OK'))
    service.upstream.behave(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { template_id, template_params } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      service.calls.push(template_params.id ?? template_params.reference)
      const answer = await how(service.calls.length, template_id)
      if (answer === 'gone') return void request.socket.destroy()
      if (answer === 'OK') return void response.end('OK')
      if (typeof answer === 'number') return void response.writeHead(answer).end()
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  beforeEach(() => {
    service.calls.length = 0
    how = () => 'OK'
    setEnvironment({
      EMAILJS_SERVICE_ID: 'service',
      EMAILJS_PUBLIC_KEY: 'public',
      EMAILJS_TEMPLATE_ENQUIRY: 'enquiry',
      EMAILJS_TEMPLATE_NEWSLETTER: 'newsletter',
      EMAILJS_TEMPLATE_RECEIPT: 'receipt',
      EMAILJS_API_BASE: service.upstream.url,
      EMAILJS_MIN_INTERVAL_MS: '0',
    })
  })
  afterAll(() => service.upstream.close())
  return service
}

/** Queues `count` mails of a kind. Returns their ids. */
export async function put(kind: keyof typeof kinds, count: number): Promise<string[]> {
  const { db } = await store()
  const ids = Array.from({ length: count }, (_, number) => `${kind}-${number}`)
  await db.transaction().execute(async (transaction) => {
    for (const id of ids) await enqueue(transaction, kind, id)
  })
  return ids
}

export const rows = async () => (await store()).db.selectFrom('outbox').selectAll().orderBy('subject_id').execute()

/** Makes all waiting mail due and all leases expired. */
export async function letTimePass(): Promise<void> {
  const { db } = await store()
  await db
    .updateTable('outbox')
    .set({ due_at: utcNow(-1000) })
    .where('state', '=', 'waiting')
    .execute()
}
