/** How browser tests speak to the sandbox: tell a service to misbehave, see what it was asked, read what it did. */
import { testPorts } from '../../scripts/support/sandbox-environment.ts'

export type Service = 'camps' | 'stripe' | 'emailjs' | 'ip'
export type Behaviour = {
  mode: 'ok' | 'fail' | 'stall' | 'garbage' | 'drop' | 'slow' | 'refuse'
  /** How many requests; without it, until told otherwise. */
  times?: number
  path?: string
}

const control = (service: Service, what: string) => `http://localhost:${testPorts[service]}/_sandbox/${what}`

async function post(url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json().catch(() => null)
}

export const behave = (service: Service, behaviour: Behaviour) => post(control(service, 'behaviour'), behaviour)
export const reset = (service: Service) => post(control(service, 'reset'))
export const command = (service: Service, what: string, body?: unknown) => post(control(service, what), body)

export type SeenRequest = {
  method: string
  path: string
  body: Record<string, unknown>
  headers: Record<string, string>
}

export async function requestsTo(service: Service): Promise<SeenRequest[]> {
  const answer = (await (await fetch(control(service, 'requests'))).json()) as
    | SeenRequest[]
    | { requests: SeenRequest[] }
  return Array.isArray(answer) ? answer : answer.requests
}

export type SentMail = { template: string; params: Record<string, string> }

/** What the mail service took for one person, oldest first. */
export async function mailsTo(email: string): Promise<SentMail[]> {
  const { mails } = (await (await fetch(control('emailjs', 'mails'))).json()) as { mails: SentMail[] }
  return mails.filter(({ params }) => params.email === email)
}

/** Checkout sessions that exist at the sandbox's Stripe. */
export async function sessionsAtStripe(): Promise<{ id: string }[]> {
  const answer = (await (await fetch(control('stripe', 'sessions'))).json()) as { sessions: { id: string }[] }
  return answer.sessions
}
