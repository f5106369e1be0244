/** Reads the settings of the Stripe account for the launch check. Read-only. Unlike payment calls it logs nothing. */
import Stripe from 'stripe'
import { propertyOf } from '#lib/platform/narrow.ts'
import { clientFor, type StripeSettings } from '#lib/platform/providers/stripe-calls.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

/** `not-permitted`: a restricted key without the permission to read this. */
type AccountAnswer<Value> = Result<Value, 'wrong-key' | 'not-permitted' | 'unreachable'>

/** A response in another shape makes `request` throw, and counts as none. */
async function read<Value>(request: () => Promise<Value>): Promise<AccountAnswer<Value>> {
  try {
    return success(await request())
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined
    if (status === 401) return failure('wrong-key' as const)
    return failure(status === 403 ? ('not-permitted' as const) : ('unreachable' as const))
  }
}

export function stripeAccount(settings: StripeSettings) {
  const stripe = clientFor(settings)
  return {
    /** The version of Stripe's API that the site uses. */
    version: Stripe.API_VERSION,

    /** Country: ISO 3166 code. https://docs.stripe.com/api/accounts/object */
    overview: () =>
      read(async () => {
        const { country, charges_enabled: chargesEnabled } = await stripe.accounts.retrieveCurrent()
        if (!country) throw new Error('The account has no country')
        return { country, chargesEnabled }
      }),

    /** Codes of the currencies that an account in this country can charge: https://docs.stripe.com/api/country_specs/object */
    currencies: (country: string) =>
      read(async () => {
        const { supported_payment_currencies: codes } = await stripe.countrySpecs.retrieve(country)
        return codes.map((code) => code.toUpperCase())
      }),

    /** `version`: the API version of its events, or null for the account's default. https://docs.stripe.com/api/webhook_endpoints/object */
    webhooks: () =>
      read(async () => {
        const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
        return data.map(({ url, status, enabled_events, api_version }) => ({
          url,
          status,
          events: [...enabled_events],
          version: api_version,
        }))
      }),

    /** Whether wallets may be shown on this host: https://docs.stripe.com/payments/payment-methods/pmd-registration */
    isDomainRegistered: (host: string) =>
      read(async () => {
        const { data } = await stripe.paymentMethodDomains.list({ domain_name: host })
        return data.some(({ domain_name, enabled }) => domain_name === host && enabled)
      }),

    /**
     * Names of the payment methods that are offered: those turned on in the default configuration.
     * https://docs.stripe.com/api/payment_method_configurations/object
     */
    methods: () =>
      read(async () => {
        const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 })
        const configuration = data.find((candidate) => candidate.active && candidate.is_default) ?? {}
        const isOn = (method: unknown) =>
          propertyOf(method, 'available') === true &&
          propertyOf(propertyOf(method, 'display_preference'), 'value') === 'on'
        return Object.entries(configuration).flatMap(([name, method]) => (isOn(method) ? [name] : []))
      }),
  }
}
