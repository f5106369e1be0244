/** What a rate limit consists of. They are declared where the requests are handled, and counted by limits.ts. */

export const windowSeconds = 600

export type Limit<Place extends 'in-store' | 'in-process' = 'in-store' | 'in-process'> = {
  /** Part of the keys of its counters, and in the log. */
  name: string
  /** One IPv4 address or one IPv6 /64: a household, an office, or a carrier's customers behind one address. */
  address: number
  /** One IPv6 /48, which a provider assigns to a whole organisation and one attacker may control. */
  network: number
  /** One e-mail address from one IP address. Never the e-mail address alone, because anybody can type somebody else's. */
  emailAndAddress?: number
  /** All visitors behind one proxy that is missing from TRUSTED_PROXIES, and all without any address. */
  unknownAddress: number
  /** All visitors together. Reaching it logs an error and shows in health. Requests rejected by a narrower limit do not count. */
  site: number
  /** In the store, shared by all servers; or in this process, for pages that must not wait for the store. */
  counted: Place
}

/** Pages that are not in memory. Each takes about 25 milliseconds of the processor. Many customers of a carrier share one address. */
export const renderingLimit: Limit<'in-process'> = {
  name: 'rendering',
  address: 1200,
  network: 4800,
  unknownAddress: 12_000,
  site: 60_000,
  counted: 'in-process',
}
