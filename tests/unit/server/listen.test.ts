import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from '#lib/server/site-server.ts'

const servers = [createServer(), createServer()] as const

afterAll(() => Promise.all(servers.filter(({ listening }) => listening).map((one) => once(one.close(), 'close'))))

test('more connections can wait than one server has open, and a port in use is named', async () => {
  const [first, second] = servers
  const asked = jest.spyOn(first, 'listen')
  await listen(first, 0)
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ backlog: 4096 }), expect.anything())
  const { port } = first.address() as AddressInfo
  await expect(listen(second, port)).rejects.toThrow(`Port ${port} is in use.`)
})
