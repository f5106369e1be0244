import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageCache } from '#lib/server/page-cache.ts'

test('the cached pages stay below 64 megabytes in total: the oldest is dropped, the newest kept', async () => {
  const asked: string[] = []
  const page = Buffer.alloc(8 * 1024 * 1024, 'x')
  const handler = pageCache(
    (request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('content-type', 'text/html')
      response.setHeader('cache-control', 's-maxage=60')
      response.setHeader('x-nextjs-cache', 'HIT')
      response.end(page)
    },
    { keepMs: 600_000 },
  )
  const server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = async (number: number) => (await fetch(`${origin}/${number}`)).arrayBuffer()
  try {
    for (let number = 1; number <= 9; number += 1) await get(number)
    asked.length = 0
    // Eight pages of eight megabytes fit. A page that is fetched again counts once.
    for (let number = 2; number <= 9; number += 1) await get(number)
    expect(asked).toEqual([])
    await get(1)
    await get(2)
    await get(9)
    expect(asked).toEqual(['/1', '/2'])
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
