/**
 * The visitor's IP address, from the one trusted header: our own server sets it and strips it from incoming requests. All other
 * headers that claim to be an address are ignored.
 */
import 'server-only'
import ipaddr from 'ipaddr.js'

/** In its shortest form, IPv4 even for `::ffff:…`; null when it is unknown. */
export function clientAddress(headers: Headers): string | null {
  const given = headers.get('x-client-address')
  const address = given?.split(',')[0]?.trim() ?? ''
  // Our server never writes other IPv4 spellings (8.8.8, 0x8080808).
  const valid = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return valid ? ipaddr.process(address).toString() : null
}

/** Whether the address belongs to a proxy missing from TRUSTED_PROXIES, so that all its visitors appear to share one address. */
export const viaUnnamedProxy = (headers: Headers): boolean => headers.get('x-via-unnamed-proxy') === '1'
