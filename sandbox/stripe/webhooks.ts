/** Sends signed events to the site as Stripe does: again and again until it answers 2xx; held, repeated or reversed on command. */
import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import { type Delivery, type Ledger, nowSeconds, type SentEvent } from './ledger.ts'

type WebhookSettings = {
  url: string
  secret: string
  /** Milliseconds before each further attempt. */
  retryDelays: readonly number[]
}

export type Webhooks = ReturnType<typeof createWebhooks>

const timeout = 10_000

/** The header `stripe-signature` of an event; `at` in seconds. */
export const signatureHeader = (payload: string, secret: string, at: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })

export function createWebhooks(ledger: Ledger, { url, secret, retryDelays }: WebhookSettings) {
  let holding = false
  const firstAttempts = new Set<Promise<void>>()
  /** Aborted by a reset: ends the deliveries under way, and those to come. */
  let running = new AbortController()

  async function post(body: string): Promise<Delivery> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        // No keep-alive: each event uses its own connection, like those from outside.
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret, nowSeconds()),
          connection: 'close',
        },
        redirect: 'manual',
        signal: AbortSignal.any([running.signal, AbortSignal.timeout(timeout)]),
      })
      await response.arrayBuffer()
      return { status: response.status, error: null }
    } catch (error) {
      return { status: null, error: String((error instanceof Error && error.cause) || error) }
    }
  }

  async function deliver(sent: SentEvent): Promise<Delivery> {
    const delivery = await post(JSON.stringify(sent.event, null, 2))
    sent.deliveries.push(delivery)
    return delivery
  }

  /** One attempt; when it fails, further ones after the set delays. Resolves after the first. */
  async function deliverAndRetry(sent: SentEvent, [delay, ...rest] = retryDelays): Promise<void> {
    const { signal } = running
    const { status } = await deliver(sent)
    if ((status && status < 300) || delay === undefined) return
    wait(delay, undefined, { signal }).then(
      () => deliverAndRetry(sent, rest),
      () => undefined,
    )
  }

  return {
    /** Sends an event about the object as it is now. */
    announce(type: Stripe.Event.Type, object: object): void {
      const data = { object: structuredClone(object) }
      const event = { id: ledger.nextId('evt'), object: 'event' as const, created: nowSeconds(), data, type }
      const sent: SentEvent = { event, deliveries: [], held: holding }
      ledger.events.set(event.id, sent)
      if (holding) return
      const attempt = deliverAndRetry(sent).finally(() => firstAttempts.delete(attempt))
      firstAttempts.add(attempt)
    },

    /** Resolves when every event announced so far has been tried once. */
    async settled(): Promise<void> {
      await Promise.all(firstAttempts)
    },

    /** Resolves when every event that `act` announces has been tried once. Earlier ones may wait for this very call. */
    async settledAfter<T>(act: () => T): Promise<T> {
      const earlier = new Set(firstAttempts)
      const done = act()
      await Promise.all([...firstAttempts].filter((attempt) => !earlier.has(attempt)))
      return done
    },

    /** The same event `times` times at once, as Stripe may do. */
    resend(sent: SentEvent, times: number): Promise<Delivery[]> {
      sent.held = false
      return Promise.all(Array.from({ length: times }, () => deliver(sent)))
    },

    /** Events are kept back until they are released. */
    hold() {
      holding = true
      return { holding }
    },

    /** Sends the held events, newest first, and stops holding. */
    async release() {
      holding = false
      const held = [...ledger.events.values()].filter((sent) => sent.held).reverse()
      for (const sent of held) {
        sent.held = false
        await deliverAndRetry(sent)
      }
      return { released: held.map(({ event }) => event.type) }
    },

    /** Stops deliveries in progress. */
    reset(): void {
      running.abort()
      running = new AbortController()
      holding = false
    },
  }
}
