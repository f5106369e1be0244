/** Stand-in for EmailJS. Keeps every mail to be looked at, and refuses what EmailJS refuses, in its words; sends nothing. */
import { z } from 'zod'
import { type Html, html } from './html.ts'
import { type Call, control, type Reply, readJson, type Service, startService, text, view } from './http.ts'
import { sandboxKeys } from './keys.ts'

const { serviceId, publicKey, privateKey } = sandboxKeys.emailjs
const templates = sandboxKeys.mails.map((name) => `template_${name}`)

type Mail = { at: string; template: string; params: Record<string, unknown> }

const mailSchema = z.object({
  service_id: z.string(),
  template_id: z.string(),
  user_id: z.string(),
  accessToken: z.string().optional(),
  template_params: z.record(z.string(), z.unknown()).default({}),
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
    if (!templates.includes(mail.template_id)) return text(400, 'The template ID not found')
    return null
  }

  function receive(call: Call): Reply {
    const now = performance.now()
    if (now - lastAt < settings.minIntervalMs) return text(429, 'Too Many Requests')
    lastAt = now
    const mail = readJson(mailSchema, call.body)
    const refusal = refusalOf(call, mail)
    if (refusal || !mail) return refusal ?? text(400, 'Bad Request')
    mails.push({ at: new Date().toISOString(), template: mail.template_id, params: mail.template_params })
    return text(200, 'OK')
  }

  const messages = { 404: 'Not Found', 429: 'Too Many Requests', 500: 'Internal Server Error' }
  return startService({
    name: 'EmailJS',
    about: `Takes mails and keeps them here. Service ${serviceId}, templates ${templates.join(', ')}, public key ${publicKey}, private key ${privateKey}.`,
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
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return html`<h2>Mails</h2>
<ol class="mails" reversed>${mails.toReversed().map(
    ({ at, template, params }) => html`<li class="card">
<h3>${template}</h3>
<p><time datetime="${at}">${at}</time></p>
<dl>${Object.entries(params).map(([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`)}</dl>
</li>`,
  )}</ol>`
}
