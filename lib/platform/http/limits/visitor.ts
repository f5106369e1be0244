/** Rate-limit keys. Addresses are stored only as keyed hashes, which cannot be reversed without the signing secret. */
import 'server-only'
import ipaddr from 'ipaddr.js'
import { clientAddress, viaUnnamedProxy } from '#lib/platform/http/sender.ts'
import { sign } from '#lib/platform/signed.ts'

export type Visitor = {
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
  if (ipaddr.parse(address).kind() === 'ipv4') return { address, network: null }
  return { address: prefix(address, 64), network: prefix(address, 48) }
}

/** Identifies a visitor in the store, the same for every bucket. */
export const visitorKey = ({ address }: Visitor): string => sign('visitor', address)

/** One key per mailbox: case is ignored, and so is a +tag in the local part. */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email.trim().normalize('NFKC').toLowerCase().split('@')
  return sign('email', `${local.split('+')[0]}@${domain}`)
}
