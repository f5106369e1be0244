/**
 * EmailJS: the only file that knows its wire format. Its Node library has no time-out and its browser library would put
 * the keys into the page, so the one call is made here. https://www.emailjs.com/docs/rest-api/send/
 */
import 'server-only'
import type { Env } from '#lib/env.ts'
import { whyUnanswered } from '#lib/providers/answer.ts'

export type MailAccount = NonNullable<Env['emailjs']>

/** The values that the template fills in; the words around them and the recipient stand in the account. */
export type Mail = { template: keyof MailAccount['templates']; params: Readonly<Record<string, string>> }

/** Two braces are the template's own language: what a visitor typed must not speak it. */
export const withoutTemplate = (text: string): string => text.replace(/\{(?=\{)|\}(?=\})/g, '$& ')

/** `why` is for the log and the staff: it names no person. */
export type SendResult = { ok: true } | { ok: false; why: string }

export const sendTimeoutMs = 10_000
const mostCharacters = 1000

/** The start of an answer; EmailJS answers with a word or a sentence. */
async function startOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > mostCharacters) return text.slice(0, mostCharacters)
  }
  return text + decoder.decode()
}

/** What EmailJS says about a call that it refuses names the setting to change; a page of HTML says nothing. */
function refusal(status: number, text: string): string {
  const said = text.trim()
  const readable = /^[\x20-\x7e]{1,200}$/.test(said) && !said.includes('<')
  return `The mail service answered ${status}${readable ? `: ${said}` : ''}`
}

/** Calls once, for at most ten seconds, body included. Sent only when EmailJS says OK. Never throws. */
export async function sendMail(account: MailAccount, { template, params }: Mail): Promise<SendResult> {
  const templateId = account.templates[template]
  if (!templateId) return { ok: false, why: `There is no template for ${template}` }
  const call = {
    service_id: account.serviceId,
    template_id: templateId,
    user_id: account.publicKey,
    ...(account.privateKey && { accessToken: account.privateKey }),
    template_params: params,
  }
  try {
    const response = await fetch(`${account.apiBase}/api/v1.0/email/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(sendTimeoutMs),
    })
    const text = await startOf(response)
    if (response.status !== 200) return { ok: false, why: refusal(response.status, text) }
    if (text.trim() !== 'OK') return { ok: false, why: 'The mail service answered 200 with something else than OK' }
    return { ok: true }
  } catch (error) {
    return { ok: false, why: whyUnanswered(error, 'The mail service', sendTimeoutMs) }
  }
}
