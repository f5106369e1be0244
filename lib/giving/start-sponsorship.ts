/**
 * The sponsorship forms' use case: check, compare the total, start the checkout. The total is computed here from the
 * levels' ids; the one that the browser claims is only compared.
 */
import 'server-only'
import type { Sponsorship } from '#lib/content/giving-schema.ts'
import { formatMoney, inWholeUnits, wholeMoney } from '#lib/giving/money.ts'
import {
  checkSponsorship,
  chosenLevels,
  type SponsorshipError,
  type SponsorshipTerms,
  sponsorshipAddress,
  sponsorshipSummary,
  sponsorshipTotal,
} from '#lib/giving/sponsorship.ts'
import type { SponsorshipRequest } from '#lib/giving/sponsorship-request.ts'
import {
  type CheckoutFailure,
  type CheckoutPorts,
  type CheckoutStarted,
  startCheckout,
} from '#lib/giving/start-checkout.ts'

export type SponsorshipResult =
  | CheckoutStarted
  | CheckoutFailure
  | { kind: 'invalid'; sentence: string; errors: SponsorshipError[] }
  /** The claimed total is not the sum of the levels. `total` in dollars. */
  | { kind: 'disagrees'; sentence: string; total: number }

export type SponsorshipPorts = CheckoutPorts & {
  form: Pick<Sponsorship, 'id' | 'title'>
  terms: SponsorshipTerms
  siteUrl: string
}

export async function startSponsorship(
  { values, claimedDollars, uiMode }: Omit<SponsorshipRequest, 'event'>,
  idempotencyKey: string | null,
  { form, terms, siteUrl, ...ports }: SponsorshipPorts,
): Promise<SponsorshipResult> {
  const errors = checkSponsorship(values, terms)
  if (errors.length > 0) return { kind: 'invalid', sentence: sponsorshipSummary(values, errors), errors }
  const levels = chosenLevels(values, terms.levels)
  const money = sponsorshipTotal(values, terms.levels)
  const total = inWholeUnits(money)
  if (claimedDollars !== null && claimedDollars !== total) {
    return { kind: 'disagrees', sentence: disagreement(formatMoney(money)), total }
  }
  const address = `${siteUrl}${sponsorshipAddress[form.id]}`
  return startCheckout(
    {
      kind: form.id,
      money,
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

const disagreement = (total: string) =>
  `The amounts do not agree: the levels that were chosen come to ${total}. No money was taken. Please check your levels and try again.`
