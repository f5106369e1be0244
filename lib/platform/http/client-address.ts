/**
 * The client's IP address. Our server resolves it and passes it on in headers that no client can set; forwarding headers are trusted
 * only from proxies in TRUSTED_PROXIES, so that limits per address cannot be bypassed.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { domainToASCII, domainToUnicode } from 'node:url'
import ipaddr from 'ipaddr.js'
import { sign } from '#lib/platform/signed.ts'

/** Normalised, so that `10.0.0.7` and `::ffff:10.0.0.7` are equal. Null when it is not an address. */
function parse(address: string) {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null
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

const privateRanges = new Set(['private', 'loopback', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** Whether an address is not routable on the internet. */
export const isPrivate = (address: string): boolean => privateRanges.has(parse(address)?.range() ?? '')

/** The ports that some proxies write: 1.2.3.4:5555, [2001:db8::1]:443 (RFC 7239, section 6). */
const withoutPort = (hop: string) => hop.replace(/^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$2')

/** Walks X-Forwarded-For from right to left and stops at the first hop that is not a trusted proxy. */
function lastForeignHop(proxy: string, forwardedFor: string, isTrusted: (address: string) => boolean): string {
  let client = proxy
  for (const hop of forwardedFor.split(',').reverse()) {
    const address = withoutPort(hop.trim())
    if (!parse(address)) break
    client = address
    if (!isTrusted(address)) break
  }
  return client
}

const addressHeader = 'x-client-address'
const unnamedProxyHeader = 'x-via-unnamed-proxy'
/** The headers that only our server sets. */
export const clientHeaders = [addressHeader, 'x-via-trusted-proxy', unnamedProxyHeader]
const hosting = ['cf-ipcountry', 'cloudfront-viewer-country']
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded']

/**
 * Rewrites the request's headers so that later code can trust them. A private address that sends forwarding headers is reported as a
 * proxy missing from TRUSTED_PROXIES. A public one is not, because visitors can send these headers too.
 * @returns the address of the missing proxy.
 */
export function resolveClientAddress(
  { headers, socket }: IncomingMessage,
  isTrusted: (address: string) => boolean,
): string | null {
  const peer = socket.remoteAddress ?? ''
  const forwards = forwarding.some((name) => headers[name] !== undefined)
  const viaTrustedProxy = isTrusted(peer)
  const claimed = viaTrustedProxy ? lastForeignHop(peer, String(headers['x-forwarded-for'] ?? ''), isTrusted) : peer
  const address = parse(claimed)?.toString() ?? null
  for (const name of clientHeaders) delete headers[name]
  if (viaTrustedProxy) headers['x-via-trusted-proxy'] = '1'
  else for (const name of [...hosting, ...forwarding]) delete headers[name]
  if (address) headers[addressHeader] = address
  if (viaTrustedProxy || !forwards || !address || !isPrivate(address)) return null
  headers[unnamedProxyHeader] = '1'
  return address
}

/** In its shortest form, IPv4 even for `::ffff:…`; null when it is unknown. */
export function clientAddress(headers: Headers): string | null {
  const value = headers.get(addressHeader) ?? ''
  // Our server never writes other IPv4 spellings (8.8.8, 0x8080808).
  const isWritten = ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)
  return isWritten ? ipaddr.process(value).toString() : null
}

/** Whether the address belongs to a proxy missing from TRUSTED_PROXIES, so that all its visitors appear to share one address. */
const viaUnnamedProxy = (headers: Headers): boolean => headers.get(unnamedProxyHeader) === '1'

/** Whether the client is a server of our own, such as a monitor on this machine. */
export function isOurs(headers: IncomingHttpHeaders): boolean {
  return isPrivate(String(headers[addressHeader] ?? '')) && !headers[unnamedProxyHeader]
}

type Visitor = {
  /** The IPv4 address, or the IPv6 /64: a household usually has a whole one. */
  address: string
  /** The /48 of IPv6; null for IPv4. */
  network: string | null
}

function prefix(address: string, bits: 48 | 64): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}

/** Null when the address is unknown, or belongs to a proxy that all visitors share. */
export function visitorOf(headers: Headers): Visitor | null {
  const address = clientAddress(headers)
  if (!address || viaUnnamedProxy(headers)) return null
  if (ipaddr.IPv4.isValid(address)) return { address, network: null }
  return { address: prefix(address, 64), network: prefix(address, 48) }
}

/** Identifies a visitor in the store, the same for every bucket. A keyed hash: without the signing secret the address cannot be recovered. */
export const visitorKey = ({ address }: Pick<Visitor, 'address'>): string => sign('visitor', address)

/**
 * One text per mailbox, for limits and for lists in which each stands once: mail goes to the address as it was typed. Case, a +tag, full width, invisible characters
 * and the spelling of an international domain are ignored, and at Gmail dots too. https://support.google.com/mail/answer/7436150
 */
export function mailboxOf(email: string): string {
  const plain = email
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toLowerCase()
  const [local = '', host = ''] = plain.split('@')
  const domain = (domainToUnicode(domainToASCII(host)) || host).replace(/^googlemail\.com$/, 'gmail.com')
  const [name = ''] = local.split('+')
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}

/** A keyed hash of the mailbox. */
export const emailKey = (email: string): string => sign('email', mailboxOf(email))
