import type { IncomingMessage } from 'node:http'
import { addressMatcher, clientAddress, resolveClientAddress } from '#lib/platform/http/client-address.ts'

const trusted = addressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])

test.each([
  ['10.200.3.4', true],
  ['::ffff:10.200.3.4', true],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['2001:db8::1', true],
  ['not an address', false],
])('whether %s is a trusted proxy: %s', (address, expected) => expect(trusted(address)).toBe(expected))

/** What is left of the headers of a request from `peer`. */
function resolved(peer: string, headers: Record<string, string>) {
  const request = { socket: { remoteAddress: peer }, headers: { ...headers } }
  const unnamedProxy = resolveClientAddress(request as unknown as IncomingMessage, trusted)
  return { unnamedProxy, headers: request.headers }
}

test('a client cannot choose its address', () => {
  const { headers } = resolved('203.0.113.9', { 'x-forwarded-for': '198.51.100.1' })
  expect(headers).toEqual({ 'x-client-address': '203.0.113.9' })
})

test.each([
  ['198.51.100.66, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['203.0.113.9:5555', '203.0.113.9'],
  ['[2001:db9::1]', '2001:db9::1'],
  ['198.51.100.66:1, [::ffff:203.0.113.9]:80 , 10.0.0.2:80', '203.0.113.9'],
  ['203.0.113.9:123456', '10.0.0.1'],
  ['[203.0.113.9', '10.0.0.1'],
  ['203.0.113.9, <script>', '10.0.0.1'],
  ['', '10.0.0.1'],
])('behind our proxies the client is the last valid hop that is not ours: %s', (forwardedFor, address) => {
  expect(resolved('10.0.0.1', { 'x-forwarded-for': forwardedFor }).headers['x-client-address']).toBe(address)
})

test('internal and forwarding headers of a client are removed, those of a trusted proxy are kept', () => {
  const sent = {
    'x-client-address': '198.51.100.1',
    'x-via-trusted-proxy': '1',
    'x-via-unnamed-proxy': '1',
    'cf-ipcountry': 'IN',
    accept: 'text/html',
  }
  const { headers } = resolved('203.0.113.9', { ...sent, 'x-forwarded-host': 'evil.example' })
  expect(headers).toEqual({ accept: 'text/html', 'x-client-address': '203.0.113.9' })
  expect(resolved('10.0.0.1', { ...sent, 'x-forwarded-for': '203.0.113.9' }).headers).toEqual({
    accept: 'text/html',
    'cf-ipcountry': 'IN',
    'x-forwarded-for': '203.0.113.9',
    'x-client-address': '203.0.113.9',
    'x-via-trusted-proxy': '1',
  })
})

describe('A proxy that nobody named', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.1' }

  test.each<[string, Record<string, string>, string | null]>([
    ['172.17.0.1', forwarded, '172.17.0.1'],
    ['::1', { forwarded: 'for=198.51.100.1' }, '::1'],
    ['172.17.0.1', {}, null],
    ['203.0.113.9', forwarded, null],
    ['2002:cb00:7109::1', forwarded, null],
    ['10.0.0.1', forwarded, null],
    ['203.0.113.9', { 'x-via-unnamed-proxy': '1' }, null],
  ])('is a private address that forwards, never a public one: %s, %j', (peer, sent, expected) => {
    const { unnamedProxy, headers } = resolved(peer, sent)
    expect(unnamedProxy).toBe(expected)
    expect(headers['x-via-unnamed-proxy']).toBe(expected ? '1' : undefined)
  })
})

test.each([
  [{ 'x-client-address': '::ffff:203.0.113.7' }, '203.0.113.7'],
  [{ 'x-client-address': '2001:0db8:0:0::1' }, '2001:db8::1'],
  [{ 'x-client-address': 'localhost' }, null],
  [{ 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' }, null],
  [{}, null],
])('the address of a visitor with %j is %s', (headers, address) => {
  expect(clientAddress(new Headers({ ...headers }))).toBe(address)
})
