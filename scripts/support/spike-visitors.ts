/** The visitors of a television evening, for `npm run bench -- --spike`: each reads pages with everything they load; some search, write or give. */
import { readdirSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { donationForm } from '#lib/site/content/index.ts'
import { addressOf, enquiry, gift, referenceIn, sessionIn } from '../../tests/soak/visitors.ts'
import { type Random, random } from '../../tests/support/random.ts'
import { control } from '../../tests/support/sandbox.ts'
import type { Visit } from './evening.ts'
import { root } from './processes.ts'
import type { Times } from './request-times.ts'

/** What is loaded with a page before anybody scrolls. */
type SitePage = { address: string; assets: readonly string[] }
export type SitePages = { home: SitePage; others: readonly SitePage[]; give: SitePage }

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const patienceMs = 30_000

function ask(origin: string, address: string, agent: Agent, { from, json }: { from?: string; json?: object }) {
  return new Promise<Answer>((resolve, reject) => {
    const { host, port } = new URL(origin)
    const headers = {
      host,
      'accept-encoding': 'gzip',
      ...(from && { 'x-forwarded-for': from }),
      ...(json && { 'content-type': 'application/json' }),
    }
    // Looking up localhost for every connection would take as long as the request itself.
    const target = { host: '127.0.0.1', port, path: address, method: json ? 'POST' : 'GET' }
    const sent = request({ ...target, agent, headers, timeout: patienceMs })
    sent.once('timeout', () => sent.destroy(new Error('no answer within 30 s')))
    sent.once('error', reject)
    sent.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.end(json && JSON.stringify(json))
  })
}

const textOf = ({ headers, body }: Answer) =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()

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

/** Modules that the page's script loads for the elements that name them, from the files of the build. */
function behavioursIn(html: string, files: readonly string[]): string[] {
  const names = new Set(matches(html, /data-behaviour="([^"]+)"/g).flatMap((named) => named.split(' ')))
  const isNamed = (file: string) => names.has(file.slice(0, file.lastIndexOf('-')))
  return files.filter(isNamed).map((file) => `/_next/static/behaviours/${file}`)
}

/** Reads every page of the sitemap once, which also fills the servers' memory. */
export async function readPages(origin: string): Promise<SitePages> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const behaviours = readdirSync(path.join(root, '.next/static/behaviours'))
  const read = async (address: string): Promise<SitePage> => {
    const answer = await ask(origin, address, agent, {})
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`)
    const html = textOf(answer)
    return { address, assets: [...assetsIn(html), ...behavioursIn(html, behaviours)] }
  }
  const sitemap = textOf(await ask(origin, '/sitemap.xml', agent, {}))
  const addresses = matches(sitemap, /<loc>([^<]+)<\/loc>/g).map((address) => new URL(address).pathname)
  const pages = await Promise.all(addresses.map(read))
  const give = pages.find(({ address }) => address === donationForm('INR').page.address)
  const home = pages.find(({ address }) => address === '/')
  if (!home || !give) throw new Error('The sitemap lacks Home or the donation form.')
  agent.destroy()
  return { home, give, others: pages.filter((page) => page !== home && page !== give) }
}

const words = ['cleft', 'camp', 'Kenya', 'surgery', 'donate', 'volunteer', 'trafficking', 'dance']

/** What was promised to visitors, to be compared with the database. */
export type Promised = { enquiries: Set<string>; paid: Set<string> }

type Evening = { origin: string; pages: SitePages; times: Times; promised: Promised; run: string }

/** One visitor from arrival to departure; failures are counted, never thrown. */
export async function visitSite({ number, gives, searches, writes }: Visit, evening: Evening): Promise<void> {
  const { origin, pages, times, promised, run } = evening
  const next = random(number)
  // As many connections as HTTP/2 over a proxy amounts to: few, and kept.
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const from = addressOf(number)
  const loaded = new Set<string>()

  async function timed(kind: string, act: () => Promise<Answer>): Promise<Answer | null> {
    const started = performance.now()
    try {
      const answer = await act()
      times.answered(kind, answer.status, performance.now() - started)
      return answer
    } catch (error) {
      times.failed(kind, error instanceof Error ? error.message : String(error))
      return null
    }
  }
  const get = (kind: string, address: string) => timed(kind, () => ask(origin, address, agent, { from }))
  const post = (kind: string, address: string, json: object) =>
    timed(kind, () => ask(origin, address, agent, { from, json }))

  async function read(kind: string, { address, assets }: SitePage): Promise<void> {
    await get(kind, address)
    const fresh = assets.filter((asset) => !loaded.has(asset))
    for (const asset of fresh) loaded.add(asset)
    await Promise.all(fresh.map((asset) => get('style sheet, font, script, icon', asset)))
  }

  async function write(): Promise<void> {
    const answer = await post('enquiry', '/api/enquiries', enquiry(`Visitor ${number} of ${run}`))
    if (answer?.status === 202) promised.enquiries.add(referenceIn(textOf(answer)))
  }

  async function give(): Promise<void> {
    await read('page with a payment form', pages.give)
    await pause(next, 5)
    const form = { ...gift(`asha-${number}@example.org`), uiMode: 'hosted' }
    const answer = await post('payment session', '/api/create-checkout-session', form)
    if (answer?.status !== 200) return
    const text = textOf(answer)
    const reference = referenceIn(text)
    const session = sessionIn(text) ?? ''
    await pause(next, 5)
    // Every tenth types a card first that is declined.
    if (number % 10 === 0) await pay(session, '4000 0000 0000 0002')
    if (await pay(session, '4242 4242 4242 4242')) promised.paid.add(reference)
    await get('thank-you page', `${pages.give.address}/thank-you?session_id=${session}`)
  }

  /** From the donor's click at Stripe until the site has taken the webhooks. */
  async function pay(session: string, card: string): Promise<boolean> {
    const started = performance.now()
    try {
      const { outcome } = await control<{ outcome: string }>('stripe', `sessions/${session}/pay`, { card })
      times.answered('webhooks of a payment', 200, performance.now() - started)
      return outcome === 'complete'
    } catch (error) {
      times.failed('webhooks of a payment', error instanceof Error ? error.message : String(error))
      return false
    }
  }

  await read('page', pages.home)
  await pause(next, 3)
  // The pages near the top of the sitemap are read the most.
  const chosen = () => pages.others[Math.floor((next(1000) / 1000) ** 2 * pages.others.length)] ?? pages.home
  await read('page', chosen())
  await pause(next, 3)
  if (searches) await get('search', `/search?q=${words[next(words.length)]}`)
  if (writes) await write()
  if (gives) await give()
  else await read('page', chosen())
  agent.destroy()
}

/** About `seconds`, for reading or typing. */
const pause = (next: Random, seconds: number) => sleep((0.5 + next(1000) / 1000) * seconds * 1000)
