/** Visitors of the tests under load: each reads pages, writes an enquiry and begins a gift, over and over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { control } from '../support/sandbox.ts'

/** The address of one of 16 million visitors. */
export const addressOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

let visitors = 0

/** The address of a new visitor. */
export function visitor(): string {
  visitors += 1
  return addressOf(visitors)
}

type Posted = { json?: object; form?: Record<string, string>; from?: string }

export function post(origin: string, path: string, { json, form, from = visitor() }: Posted): Promise<Response> {
  const headers = { 'x-forwarded-for': from, ...(json && { 'content-type': 'application/json' }) }
  const body = form ? new URLSearchParams(form) : JSON.stringify(json)
  return fetch(origin + path, { method: 'POST', redirect: 'manual', headers, body })
}

export const enquiry = (message: string) => ({
  form: 'contact',
  firstname: 'Amina',
  lastname: 'Otieno',
  email: 'amina@example.org',
  message,
})

export const gift = (email: string) => ({
  firstName: 'Asha',
  lastName: 'Rao',
  email,
  phone: '+91 22 5555 0100',
  donorType: 1,
  reason: 2,
  paymenttype: 'once',
  citizen: 'yes',
  paymentMethod: 'card',
  amount: 100_000,
  money: 1000,
  address: { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' },
})

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => String(match[1]))

/** Addresses of style sheets, fonts, scripts, the icon, and pictures that do not wait until they come into view. */
export function assetsIn(html: string): string[] {
  const links = matches(html, /<link ([^>]+)>/g).filter((link) =>
    /rel="(?:stylesheet|preload|modulepreload|icon)"/.test(link),
  )
  const scripts = matches(html, /<script ([^>]+)>/g)
  const pictures = matches(html, /<img ([^>]+)>/g).filter((picture) => !picture.includes('loading="lazy"'))
  const addresses = [...links, ...scripts, ...pictures].flatMap((tag) => matches(tag, /\b(?:href|src)="(\/[^"]+)"/g))
  return [...new Set(addresses)]
}

/** The reference in the answer to an enquiry or a payment. */
const referenceIn = (answer: string): string => String(JSON.parse(answer).reference)

/** The session in the answer of /api/create-checkout-session. */
const sessionIn = (answer: string): string | undefined => /cs_test_[A-Za-z0-9]+/.exec(answer)?.[0]

type Load = {
  requests: number
  /** Responses of 5xx, and requests without a response. */
  failures: string[]
  /** References of the enquiries that were acknowledged. */
  acknowledged: string[]
  /** Gifts whose webhooks the site has taken. */
  paid: number
}

/** `atOnce` visitors, until `stop`. `pays`: they pay their gifts, so that the site gets webhooks. */
export function startLoad(origin: string, { atOnce = 12, pays = false } = {}): { stop(): Promise<Load> } {
  const load: Load = { requests: 0, failures: [], acknowledged: [], paid: 0 }
  let running = true
  async function counted<Value>(what: string, act: () => Promise<Value>): Promise<Value | null> {
    load.requests += 1
    try {
      return await act()
    } catch (error) {
      load.failures.push(`${what}: ${error instanceof Error ? (error.cause ?? error.message) : error}`)
      await sleep(50)
      return null
    }
  }
  /** The body of the response; null without one. */
  const request = (what: string, send: () => Promise<Response>): Promise<string | null> =>
    counted(what, async () => {
      const response = await send()
      const body = await response.text()
      if (response.status >= 500) load.failures.push(`${what}: ${response.status}`)
      if (response.status === 202) load.acknowledged.push(referenceIn(body))
      return body
    })
  async function visit(number: number) {
    for (let turn = 0; running; turn += 1) {
      const message = `Visitor ${number}, turn ${turn}, ${origin}, ${visitors}`
      await request('India', () => fetch(`${origin}/India`))
      await request('DonateIndia', () => fetch(`${origin}/DonateIndia`))
      await request('enquiry', () => post(origin, '/api/enquiries', { json: enquiry(message) }))
      const email = `asha-${visitors}@example.org`
      const begun = await request('gift', () => post(origin, '/api/create-checkout-session', { json: gift(email) }))
      const session = pays && begun ? sessionIn(begun) : undefined
      if (session && (await counted('payment', () => control('stripe', `sessions/${session}/pay`, {})))) load.paid += 1
    }
  }
  const visits = Array.from({ length: atOnce }, (_, number) => visit(number))
  return {
    async stop() {
      running = false
      await Promise.all(visits)
      return load
    },
  }
}
