/** Controls the sandbox of the tests, and reads its mails. */

import { testPorts } from '../../scripts/support/sandbox-environment.ts'
import type { SentMail } from './mail-text.ts'

/**
 * A browser test calls so rarely that a server may close a kept connection just as it is used again, most likely on a busy machine.
 */
export const oneConnection = { connection: 'close' } as const

type Service = 'camps' | 'stripe' | 'emailjs' | 'ip'

/** Reads a control, or sends a body to it. */
export async function control<T>(service: Service, name: string, body?: unknown): Promise<T> {
  const url = `http://localhost:${testPorts[service]}/_sandbox/${name}`
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, { headers: oneConnection, ...post })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** The bank decides about a debit. */
export const settle = (session: string, outcome: 'succeeded' | 'failed') =>
  control('stripe', `sessions/${session}/settle`, { outcome })

/** Mail accepted for one person, oldest first. */
export const mailsTo = async (email: string) => (await allMails()).filter(({ to }) => to === email)

/** Mail accepted for the office, whose reply goes to this visitor. */
export const mailsAbout = async (email: string) => (await allMails()).filter((mail) => mail.reply_to === email)

const allMails = async () => (await control<{ mails: SentMail[] }>('emailjs', 'mails')).mails
