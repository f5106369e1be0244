/** Sends signed events to the site as Stripe does: again and again until it answers 2xx; held, repeated or turned round on command. Never sends anywhere but to the one address it was given. */
import { createHmac } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Event } from './objects.ts'

export type Delivery = { at: string; status: number | null; error: string | null }

export type WebhookSettings = {
  url: string
  secret: string
  /** Milliseconds before each further try. */
  retryDelays: readonly number[]
  hold: boolean
}

type Sent = { event: Event; deliveries: Delivery[]; held: boolean; retries: number }

export type Webhooks = ReturnType<typeof createWebhooks>

const patience = 10_000

/** https://docs.stripe.com/webhooks#verify-manually: HMAC-SHA256 over `t.body`; `at` in seconds. */
export function signatureHeader(body: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${signature}`
}

export function createWebhooks(initial: WebhookSettings) {
  let settings = initial
  let sent = new Map<string, Sent>()
  const timers = new Set<NodeJS.Timeout>()
  const firstTries = new Set<Promise<void>>()
  let underWay = new AbortController()

  function post(body: string): Promise<Delivery> {
    const at = new Date()
    const send = settings.url.startsWith('https:') ? secureRequest : plainRequest
    return new Promise((resolve) => {
      const end = (status: number | null, error: string | null) => resolve({ at: at.toISOString(), status, error })
      const request = send(
        settings.url,
        {
          method: 'POST',
          // No kept connection: each event must stand on its own, as they do when they come from outside.
          agent: false,
          signal: underWay.signal,
          timeout: patience,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
            'stripe-signature': signatureHeader(body, settings.secret, Math.floor(at.getTime() / 1000)),
            'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          },
        },
        (response) => {
          response.resume()
          response.once('end', () => end(response.statusCode ?? null, null))
          response.once('error', (error) => end(null, error.message))
        },
      )
      request.once('timeout', () => request.destroy(new Error('no answer in time')))
      request.once('error', (error) => end(null, error.message))
      request.end(body)
    })
  }

  const accepted = (delivery: Delivery) => delivery.status !== null && delivery.status >= 200 && delivery.status < 300

  async function deliver(one: Sent): Promise<Delivery> {
    const delivery = await post(bodyOf(one.event))
    one.deliveries.push(delivery)
    return delivery
  }

  /** One try; when it fails, further ones at the set times. Resolves after the first. */
  async function deliverAndRetry(one: Sent): Promise<void> {
    const { signal } = underWay
    if (accepted(await deliver(one)) || signal.aborted) return
    const delay = settings.retryDelays[one.retries]
    if (delay === undefined) return
    one.retries += 1
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliverAndRetry(one)
    }, delay)
    timers.add(timer)
  }

  return {
    /** Resolves when the site has answered for the first time, or could not; at once while events are held. */
    async send(event: Event): Promise<void> {
      const one: Sent = { event, deliveries: [], held: settings.hold, retries: 0 }
      sent.set(event.id, one)
      if (one.held) return
      const firstTry = deliverAndRetry(one).finally(() => firstTries.delete(firstTry))
      firstTries.add(firstTry)
      await firstTry
    },

    /** Resolves when every event has been tried once. */
    async settled(): Promise<void> {
      while (firstTries.size > 0) await Promise.all(firstTries)
    },

    /** The same event `times` times at once, as Stripe may do. */
    resend(event: Event, times: number): Promise<Delivery[]> {
      const one = sent.get(event.id) ?? { event, deliveries: [], held: false, retries: 0 }
      sent.set(event.id, one)
      one.held = false
      return Promise.all(Array.from({ length: times }, () => deliver(one)))
    },

    configure(changes: Partial<WebhookSettings>): WebhookSettings {
      settings = { ...settings, ...changes }
      return settings
    },

    /** Sends what is held, one after the other, and stops holding. */
    async release(order: 'as-made' | 'reverse'): Promise<string[]> {
      settings = { ...settings, hold: false }
      const held = [...sent.values()].filter((one) => one.held)
      if (order === 'reverse') held.reverse()
      for (const one of held) {
        one.held = false
        await deliverAndRetry(one)
      }
      return held.map((one) => one.event.type)
    },

    list: () => [...sent.values()].map(({ event, deliveries, held }) => ({ event, held, deliveries })),

    /** Forgets everything, stops what is under way. */
    reset(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      underWay.abort()
      underWay = new AbortController()
      sent = new Map()
      settings = initial
    },
  }
}

const bodyOf = (event: Event): string => JSON.stringify(event, null, 2)
