/** The account at the sandbox's Stripe: its country, webhook endpoint and payment methods, which a test can change. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { listOf } from './ledger.ts'

export const accountChanges = z.strictObject({
  country: z.string().length(2).exactOptional(),
  chargesEnabled: z.boolean().exactOptional(),
  /** Null: the account has no webhook endpoint. */
  webhookUrl: z.url().nullable().exactOptional(),
  events: z.array(z.string()).min(1).exactOptional(),
  webhookEnabled: z.boolean().exactOptional(),
  /** Payment methods that are turned on. */
  methods: z.array(z.string()).exactOptional(),
  /** Hosts that may show wallets. */
  domains: z.array(z.string()).exactOptional(),
})
type Changes = z.output<typeof accountChanges>
type Settings = Required<Changes>

export type Account = ReturnType<typeof createAccount>

export function createAccount(webhookUrl: string) {
  const initial: Settings = {
    country: 'US',
    chargesEnabled: true,
    webhookUrl,
    events: ['*'],
    webhookEnabled: true,
    methods: ['card', 'apple_pay', 'google_pay', 'link', 'us_bank_account'],
    domains: [new URL(webhookUrl).hostname],
  }
  let settings = initial
  return {
    change(changes: Changes): Settings {
      settings = { ...settings, ...changes }
      return settings
    },
    reset() {
      settings = initial
    },
    overview: () =>
      ({
        id: 'acct_sandbox',
        object: 'account',
        country: settings.country,
        charges_enabled: settings.chargesEnabled,
      }) satisfies Partial<Stripe.Account>,
    countrySpec: (id: string) =>
      ({
        id,
        object: 'country_spec',
        supported_payment_currencies: ['usd', 'inr', 'eur', 'gbp'],
      }) satisfies Partial<Stripe.CountrySpec>,
    webhookEndpoints() {
      const { webhookUrl: url, events, webhookEnabled } = settings
      const status = webhookEnabled ? 'enabled' : 'disabled'
      const endpoint = { id: 'we_sandbox', object: 'webhook_endpoint' as const, enabled_events: events, status }
      return listOf(url === null ? [] : [{ ...endpoint, url }])
    },
    methodDomains({ domain_name }: { domain_name: string }) {
      const found = settings.domains.filter((name) => name === domain_name)
      return listOf(found.map((name) => ({ id: 'pmd_sandbox', domain_name: name, enabled: true })))
    },
    methodConfigurations() {
      const on = settings.methods.map((name) => [name, { available: true, display_preference: { value: 'on' } }])
      const configuration = { id: 'pmc_sandbox', active: true, is_default: true, ...Object.fromEntries(on) }
      return listOf([configuration])
    },
  }
}
