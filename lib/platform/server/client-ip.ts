/**
 * The client IP address. Forwarding headers are trusted only from proxies in TRUSTED_PROXIES; all others are removed, so that
 * per-address limits cannot be bypassed.
 */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Normalised, so that `10.0.0.7` and `::ffff:10.0.0.7` are equal. Null when it is not an address. */
function parse(address: string) {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null
}

/** A hop of X-Forwarded-For without its port: `1.2.3.4:5555`, `[2001:db8::1]` and `[2001:db8::1]:443` are valid (RFC 7239, section 6). */
function withoutPort(hop: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop) ?? []
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(hop) ?? []
  return bracketed ?? withPort ?? hop
}

/** Matches addresses and CIDR ranges. @throws when an entry is neither. */
export function addressMatcher(proxies: readonly string[]): (address: string) => boolean {
  const ranges = proxies.map((proxy): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
    if (proxy.includes('/')) return ipaddr.parseCIDR(proxy)
    const single = ipaddr.process(proxy)
    return [single, single.kind() === 'ipv4' ? 32 : 128]
  })
  return (address) => {
    const parsed = parse(address)
    return parsed !== null && ipaddr.subnetMatch(parsed, { ours: ranges }, '') === 'ours'
  }
}

/** Walks X-Forwarded-For from right to left and stops at the first hop that is not a trusted proxy. */
export function clientIp(
  remote: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
) {
  const direct = remote ?? ''
  if (!isTrusted(direct)) return { address: parse(direct)?.toString() ?? null, viaTrustedProxy: false }
  let client = direct
  for (const hop of (forwardedFor ?? '')
    .split(',')
    .map((part) => withoutPort(part.trim()))
    .filter(Boolean)
    .reverse()) {
    if (!parse(hop)) break
    client = hop
    if (!isTrusted(hop)) break
  }
  return { address: parse(client)?.toString() ?? null, viaTrustedProxy: true }
}

export const clientHeaders = ['x-client-address', 'x-via-trusted-proxy', 'x-via-unnamed-proxy']
const hosting = ['cf-ipcountry', 'cloudfront-viewer-country']
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded']

const privateRanges = new Set(['private', 'loopback', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** Whether an address is not routable on the internet. */
export const isPrivate = (address: string): boolean =>
  ipaddr.isValid(address) && privateRanges.has(ipaddr.process(address).range())

/**
 * Rewrites the request's headers so that later code can trust them. A private address that sends forwarding headers is reported as a
 * proxy missing from TRUSTED_PROXIES. A public one is not, because visitors can send these headers too.
 * @returns the address of the missing proxy.
 */
export function resolveClientIp(
  request: IncomingMessage,
  isTrusted: (address: string) => boolean,
): { unnamedProxy: string | null } {
  const { headers, socket } = request
  const forwards = forwarding.some((name) => headers[name] !== undefined)
  const { address, viaTrustedProxy } = clientIp(socket.remoteAddress, headers['x-forwarded-for']?.toString(), isTrusted)
  for (const name of clientHeaders) delete headers[name]
  if (viaTrustedProxy) headers['x-via-trusted-proxy'] = '1'
  else for (const name of [...hosting, ...forwarding]) delete headers[name]
  if (address) headers['x-client-address'] = address
  if (viaTrustedProxy || !forwards || !address || !isPrivate(address)) return { unnamedProxy: null }
  headers['x-via-unnamed-proxy'] = '1'
  return { unnamedProxy: address }
}
