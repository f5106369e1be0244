/**
 * Stand-in for Cloudflare Turnstile: a widget that passes everybody, in a frame of its own like the real one, and the address
 * at which a server verifies its tokens. `npm run demo` does not start it: the site works without it.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { html, htmlPage, readAsset } from './html.ts'
import {
  type Call,
  control,
  json,
  page,
  type Reply,
  readJson,
  type Service,
  script,
  startService,
  text,
} from './http.ts'
import { sandboxKeys } from './keys.ts'

const turnstileKeys = sandboxKeys.turnstile

type Token = { action: string; hostname: string; at: string; good: boolean; spentBy: string | null }

const questionSchema = z.object({
  secret: z.string(),
  response: z.string(),
  idempotency_key: z.string().default(() => randomUUID()),
})

export function startTurnstile(options: { port: number }): Promise<Service> {
  let tokens = new Map<string, Token>()
  let good = true

  const refuse = (code: string) => json(200, { success: false, 'error-codes': [code] })

  function verify(call: Call): Reply {
    const question = readJson(questionSchema, call.body)
    if (!question) return refuse('bad-request')
    if (question.secret !== turnstileKeys.secretKey) return refuse('invalid-input-secret')
    const token = tokens.get(question.response)
    if (!token?.good) return refuse('invalid-input-response')
    if (token.spentBy !== null && token.spentBy !== question.idempotency_key) return refuse('timeout-or-duplicate')
    token.spentBy = question.idempotency_key
    const { action, hostname, at } = token
    return json(200, { success: true, 'error-codes': [], challenge_ts: at, hostname, action, cdata: '' })
  }

  /** Solved as soon as it is rendered. */
  function solve(call: Call): Reply {
    const { sitekey, action = '', origin = '' } = Object.fromEntries(call.query)
    if (sitekey !== turnstileKeys.siteKey || !URL.canParse(origin)) return text(400, 'Invalid sitekey')
    const site = new URL(origin)
    const token = randomUUID()
    tokens.set(token, { action, hostname: site.hostname, at: new Date().toISOString(), good, spentBy: null })
    const inFrame = html`<script src="/frame.js" data-site="${site.origin}" data-message="${JSON.stringify({ token })}" defer></script>`
    const policy = { 'script-src': "'self'", 'frame-ancestors': site.origin }
    return htmlPage(200, { title: 'Widget', body: html``, script: inFrame }, policy)
  }

  return startService({
    name: 'Turnstile',
    about: `Gives browsers tokens and verifies them. Site key ${turnstileKeys.siteKey}, secret key ${turnstileKeys.secretKey}.`,
    port: options.port,
    reset() {
      tokens = new Map()
      good = true
    },
    failure: (status) => text(status, `Error ${status}`),
    routes: [
      { method: 'POST', path: '/turnstile/v0/siteverify', kind: 'api', handle: verify },
      page('/turnstile/v0/frame', solve),
      script('/turnstile/v0/api.js', readAsset('turnstile-widget.js')),
      script('/frame.js', readAsset('frame.js')),
      // Whether the tokens given from now on are good: a program that makes its own has bad ones.
      control<{ good: boolean }>('tokens', (input) => {
        good = input.good
        return input
      }),
    ],
  })
}
