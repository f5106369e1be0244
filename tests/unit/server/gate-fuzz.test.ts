import type { Handler } from '#lib/server/handler.ts'
import { eventually } from '#tests/support/eventually.ts'
import { exchange } from '#tests/support/raw-http.ts'
import { faultsOf, fuzzCase } from '#tests/support/request-fuzz.ts'
import { type GateSite, startGateSite } from './gate-site.ts'

const seed = 20261122
/** Enough to notice a broken rule within a second; `npm run test:soak` sends ten thousand to the built site. */
const cases = 300

/** Answers at once, late, in pieces, with a redirect, or after the whole body, as the pages and interfaces behind the gate do. */
const standIn: Handler = async (request, response) => {
  const { url = '', method } = request
  if (method === 'POST') for await (const _ of request) void _
  if (url.startsWith('/donate')) return response.writeHead(308, { location: '/Donate' }).end()
  if (url.length % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.write('<p>'.padEnd(10_000, 'words '))
  return response.end('</p>')
}

let site: GateSite
afterEach(() => site.close())

test(`${cases} hostile requests of seed ${seed} get sound answers and leave no socket behind`, async () => {
  site = await startGateSite(standIn, { siteUrl: 'http://localhost', trustedProxies: ['127.0.0.1'] })
  const faults: string[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < cases; index = next++) {
      const fuzz = fuzzCase(seed, index)
      const { pieces, complete, then } = fuzz
      const text = await exchange(site.port, fuzz.bytes, {
        pieces,
        leaves: then === 'leaves',
        patience: complete ? 20_000 : 100,
      })
      faults.push(...faultsOf(text, fuzz).map((fault) => `fuzzCase(${seed}, ${index}): ${fault}`))
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  expect(faults).toEqual([])
  await eventually(async () => (await site.openConnections()) === 0)
})
