/**
 * EmailJS; the only file that knows its wire format. Its Node library has no timeout and its browser library would expose the keys in
 * the page, so the REST API is called directly. https://www.emailjs.com/docs/rest-api/send/
 */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Env } from '#lib/platform/env.ts'
import { measureCall } from '#lib/platform/metrics.ts'
import { propertyOf } from '#lib/platform/narrow.ts'

export type MailAccount = NonNullable<Env['emailjs']>

/** Composed by lib/platform/mail/compose.ts. `to`: addresses separated by commas. `replyTo`: one, or empty. */
export type Mail = Readonly<Record<'to' | 'replyTo' | 'subject' | 'text' | 'html', string>>

/** Breaks up double braces, which are EmailJS's template syntax. */
const withoutTemplate = (text: string): string => text.replace(/\{(?=\{)|\}(?=\})/g, '$& ')

/**
 * Result of one call. `why` is for the log and the staff and contains no personal data.
 *
 * - `not-sent`: the service was not reached, or was too busy (429).
 * - `failed`: a server error (5xx).
 * - `refused`: the service rejected the mail.
 * - `unknown`: the request was sent, but no response says whether the mail was.
 */
export type SendResult =
  | { outcome: 'sent' }
  | {
      outcome: 'not-sent' | 'failed' | 'refused' | 'unknown'
      why: string
      /** From the Retry-After header; null without one. */
      retryAfterMs: number | null
    }

export const sendTimeoutMs = 8000
const maxCharacters = 1000
const service = 'The mail service'

type MailResponse = { status: number; text: string; retryAfter: string | undefined }
/** `connected` false: the request was never sent. */
type CallError = { error: unknown; connected: boolean }

/**
 * Not fetch, which does not report whether the connection was established before it failed. Every mail gets a new connection: the
 * service may close an idle one just as it is reused, and the outcome would be unknown.
 */
function post(url: URL, body: string): Promise<MailResponse | CallError> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    let connected = false
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(sendTimeoutMs),
    })
    call.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
      })
    })
    call.once('error', (error) => resolve({ error, connected }))
    call.once('response', (response) => {
      const { statusCode: status = 0, headers } = response
      // An error status counts even when its body is truncated.
      readStart(response).then(
        (text) => resolve({ status, text, retryAfter: headers['retry-after'] }),
        (error: unknown) =>
          resolve(status === 200 ? { error, connected } : { status, text: '', retryAfter: headers['retry-after'] }),
      )
    })
    call.end(body)
  })
}

function describeCallError({ error, connected }: CallError): string {
  const code = propertyOf(error, 'code')
  if (propertyOf(propertyOf(error, 'cause'), 'name') === 'TimeoutError')
    return `${service} did not respond within ${sendTimeoutMs / 1000} s`
  const what = connected ? 'closed the connection without a response' : 'could not be reached'
  return `${service} ${what}${typeof code === 'string' ? ` (${code})` : ''}`
}

/** The start of the response; EmailJS replies with a word or a sentence. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += String(part)
    if (text.length > maxCharacters) return text.slice(0, maxCharacters)
  }
  return text
}

/** Includes EmailJS's message, which names the setting to change, unless it is HTML or too long. */
function refusal(status: number, text: string): string {
  const reply = text.trim()
  const readable = /^[\x20-\x7e]{1,200}$/.test(reply) && !reply.includes('<')
  return `${service} responded with ${status}${readable ? `: ${reply}` : ''}`
}

/** Seconds or a date (RFC 9110, section 10.2.3). Null for anything else. */
function retryAfterMs(header: string | undefined): number | null {
  if (!header) return null
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}

function outcomeOf(status: number): Exclude<SendResult['outcome'], 'sent'> {
  if (status === 429) return 'not-sent'
  // A gateway timeout leaves the outcome unknown: https://www.rfc-editor.org/rfc/rfc9110#section-15.6.5
  if (status === 504) return 'unknown'
  if (status >= 500) return 'failed'
  return status >= 300 ? 'refused' : 'unknown'
}

/** Statuses about this one mail, such as its recipient: the service works. RFC 9110, sections 15.5.14 and 15.5.21. */
const statusesOfOneMail: readonly (number | undefined)[] = [413, 422]

/** One call of at most ten seconds, including the body. `sent` only when EmailJS replies OK. Never throws. */
export async function sendMail(account: MailAccount, mail: Mail): Promise<SendResult> {
  const { result } = await measureCall(
    'emailjs',
    () => call(account, mail),
    ({ result, status }) => result.outcome === 'sent' || statusesOfOneMail.includes(status) || result.why,
  )
  return result
}

type Called = { result: SendResult; status?: number }

/** The account's template only places these values: docs/enquiries.md. */
async function call(account: MailAccount, { replyTo, ...mail }: Mail): Promise<Called> {
  const values = Object.entries({ ...mail, reply_to: replyTo })
  const body = {
    service_id: account.serviceId,
    template_id: account.template,
    user_id: account.publicKey,
    ...(account.privateKey && { accessToken: account.privateKey }),
    template_params: Object.fromEntries(values.map(([name, text]) => [name, withoutTemplate(text)])),
  }
  const url = new URL(`${account.apiBase}/api/v1.0/email/send`)
  const answer = await post(url, JSON.stringify(body))
  if ('error' in answer) {
    const outcome = answer.connected ? 'unknown' : 'not-sent'
    return { result: { outcome, why: describeCallError(answer), retryAfterMs: null } }
  }
  const { status, text, retryAfter } = answer
  if (status === 200 && text.trim() === 'OK') return { result: { outcome: 'sent' }, status }
  const why = status === 200 ? `${service} responded with 200, but not OK` : refusal(status, text)
  return { result: { outcome: outcomeOf(status), why, retryAfterMs: retryAfterMs(retryAfter) }, status }
}

/**
 * Asks whether EmailJS accepts requests of this account from a server, without sending a mail: it names a template that does not exist, and a
 * complaint about only that means yes. Null then; otherwise the result of the call.
 */
export async function probeAccount(account: MailAccount): Promise<Exclude<SendResult, { outcome: 'sent' }> | null> {
  const nothing = { to: '', replyTo: '', subject: '', text: '', html: '' }
  const result = await sendMail({ ...account, template: 'no_such_template' }, nothing)
  if (result.outcome === 'sent')
    return { outcome: 'unknown', why: `${service} accepted a template that does not exist`, retryAfterMs: null }
  return result.outcome === 'refused' && /template id/i.test(result.why) ? null : result
}
