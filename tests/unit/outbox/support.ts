/** An outbox with two test kinds of mail, a mail service with a scripted response for each call, and a stopped clock. */

import { syncBuiltinESMExports } from 'node:module'
import { text } from 'node:stream/consumers'
import timers from 'node:timers/promises'
import { stopClock, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import type { MailKinds } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { store } from '#lib/platform/store/index.ts'
import { factsIn, onOneLine, type SentMail } from '#tests/support/mail-text.ts'
import { mailKeys, setEnvironment } from '#tests/support/store.ts'
import { sharedUpstream } from '#tests/support/upstream.ts'

const mailOf = (subject: string, text: string): Mail => ({
  to: 'somebody@example.org',
  replyTo: '',
  subject,
  text,
  html: '',
})
export const kinds = {
  receipt: { urgent: true, compose: async (id) => mailOf('receipt', id) },
  enquiry: { compose: async (id) => mailOf('enquiry', id) },
} as const satisfies MailKinds
export const names = Object.keys(kinds)

/** `call`: counts from 1. `gone`: the mail is accepted, and the connection closed without a response. */
export type Answer = number | 'OK' | 'gone' | { status: number; headers: Record<string, string> }
type Answers = (call: number, subject: string) => Answer | Promise<Answer>

/** Configures a mail service that responds OK, for every test of this file or group. Call it after `useFreshStore`. */
export function useMailService() {
  let how: Answers = () => 'OK'
  /** The ids of the mails in every call, in order, whatever the response; and their texts. */
  const calls: string[] = []
  const messages: string[] = []
  const upstream = sharedUpstream(async (request, response) => {
    const { template_params: mail } = JSON.parse(await text(request)) as { template_params: SentMail }
    calls.push(factsIn(mail).Reference ?? mail.text)
    messages.push(onOneLine(mail.text))
    const answer = await how(calls.length, mail.subject)
    if (answer === 'gone') return void request.socket.destroy()
    if (answer === 'OK') return void response.end('OK')
    if (typeof answer === 'number') return void response.writeHead(answer).end()
    response.writeHead(answer.status, answer.headers).end()
  })
  beforeEach(() => {
    calls.length = 0
    how = () => 'OK'
    setEnvironment({ ...mailKeys, EMAILJS_API_BASE: upstream.url, EMAILJS_MIN_INTERVAL_MS: '0' })
  })
  return {
    calls,
    messages,
    answer(next: Answers) {
      how = next
    },
  }
}

/** Queues `count` mails of a kind. Returns their ids. */
export async function put(kind: keyof typeof kinds, count: number, dueAt?: string): Promise<string[]> {
  const { db } = await store()
  const ids = Array.from({ length: count }, (_, number) => `${kind}-${number}`)
  await db.transaction().execute(async (transaction) => {
    for (const id of ids) await enqueue(transaction, kind, id, dueAt === undefined ? {} : { dueAt })
  })
  return ids
}

export const rows = async () => (await store()).db.selectFrom('outbox').selectAll().orderBy('subject_id').execute()

type Pauses = {
  /** How long the queue paused each time, in milliseconds. */
  taken: number[]
  /** What happens during a pause; by default the time passes. */
  during: (milliseconds: number) => unknown
}

/** Stops the clock for every test of this file or group. A pause of the queue ends at once, and its time has passed on the clock. */
export function useStoppedClock(): Pauses {
  const pauses: Pauses = { taken: [], during: wait }
  beforeEach(() => {
    stopClock(new Date())
    Object.assign(pauses, { taken: [], during: wait })
    const sleep = async (milliseconds = 0) => {
      pauses.taken.push(milliseconds)
      await pauses.during(milliseconds)
    }
    jest.spyOn(timers, 'setTimeout').mockImplementation(sleep as typeof timers.setTimeout)
    syncBuiltinESMExports()
  })
  afterEach(() => {
    stopClock(undefined)
    jest.restoreAllMocks()
    syncBuiltinESMExports()
  })
  return pauses
}

/** Moves the stopped clock, back if negative. */
export const wait = (milliseconds: number) => stopClock(utcNow(milliseconds))
export const hour = 60 * 60_000

type Line = [level: 'warn' | 'error', message: string, fields: Record<string, unknown>]

/** The lines of the log from now until `jest.restoreAllMocks()`. */
export function watchLog(): Line[] {
  const lines: Line[] = []
  for (const level of ['warn', 'error'] as const)
    jest.spyOn(log, level).mockImplementation((message, fields = {}) => void lines.push([level, message, fields]))
  return lines
}
