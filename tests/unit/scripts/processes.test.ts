import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { start, waitForResponse } from '#scripts/support/processes.ts'

test('waits as long as the program is starting, says so, and ends with it', async () => {
  const said = jest.spyOn(console, 'log').mockImplementation(() => undefined)
  let status = 503
  const server = createServer((_, response) => response.writeHead(status).end()).listen(0)
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const program = start(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  const waiting = waitForResponse(url, program)
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
  while (said.mock.calls.length === 0) await new Promise(setImmediate)
  expect(said.mock.calls[0]?.[0]).toMatch(/Still starting, after 600 seconds/)
  status = 200
  await waiting
  clock.mockRestore()

  status = 503
  const failing = waitForResponse(url, program)
  program.kill()
  await expect(failing).rejects.toThrow('ended while it was starting')
  server.close()
  said.mockRestore()
})
