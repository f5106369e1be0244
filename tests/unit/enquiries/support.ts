/** Somebody who writes to the charity, and the site's enquiry routes beside a sandbox that takes the mail over real HTTP. */

import { POST as takeEnquiry } from '#app/api/enquiries/route.ts'
import { POST as takeSignUp } from '#app/api/newsletter/route.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn, type SentMail } from '#tests/support/mail-text.ts'
import { mailAccount, sandboxForTests } from '#tests/support/sandbox-for-tests.ts'
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

export const requestOf = (path: string, body: BodyInit | undefined, headers: Headers = {}) =>
  new Request(`${origin}${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) })

export const postJson = (body: unknown, headers: Headers = {}) =>
  takeEnquiry(requestOf('/api/enquiries', JSON.stringify(body), { 'content-type': 'application/json', ...headers }))

export const postForm = (fields: Record<string, string> | string[][], headers: Headers = {}) =>
  takeEnquiry(requestOf('/api/enquiries', new URLSearchParams(fields), headers))

export const signUpAsJson = (body: unknown, headers: Headers = {}) =>
  takeSignUp(requestOf('/api/newsletter', JSON.stringify(body), { 'content-type': 'application/json', ...headers }))

/** Sends an enquiry. Returns its reference. */
export async function send(body: object = amina): Promise<string> {
  const response = await postJson(body)
  const { reference } = (await response.json()) as { reference: string }
  if (response.status !== 202) throw new Error(`answered ${response.status}`)
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

/** Configures an empty mail service of the sandbox, for every test of this file or group. Call it after `useFreshStore`. */
export function useMailService() {
  const beside = sandboxForTests()
  /** Calls an address of the sandbox's control interface. */
  const control = <T = unknown>(path: string, body?: unknown) => beside.control<T>(path, body, 'emailjs')
  const mails = async () => (await control<{ mails: SentMail[] }>('mails')).mails
  beforeEach(async () => {
    await control('reset', {})
    setEnvironment(mailAccount(beside))
  })
  return {
    control,
    mails,
    /** References of the mails that arrived, in order. */
    arrived: async () => (await mails()).map((mail) => factsIn(mail).Reference ?? ''),
  }
}
