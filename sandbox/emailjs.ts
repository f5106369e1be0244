/** Stand-in for EmailJS. Keeps every mail for a look, and refuses what EmailJS refuses, in its words; sends nothing. */
import { z } from 'zod'
import { type Html, html } from './html.ts'
import { type Call, control, json, type Reply, type Service, startService, text } from './http.ts'

export type EmailAccount = {
  serviceId: string
  templates: readonly string[]
  publicKey: string
  privateKey: string
}

export type Mail = { id: number; at: string; template: string; params: Record<string, unknown> }

const sendSchema = z.object({
  service_id: z.string(),
  template_id: z.string(),
  user_id: z.string(),
  accessToken: z.string().optional(),
  template_params: z.record(z.string(), z.unknown()).optional(),
})

const settingsSchema = z.strictObject({
  /** EmailJS takes one request a second. */
  minIntervalMs: z.int().min(0).optional(),
  /** "Allow EmailJS API for non-browser applications", off in a fresh account of the real service. */
  allowServers: z.boolean().optional(),
  /** "Use Private Key": a call without accessToken is refused. */
  requirePrivateKey: z.boolean().optional(),
})

const defaults = { minIntervalMs: 1000, allowServers: true, requirePrivateKey: false }

export function startEmailjs(options: { port: number; account: EmailAccount }): Promise<Service> {
  const { account } = options
  let mails: Mail[] = []
  let count = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let settings = { ...defaults }

  const receive = (call: Call): Reply => {
    const now = performance.now()
    if (now - lastAt < settings.minIntervalMs) return text(429, 'Too Many Requests')
    lastAt = now

    if (!settings.allowServers && call.headers.origin === undefined) {
      return text(403, 'API calls are disabled for non-browser applications')
    }
    let given: unknown
    try {
      given = JSON.parse(call.body.toString('utf8'))
    } catch {
      return text(400, 'Bad Request')
    }
    const read = sendSchema.safeParse(given)
    if (!read.success) return text(400, 'The parameters are invalid')
    const mail = read.data
    if (mail.user_id !== account.publicKey) {
      return text(400, 'The Public Key is invalid. To find this ID, visit https://dashboard.emailjs.com/admin/account')
    }
    if (mail.accessToken === undefined ? settings.requirePrivateKey : mail.accessToken !== account.privateKey) {
      return text(
        403,
        mail.accessToken === undefined
          ? 'API calls in strict mode, but no private key was passed'
          : 'The private key is invalid',
      )
    }
    if (mail.service_id !== account.serviceId) {
      return text(400, 'The service ID not found. To find this ID, visit https://dashboard.emailjs.com/admin')
    }
    if (!account.templates.includes(mail.template_id)) {
      return text(
        400,
        'The template ID not found. To find this ID, visit https://dashboard.emailjs.com/admin/templates',
      )
    }
    count += 1
    mails.push({
      id: count,
      at: new Date().toISOString(),
      template: mail.template_id,
      params: mail.template_params ?? {},
    })
    return text(200, 'OK')
  }

  return startService({
    name: 'EmailJS',
    about: `Takes mails and keeps them here. Service ${account.serviceId}, templates ${account.templates.join(', ')}, public key ${account.publicKey}, private key ${account.privateKey}.`,
    port: options.port,
    reset() {
      mails = []
      lastAt = Number.NEGATIVE_INFINITY
      settings = { ...defaults }
    },
    failure: (status) => text(status, status === 429 ? 'Too Many Requests' : 'Internal Server Error'),
    unknown: () => text(404, 'Not Found'),
    home: () => mailList(mails),
    routes: [
      {
        method: 'POST',
        path: '/api/v1.0/email/send',
        kind: 'api',
        about: 'Takes a mail; one a second.',
        handle: receive,
      },
    ],
    controls: [
      {
        method: 'GET',
        path: '/_sandbox/mails',
        about: 'The mails taken, oldest first.',
        handle: () => json(200, { mails }),
      },
      control({
        path: '/_sandbox/settings',
        about:
          "The account's settings: how often it may be called, whether servers may, whether the private key is needed.",
        input: settingsSchema,
        example: defaults,
        act(given) {
          const { minIntervalMs, allowServers, requirePrivateKey } = given
          settings = {
            minIntervalMs: minIntervalMs ?? settings.minIntervalMs,
            allowServers: allowServers ?? settings.allowServers,
            requirePrivateKey: requirePrivateKey ?? settings.requirePrivateKey,
          }
          return json(200, { settings })
        },
      }),
    ],
  })
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function mailList(mails: readonly Mail[]): Html {
  if (mails.length === 0) return html`<h2>Mails</h2><p>No mail has arrived yet.</p>`
  return html`<h2>Mails</h2>
<ol class="mails" reversed>${mails.toReversed().map(
    (mail) => html`<li><article>
<h3>${mail.template}</h3>
<p><time datetime="${mail.at}">${mail.at.replace('T', ' ').slice(0, 19)} UTC</time></p>
<dl>${Object.entries(mail.params).map(([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`)}</dl>
</article></li>`,
  )}</ol>`
}
