import type { IncomingMessage } from 'node:http'
import { recordUnnamedProxy, restoreUnnamedProxyWarning } from '#lib/http/limits/unnamed-proxy.ts'
import { resetProcessState } from '#lib/process-state.ts'
import { addressMatcher, clientIp, resolveClientIp } from '#lib/server/client-ip.ts'
import { readSetting } from '#lib/store/settings.ts'
import { clearWarning, currentWarnings } from '#lib/warnings.ts'
import { setEnvironment, useFreshStore } from '#tests/support/store.ts'

const trusted = addressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])

test('a proxy is trusted by address or by range, in either notation', () => {
  expect(trusted('10.200.3.4')).toBe(true)
  expect(trusted('::ffff:10.200.3.4')).toBe(true)
  expect(trusted('192.0.2.7')).toBe(true)
  expect(trusted('192.0.2.8')).toBe(false)
  expect(trusted('2001:db8::1')).toBe(true)
  expect(trusted('not an address')).toBe(false)
})

test('a client cannot choose its address', () => {
  expect(clientIp('203.0.113.9', '198.51.100.1', trusted)).toEqual({ address: '203.0.113.9', viaTrustedProxy: false })
})

test('behind our proxies the client is the last hop that is not ours', () => {
  expect(clientIp('10.0.0.1', '198.51.100.66, 203.0.113.9, 10.0.0.2', trusted)).toEqual({
    address: '203.0.113.9',
    viaTrustedProxy: true,
  })
})

test.each([
  ['203.0.113.9:5555', '203.0.113.9'],
  ['[2001:db9::1]', '2001:db9::1'],
  ['[2001:db9::1]:443', '2001:db9::1'],
  ['198.51.100.66:1, 203.0.113.9:5555 , 10.0.0.2:80', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ['203.0.113.9:123456', '10.0.0.1'],
  ['[203.0.113.9', '10.0.0.1'],
  ['[]:443', '10.0.0.1'],
])('a hop may carry a port or brackets: %s', (forwardedFor, address) => {
  expect(clientIp('10.0.0.1', forwardedFor, trusted).address).toBe(address)
})

test('a forwarding header of 16 KB is read in one pass', () => {
  expect(clientIp('10.0.0.1', `${'['.repeat(16_000)}, 203.0.113.9`, trusted).address).toBe('203.0.113.9')
  expect(clientIp('10.0.0.1', '1.'.repeat(8000), trusted).address).toBe('10.0.0.1')
})

test('an invalid hop ends the search', () => {
  expect(clientIp('10.0.0.1', '203.0.113.9, <script>', trusted).address).toBe('10.0.0.1')
})

function request(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

test('internal headers of clients are removed', () => {
  const asked = request('203.0.113.9', {
    'x-client-address': '198.51.100.1',
    'x-via-trusted-proxy': '1',
    'cf-ipcountry': 'IN',
    'x-forwarded-host': 'evil.example',
    accept: 'text/html',
  })
  resolveClientIp(asked, trusted)
  expect(asked.headers).toEqual({ accept: 'text/html', 'x-client-address': '203.0.113.9' })
})

test('headers of a trusted proxy are kept', () => {
  const asked = request('10.0.0.1', { 'x-forwarded-for': '203.0.113.9', 'cf-ipcountry': 'IN' })
  resolveClientIp(asked, trusted)
  expect(asked.headers).toMatchObject({
    'cf-ipcountry': 'IN',
    'x-client-address': '203.0.113.9',
    'x-via-trusted-proxy': '1',
  })
})

describe('A proxy that nobody named', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.1' }
  const settle = (peer: string, headers: Record<string, string>, proxiesAreNamed: boolean) => {
    const asked = request(peer, { ...headers })
    const { unnamedProxy } = resolveClientIp(asked, trusted, { proxiesAreNamed })
    return [unnamedProxy, asked.headers['x-via-unnamed-proxy']]
  }

  test('is any peer that forwards, while TRUSTED_PROXIES is empty', () => {
    expect(settle('203.0.113.9', forwarded, false)).toEqual([{ peer: null }, '1'])
    expect(settle('172.17.0.1', forwarded, false)).toEqual([{ peer: '172.17.0.1' }, '1'])
    expect(settle('203.0.113.9', {}, false)).toEqual([null, undefined])
  })

  test('is only a peer with a private address, if TRUSTED_PROXIES is set', () => {
    expect(settle('203.0.113.9', forwarded, true)).toEqual([null, undefined])
    expect(settle('172.17.0.1', forwarded, true)).toEqual([{ peer: '172.17.0.1' }, '1'])
    expect(settle('::1', { forwarded: 'for=198.51.100.1' }, true)).toEqual([{ peer: '::1' }, '1'])
  })

  test('is neither a trusted proxy, nor a visitor who sends the header', () => {
    expect(settle('10.0.0.1', forwarded, true)).toEqual([null, undefined])
    expect(settle('203.0.113.9', { 'x-via-unnamed-proxy': '1' }, true)).toEqual([null, undefined])
  })

  describe('is reported', () => {
    useFreshStore()
    const warnings = () => currentWarnings().filter((sentence) => sentence.includes('TRUSTED_PROXIES'))
    const forget = () => {
      clearWarning('unnamed-proxy')
      resetProcessState('unnamed-proxy')
    }
    beforeEach(forget)
    afterEach(forget)
    const written = async () => {
      while (!(await readSetting('unnamed-proxy'))) await new Promise(setImmediate)
    }

    test('once, in health, and again at the next start', async () => {
      for (let times = 0; times < 3; times += 1) recordUnnamedProxy({ peer: '172.17.0.1' })
      expect(warnings()).toEqual([expect.stringMatching(/^Forwarding headers arrive from 172\.17\.0\.1, which/)])
      await written()
      forget()
      await restoreUnnamedProxyWarning()
      expect(warnings()).toHaveLength(1)
    })

    test('no more once TRUSTED_PROXIES has changed', async () => {
      recordUnnamedProxy({ peer: '172.17.0.1' })
      await written()
      forget()
      setEnvironment({ TRUSTED_PROXIES: '172.17.0.1' })
      await restoreUnnamedProxyWarning()
      expect(warnings()).toEqual([])
    })
  })
})
