/** Stand-in for EmailJS. Keeps every mail to be looked at, and refuses what EmailJS refuses, in its words; sends nothing. */
import { z } from 'zod'
import { type Html, html } from './html.ts'
import { type Call, control, page, type Reply, readJson, type Service, startService, text, view } from './http.ts'
import { sandboxKeys } from './keys.ts'

const { serviceId, publicKey, privateKey, template } = sandboxKeys.emailjs
const maxBytes = 50_000

/** What the template places: docs/enquiries.md of the site. */
const values = z.object({
  to: z.string(),
  reply_to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
type Mail = { at: string } & z.output<typeof values>

const mailSchema = z.object({
  service_id: z.string(),
  template_id: z.string(),
  user_id: z.string(),
  accessToken: z.string().optional(),
  template_params: values,
})

type Settings = {
  minIntervalMs: number
  /** "Allow EmailJS API for non-browser applications", off in a fresh account of the real service. */
  allowServers: boolean
}

export function startEmailjs({ port, minIntervalMs }: { port: number; minIntervalMs: number }): Promise<Service> {
  const atStart: Settings = { allowServers: true, minIntervalMs }
  let mails: Mail[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  let settings = atStart

  function refusalOf(call: Call, mail: z.output<typeof mailSchema> | undefined): Reply | null {
    if (!settings.allowServers && call.headers.origin === undefined) {
      return text(403, 'API calls are disabled for non-browser applications')
    }
    if (!mail) return text(400, 'The parameters are invalid')
    if (mail.user_id !== publicKey) return text(400, 'The Public Key is invalid')
    if (mail.accessToken !== undefined && mail.accessToken !== privateKey) {
      return text(403, 'The private key is invalid')
    }
    if (mail.service_id !== serviceId) return text(400, 'The service ID not found')
    if (mail.template_id !== template) return text(400, 'The template ID not found')
    if (Buffer.byteLength(JSON.stringify(mail.template_params)) > maxBytes)
      return text(413, 'Variables size limit, max 50Kb')
    if (mail.template_params.to === '') return text(422, 'The recipients address is empty')
    return null
  }

  function receive(call: Call): Reply {
    const now = performance.now()
    if (now - lastAt < settings.minIntervalMs) return text(429, 'Too Many Requests')
    lastAt = now
    const mail = readJson(mailSchema, call.body)
    const refusal = refusalOf(call, mail)
    if (refusal || !mail) return refusal ?? text(400, 'Bad Request')
    mails.push({ at: new Date().toISOString(), ...mail.template_params })
    return text(200, 'OK')
  }

  const messages = { 404: 'Not Found', 429: 'Too Many Requests', 500: 'Internal Server Error' }
  return startService({
    name: 'EmailJS',
    about: `Takes mails and keeps them here. Service ${serviceId}, template ${template}, public key ${publicKey}, private key ${privateKey}.`,
    port,
    reset() {
      mails = []
      lastAt = Number.NEGATIVE_INFINITY
      settings = atStart
    },
    failure: (status) => text(status, messages[status]),
    home: () => mailList(mails),
    routes: [
      { method: 'POST', path: '/api/v1.0/email/send', kind: 'api', handle: receive },
      page('/mails/:number', ({ params }) => shownHtml(mails[Number(params.number) - 1])),
      view('mails', () => ({ mails })),
      control<Partial<Settings>>('settings', (changes) => {
        settings = { ...settings, ...changes }
        return { settings }
      }),
    ],
  })
}

function mailList(mails: readonly Mail[]): Html {
  if (mails.length === 0) return html`<h2>Mails</h2><p>No mail has arrived yet.</p>`
  const numbered = mails.map((mail, index) => ({ ...mail, number: index + 1 })).toReversed()
  return html`<h2>Mails</h2>
<ol class="mails" reversed>${numbered.map(
    ({ number, at, to, reply_to: replyTo, subject, text }) => html`<li class="card">
<h3><a href="/mails/${number}">${subject}</a></h3>
<p><time datetime="${at}">${at}</time></p>
<dl><dt>To</dt><dd>${to}</dd><dt>Reply to</dt><dd>${replyTo || 'the sender'}</dd></dl>
<details><summary>Text</summary><pre>${text}</pre></details>
</li>`,
  )}</ol>`
}

/** The mail as a mail program shows it: with its styles, without scripts. */
function shownHtml(mail: Mail | undefined): Reply {
  if (!mail) return text(404, 'There is no such mail.')
  const reply = text(200, mail.html, 'text/html')
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src https:; sandbox allow-popups"
  return { ...reply, headers: { ...reply.headers, 'content-security-policy': policy } }
}
