/**
 * The sponsorship forms' use case: check, compare the total, start the checkout. The total is computed here from the
 * levels' ids; the one that the browser claims is only compared.
 */
import 'server-only'
import type { Sponsorship } from '#lib/content/giving-schema.ts'
import { judgeSponsorship, type SponsorshipRefused } from '#lib/giving/judge-sponsorship.ts'
import { wholeMoney } from '#lib/giving/money.ts'
import { type SponsorshipTerms, sponsorshipAddress } from '#lib/giving/sponsorship.ts'
import type { SponsorshipRequest } from '#lib/giving/sponsorship-request.ts'
import {
  type CheckoutFailure,
  type CheckoutPorts,
  type CheckoutStarted,
  startCheckout,
} from '#lib/giving/start-checkout.ts'

export type SponsorshipResult = CheckoutStarted | CheckoutFailure | SponsorshipRefused

export type SponsorshipPorts = CheckoutPorts & {
  form: Pick<Sponsorship, 'id' | 'title'>
  terms: SponsorshipTerms
  siteUrl: string
}

export async function startSponsorship(
  request: Omit<SponsorshipRequest, 'event'>,
  idempotencyKey: string | null,
  { form, terms, siteUrl, ...ports }: SponsorshipPorts,
): Promise<SponsorshipResult> {
  const order = judgeSponsorship(request, terms, 'No money was taken.')
  if (order.kind !== 'sound') return order
  const { levels, total } = order
  const { values, uiMode } = request
  const address = `${siteUrl}${sponsorshipAddress[form.id]}`
  return startCheckout(
    {
      kind: form.id,
      money: total,
      frequency: 'once',
      purpose: 'sponsorship',
      donor: { name: values.firstName, email: values.email },
      answers: { ...values, levels: levels.map(({ id }) => id) },
      lines: levels.map(({ name, dollars }) => ({
        name: `${name} (${form.title})`,
        money: wholeMoney(dollars, 'USD'),
      })),
      facts: { form: form.id, levels: levels.map(({ id }) => id).join(' ') },
      uiMode,
      idempotencyKey,
      thankYou: `${address}/thank-you`,
      cancelled: `${address}?cancelled=1`,
    },
    ports,
  )
}
