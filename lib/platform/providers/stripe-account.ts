/** Reads the settings of the Stripe account for the launch check. Read-only. Unlike payment calls it logs nothing. */
import 'server-only'
import Stripe from 'stripe'
import { z } from 'zod'
import { clientFor, type StripeSettings } from '#lib/platform/providers/stripe-calls.ts'
import { listed } from '#lib/platform/providers/stripe-objects.ts'

/** `not-permitted`: a restricted key without the permission to read this. */
type AccountAnswer<Value> =
  | { ok: true; value: Value }
  | { ok: false; why: 'wrong-key' | 'not-permitted' | 'unreachable' }

const currencies = z.array(z.string().transform((code) => code.toUpperCase()))
const accountShape = z
  .object({ country: z.string(), charges_enabled: z.boolean() })
  .transform(({ country, charges_enabled }) => ({ country, chargesEnabled: charges_enabled }))
const endpointsShape = listed(z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) }))
const methodShape = z.object({ available: z.boolean(), display_preference: z.object({ value: z.string() }) })
const configurationsShape = listed(z.looseObject({ active: z.boolean(), is_default: z.boolean() }))

async function read<Shape extends z.ZodType>(
  shape: Shape,
  request: () => Promise<unknown>,
): Promise<AccountAnswer<z.output<Shape>>> {
  try {
    const found = shape.safeParse(await request())
    return found.success ? { ok: true, value: found.data } : { ok: false, why: 'unreachable' }
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined
    if (status === 401) return { ok: false, why: 'wrong-key' }
    return { ok: false, why: status === 403 ? 'not-permitted' : 'unreachable' }
  }
}

export function stripeAccount(settings: StripeSettings) {
  const stripe = clientFor(settings)
  return {
    /** Country: ISO 3166 code. https://docs.stripe.com/api/accounts/object */
    overview: () => read(accountShape, () => stripe.accounts.retrieveCurrent()),

    /** Codes of the currencies that an account in this country can charge: https://docs.stripe.com/api/country_specs/object */
    currencies: (country: string) =>
      read(
        z.object({ supported_payment_currencies: currencies }).transform((spec) => spec.supported_payment_currencies),
        () => stripe.countrySpecs.retrieve(country),
      ),

    /** https://docs.stripe.com/api/webhook_endpoints/object */
    webhooks: () =>
      read(
        endpointsShape.transform(({ data }) => data),
        () => stripe.webhookEndpoints.list({ limit: 100 }),
      ),

    /** Whether wallets may be shown on this host: https://docs.stripe.com/payments/payment-methods/pmd-registration */
    isDomainRegistered: (host: string) =>
      read(
        listed(z.object({ domain_name: z.string(), enabled: z.boolean() })).transform(({ data }) =>
          data.some(({ domain_name, enabled }) => domain_name === host && enabled),
        ),
        () => stripe.paymentMethodDomains.list({ domain_name: host }),
      ),

    /**
     * Names of the payment methods that are offered: those turned on in the default configuration.
     * https://docs.stripe.com/api/payment_method_configurations/object
     */
    methods: () =>
      read(
        configurationsShape.transform(({ data }) => {
          const configuration = data.find((one) => one.active && one.is_default) ?? {}
          return Object.entries(configuration).flatMap(([name, value]) => {
            const method = methodShape.safeParse(value)
            return method.success && method.data.available && method.data.display_preference.value === 'on'
              ? [name]
              : []
          })
        }),
        () => stripe.paymentMethodConfigurations.list({ limit: 100 }),
      ),
  }
}
