import type { Handler } from '#lib/server/handler.ts'
import { eventually } from '#tests/support/eventually.ts'
import { exchange } from '#tests/support/raw-http.ts'
import { faultsOf, fuzzCase } from '#tests/support/request-fuzz.ts'
import { startGateSite } from './support.ts'

const seed = 20261122
/** Enough to notice a broken rule within a second; `npm run test:soak` sends ten thousand to the built site. */
const cases = 300

/** Answers at once, late, in parts, with a redirect, or after the whole body, as the pages and routes behind the gate do. */
const next: Handler = async (request, response) => {
  const { url = '', method } = request
  if (method === 'POST') for await (const _ of request) void _
  if (url.startsWith('/donate')) return response.writeHead(308, { location: '/Donate' }).end()
  if (url.length % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.write('<p>'.padEnd(10_000, 'words '))
  return response.end('</p>')
}

test(`${cases} hostile requests of seed ${seed} get valid answers and leave no socket behind`, async () => {
  const site = await startGateSite(next, { siteUrl: 'http://localhost', trustedProxies: ['127.0.0.1'] })
  const faults: string[] = []
  let count = 0
  const worker = async () => {
    for (let index = count++; index < cases; index = count++) {
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
