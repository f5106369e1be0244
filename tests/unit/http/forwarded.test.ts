import type { IncomingMessage } from 'node:http'
import { clientOf, settleClient, trusts } from '#lib/http/forwarded.ts'

const trusted = trusts(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])

test('a proxy is trusted by address or by range, in either notation', () => {
  expect(trusted('10.200.3.4')).toBe(true)
  expect(trusted('::ffff:10.200.3.4')).toBe(true)
  expect(trusted('192.0.2.7')).toBe(true)
  expect(trusted('192.0.2.8')).toBe(false)
  expect(trusted('2001:db8::1')).toBe(true)
  expect(trusted('not an address')).toBe(false)
})

test('a stranger cannot choose his address', () => {
  expect(clientOf('203.0.113.9', '198.51.100.1', trusted)).toEqual({ address: '203.0.113.9', viaTrustedProxy: false })
})

test('behind our proxies the client is the first hop that is not ours, seen from our side', () => {
  expect(clientOf('10.0.0.1', '198.51.100.66, 203.0.113.9, 10.0.0.2', trusted)).toEqual({
    address: '203.0.113.9',
    viaTrustedProxy: true,
  })
})

test('rubbish in the forwarding header stops the walk', () => {
  expect(clientOf('10.0.0.1', '203.0.113.9, <script>', trusted).address).toBe('10.0.0.1')
})

function request(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

test('headers that only our own side may set are taken from strangers', () => {
  const asked = request('203.0.113.9', {
    'x-client-address': '198.51.100.1',
    'x-via-trusted-proxy': '1',
    'cf-ipcountry': 'IN',
    'x-forwarded-host': 'evil.example',
    accept: 'text/html',
  })
  settleClient(asked, trusted)
  expect(asked.headers).toEqual({ accept: 'text/html', 'x-client-address': '203.0.113.9' })
})

test('headers of a trusted proxy are kept', () => {
  const asked = request('10.0.0.1', { 'x-forwarded-for': '203.0.113.9', 'cf-ipcountry': 'IN' })
  settleClient(asked, trusted)
  expect(asked.headers).toMatchObject({
    'cf-ipcountry': 'IN',
    'x-client-address': '203.0.113.9',
    'x-via-trusted-proxy': '1',
  })
})
