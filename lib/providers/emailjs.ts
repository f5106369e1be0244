/**
 * EmailJS: the only file that knows its wire format. Its Node library has no time-out and its browser library would put
 * the keys into the page, so the one call is made here. https://www.emailjs.com/docs/rest-api/send/
 */
import 'server-only'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Env } from '#lib/env.ts'
import { propertyOf } from '#lib/narrow.ts'

export type MailAccount = NonNullable<Env['emailjs']>

/** The values that the template fills in; the words around them and the recipient stand in the account. */
export type Mail = { template: keyof MailAccount['templates']; params: Readonly<Record<string, string>> }

/** Two braces are the template's own language: what a visitor typed must not speak it. */
export const withoutTemplate = (text: string): string => text.replace(/\{(?=\{)|\}(?=\})/g, '$& ')

/**
 * What became of one call. `why` is for the log and the staff: it names no person.
 *
 * - `not-sent`: the service was not reached, or was too busy to look at the mail (429).
 * - `failed`: it answered with an error of its own (5xx).
 * - `refused`: it answered no.
 * - `unknown`: the call went out, and no answer came that says whether the mail was sent.
 */
export type SendResult =
  | { outcome: 'sent' }
  | {
      outcome: 'not-sent' | 'failed' | 'refused' | 'unknown'
      why: string
      /** As the service asked in Retry-After; null when it did not. */
      retryAfterMs: number | null
    }

export const sendTimeoutMs = 10_000
const mostCharacters = 1000
const service = 'The mail service'

type Answer = { status: number; text: string; retryAfter: string | undefined }
/** `connected` false: nothing of the call left this machine. */
type Unanswered = { error: unknown; connected: boolean }

/**
 * Not fetch, which does not say whether the connection stood when it failed. A new connection for each mail: an idle one may be
 * closed by the service just as it is used again, and then nobody would know either.
 */
function post(url: URL, body: string): Promise<Answer | Unanswered> {
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
      // A status that says no is an answer, even when its body breaks off.
      startOf(response).then(
        (text) => resolve({ status, text, retryAfter: headers['retry-after'] }),
        (error: unknown) =>
          resolve(status === 200 ? { error, connected } : { status, text: '', retryAfter: headers['retry-after'] }),
      )
    })
    call.end(body)
  })
}

function whyUnanswered({ error, connected }: Unanswered): string {
  const code = propertyOf(error, 'code')
  if (propertyOf(propertyOf(error, 'cause'), 'name') === 'TimeoutError')
    return `${service} did not answer within ${sendTimeoutMs / 1000} s`
  const what = connected ? 'closed the connection without an answer' : 'could not be reached'
  return `${service} ${what}${typeof code === 'string' ? ` (${code})` : ''}`
}

/** The start of an answer; EmailJS answers with a word or a sentence. */
async function startOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += String(part)
    if (text.length > mostCharacters) return text.slice(0, mostCharacters)
  }
  return text
}

/** What EmailJS says about a call that it refuses names the setting to change; a page of HTML says nothing. */
function refusal(status: number, text: string): string {
  const said = text.trim()
  const readable = /^[\x20-\x7e]{1,200}$/.test(said) && !said.includes('<')
  return `${service} answered ${status}${readable ? `: ${said}` : ''}`
}

/** Seconds or a date (RFC 9110, section 10.2.3). Null for anything else. */
function retryAfterMs(header: string | undefined): number | null {
  if (!header) return null
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}

function outcomeOf(status: number): 'not-sent' | 'failed' | 'refused' | 'unknown' {
  if (status === 429) return 'not-sent'
  // A gateway that did not wait for the service behind it: https://www.rfc-editor.org/rfc/rfc9110#section-15.6.5
  if (status === 504) return 'unknown'
  if (status >= 500) return 'failed'
  return status >= 300 ? 'refused' : 'unknown'
}

/** Calls once, for at most ten seconds, body included. Sent only when EmailJS says OK. Never throws. */
export async function sendMail(account: MailAccount, { template, params }: Mail): Promise<SendResult> {
  const templateId = account.templates[template]
  if (!templateId) return { outcome: 'refused', why: `There is no template for ${template}`, retryAfterMs: null }
  const call = {
    service_id: account.serviceId,
    template_id: templateId,
    user_id: account.publicKey,
    ...(account.privateKey && { accessToken: account.privateKey }),
    template_params: params,
  }
  const answer = await post(new URL(`${account.apiBase}/api/v1.0/email/send`), JSON.stringify(call))
  if ('error' in answer) {
    const outcome = answer.connected ? 'unknown' : 'not-sent'
    return { outcome, why: whyUnanswered(answer), retryAfterMs: null }
  }
  const { status, text, retryAfter } = answer
  if (status === 200 && text.trim() === 'OK') return { outcome: 'sent' }
  const why = status === 200 ? `${service} answered 200 with something else than OK` : refusal(status, text)
  return { outcome: outcomeOf(status), why, retryAfterMs: retryAfterMs(retryAfter) }
}
