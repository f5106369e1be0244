/**
 * The visitor's address, from the one header that can be believed: our own server writes it and takes it away from outside
 * requests; on Vercel the platform does. Anything else that claims to be an address is ignored.
 */
import 'server-only'
import ipaddr from 'ipaddr.js'

/** In its shortest form, IPv4 even when it came as `::ffff:…`; null when it is not known. */
export function clientAddress(headers: Headers): string | null {
  const given = headers.get('x-client-address')
  const address = given?.split(',')[0]?.trim() ?? ''
  // Other spellings of IPv4 (8.8.8, 0x8080808) are no address that a server writes.
  const valid = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return valid ? ipaddr.process(address).toString() : null
}

/** Whether the address is that of a proxy which TRUSTED_PROXIES does not name: then all visitors seem to have the same one. */
export const viaUnnamedProxy = (headers: Headers): boolean => headers.get('x-via-unnamed-proxy') === '1'
