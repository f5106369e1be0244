/** Somebody who writes to the charity, and the site's enquiry routes beside a sandbox that takes the mail over real HTTP. */
import { POST as takeEnquiry } from '#app/api/enquiries/route.ts'
import { POST as takeSignUp } from '#app/api/newsletter/route.ts'
import { store } from '#lib/store/index.ts'
import { type Sandbox, sandboxKeys, startSandbox } from '#sandbox/index.ts'
import { setEnvironment } from '#tests/support/store.ts'

export const amina = {
  form: 'contact',
  firstname: 'Amina',
  lastname: 'Otieno',
  number: '+254 20 555 0123',
  email: 'amina@example.org',
  message: 'My son was born in May.\nWhere is the next camp?',
} as const

const origin = 'http://localhost:3000'
type Headers = Record<string, string>

export const requestOf = (path: string, body: BodyInit, headers: Headers = {}) =>
  new Request(`${origin}${path}`, { method: 'POST', body, headers })

export const postJson = (body: unknown, headers: Headers = {}) =>
  takeEnquiry(requestOf('/api/enquiries', JSON.stringify(body), { 'content-type': 'application/json', ...headers }))

export const postForm = (fields: Record<string, string> | string[][], headers: Headers = {}) =>
  takeEnquiry(requestOf('/api/enquiries', new URLSearchParams(fields), headers))

export const signUpAsJson = (body: unknown, headers: Headers = {}) =>
  takeSignUp(requestOf('/api/newsletter', JSON.stringify(body), { 'content-type': 'application/json', ...headers }))

export const signUpAsForm = (fields: Record<string, string>, headers: Headers = {}) =>
  takeSignUp(requestOf('/api/newsletter', new URLSearchParams(fields), headers))

/** Sends an enquiry. Returns its reference. */
export async function send(body: object = amina): Promise<string> {
  const answer = await postJson(body)
  const { reference } = (await answer.json()) as { reference: string }
  if (answer.status !== 202) throw new Error(`answered ${answer.status}`)
  return reference
}

export const enquiries = async () =>
  (await store()).db.selectFrom('enquiries').selectAll().orderBy('created_at').orderBy('reference').execute()
export const outbox = async () => (await store()).db.selectFrom('outbox').selectAll().orderBy('created_at').execute()

/** Makes all waiting mail due, and ends all leases. */
export async function letTimePass() {
  const { db } = await store()
  await db.updateTable('outbox').set({ due_at: '2020-01-01T00:00:00.000Z' }).where('state', '=', 'waiting').execute()
}

export type SentMail = { template: string; params: Record<string, string> }
export type MailService = {
  mails(): Promise<SentMail[]>
  /** References of the mails that arrived, in order. */
  arrived(): Promise<string[]>
  /** Calls an address of the sandbox's control interface. */
  control<T = unknown>(path: string, body?: unknown): Promise<T>
}

/** Configures an empty mail service of the sandbox, for every test of this file or group. Call it after `useFreshStore`. */
export function useMailService(): MailService {
  let sandbox: Sandbox
  const { serviceId, publicKey, privateKey } = sandboxKeys.emailjs
  const service: MailService = {
    async control<T>(path: string, body?: unknown) {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${sandbox.urls.emailjs}/_sandbox/${path}`, init)
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${text}`)
      return (text ? JSON.parse(text) : null) as T
    },
    mails: async () => (await service.control<{ mails: SentMail[] }>('mails')).mails,
    arrived: async () => (await service.mails()).map(({ params }) => params.reference ?? ''),
  }
  beforeAll(async () => {
    sandbox = await startSandbox({
      ports: { camps: 0, stripe: 0, emailjs: 0, ip: 0 },
      siteUrl: origin,
      webhookSecret: sandboxKeys.stripe.webhookSecret,
      retryDelays: [],
      mailIntervalMs: 0,
    })
  })
  beforeEach(async () => {
    await service.control('reset', {})
    setEnvironment({
      EMAILJS_SERVICE_ID: serviceId,
      EMAILJS_PUBLIC_KEY: publicKey,
      EMAILJS_PRIVATE_KEY: privateKey,
      EMAILJS_TEMPLATE_ENQUIRY: 'template_enquiry',
      EMAILJS_TEMPLATE_NEWSLETTER: 'template_newsletter',
      EMAILJS_API_BASE: sandbox.urls.emailjs,
      EMAILJS_MIN_INTERVAL_MS: '0',
    })
  })
  afterAll(() => sandbox.close())
  return service
}
