/** Controls the sandbox of the tests: makes a service fail, reads its requests and results. */

import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import type { SentMail } from './mail-text.ts'

export type Service = 'camps' | 'stripe' | 'emailjs' | 'ip'
export type Behaviour = {
  mode: 'ok' | 'fail' | 'stall' | 'garbage' | 'drop' | 'refuse'
  /** Number of requests; without it, until it is changed. */
  times?: number
  path?: string
}

/** Reads a control, or sends a body to it. */
export async function control<T>(service: Service, name: string, body?: unknown): Promise<T> {
  const url = `http://localhost:${testPorts[service]}/_sandbox/${name}`
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

export const behave = (service: Service, behaviour: Behaviour) => control(service, 'behaviour', behaviour)
export const reset = (service: Service) => control(service, 'reset', {})

type SeenRequest = {
  method: string
  path: string
  body: Record<string, unknown>
  headers: Record<string, string>
}

export const requestsTo = async (service: Service): Promise<SeenRequest[]> =>
  (await control<{ requests: SeenRequest[] }>(service, 'requests')).requests

/** The bank decides about a debit. */
export const settle = (session: string, outcome: 'succeeded' | 'failed') =>
  control('stripe', `sessions/${session}/settle`, { outcome })

/** Mail accepted for one person, oldest first. */
export const mailsTo = async (email: string) => (await allMails()).filter(({ to }) => to === email)

/** Mail accepted for the office, whose reply goes to this visitor. */
export const mailsAbout = async (email: string) => (await allMails()).filter((mail) => mail.reply_to === email)

const allMails = async () => (await control<{ mails: SentMail[] }>('emailjs', 'mails')).mails

/** Checkout sessions that exist at the sandbox's Stripe. */
export const sessionsAtStripe = async (): Promise<{ id: string }[]> =>
  (await control<{ sessions: { id: string }[] }>('stripe', 'sessions')).sessions
