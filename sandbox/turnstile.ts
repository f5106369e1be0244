/**
 * Stand-in for Cloudflare Turnstile: a widget that is always content, in a frame of its own as the real one, and the address
 * at which a server asks about its tokens. Not part of the sandbox that `npm run demo` starts: the site works without it.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { html } from './html.ts'
import { type Call, control, htmlPage, json, type Reply, type Service, startService, text } from './http.ts'

export const turnstileKeys = { siteKey: 'site_sandbox', secretKey: 'secret_sandbox' } as const

type Token = { action: string; hostname: string; at: string; good: boolean; spentBy: string | null }

const asked = z.object({
  secret: z.string().optional(),
  response: z.string().optional(),
  idempotency_key: z.string().optional(),
})

/** Read once: next to this file, wherever the process was started. */
const script = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const javascript = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body,
})

export function startTurnstile(options: { port: number }): Promise<Service> {
  const widget = script('turnstile-widget.js')
  const frame = script('turnstile-frame.js')
  let tokens = new Map<string, Token>()
  let good = true

  const refused = (...codes: string[]) => json(200, { success: false, 'error-codes': codes })

  const verify = (call: Call): Reply => {
    let given: unknown
    try {
      given = JSON.parse(call.body.toString('utf8'))
    } catch {
      return refused('bad-request')
    }
    const read = asked.safeParse(given)
    if (!read.success) return refused('bad-request')
    const { secret, response, idempotency_key: attempt = randomUUID() } = read.data
    if (!secret) return refused('missing-input-secret')
    if (secret !== turnstileKeys.secretKey) return refused('invalid-input-secret')
    if (!response) return refused('missing-input-response')
    const token = tokens.get(response)
    if (!token?.good) return refused('invalid-input-response')
    if (token.spentBy !== null && token.spentBy !== attempt) return refused('timeout-or-duplicate')
    token.spentBy = attempt
    const { action, hostname, at } = token
    return json(200, { success: true, 'error-codes': [], challenge_ts: at, hostname, action, cdata: '' })
  }

  /** Solved as soon as it is drawn. */
  const solve = (call: Call): Reply => {
    const { sitekey, action = '', origin = '' } = Object.fromEntries(call.query)
    if (sitekey !== turnstileKeys.siteKey || !URL.canParse(origin)) return text(400, 'Invalid sitekey')
    const site = new URL(origin)
    const token = randomUUID()
    tokens.set(token, { action, hostname: site.hostname, at: new Date().toISOString(), good, spentBy: null })
    const body = html`<!doctype html><html lang="en"><title>Widget</title>
<script src="/turnstile/v0/frame.js" data-site="${site.origin}" data-token="${token}"></script></html>`
    return htmlPage(200, body.html, { 'script-src': "'self'", 'frame-ancestors': site.origin })
  }

  return startService({
    name: 'Turnstile',
    about: `Gives browsers tokens and knows them again. Site key ${turnstileKeys.siteKey}, secret key ${turnstileKeys.secretKey}.`,
    port: options.port,
    reset() {
      tokens = new Map()
      good = true
    },
    failure: (status) => text(status, 'error code: 1015'),
    unknown: () => text(404, 'Not Found'),
    routes: [
      {
        method: 'POST',
        path: '/turnstile/v0/siteverify',
        kind: 'api',
        about: 'Whether a token is known and was not used.',
        handle: verify,
      },
      {
        method: 'GET',
        path: '/turnstile/v0/api.js',
        kind: 'page',
        about: 'The script that draws widgets.',
        handle: () => javascript(widget),
      },
      { method: 'GET', path: '/turnstile/v0/frame', kind: 'page', about: 'The frame of a widget.', handle: solve },
      {
        method: 'GET',
        path: '/turnstile/v0/frame.js',
        kind: 'page',
        about: 'Its script.',
        handle: () => javascript(frame),
      },
    ],
    controls: [
      control({
        path: '/_sandbox/tokens',
        about: 'Whether the tokens given from now on are good: a program that made its own has bad ones.',
        input: z.strictObject({ good: z.boolean() }),
        example: { good: false },
        act(given) {
          good = given.good
          return json(200, { good })
        },
      }),
    ],
  })
}
