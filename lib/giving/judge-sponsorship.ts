/**
 * A sponsorship as the server sees it, however it is to be paid: its answers held against the rules, and a claimed total
 * against the sum of its levels. Charges nothing and keeps nothing.
 */
import { formatMoney, inWholeUnits, type Money } from '#lib/giving/money.ts'
import {
  checkSponsorship,
  chosenLevels,
  type SponsorshipError,
  type SponsorshipLevel,
  type SponsorshipTerms,
  sponsorshipSummary,
  sponsorshipTotal,
} from '#lib/giving/sponsorship.ts'
import type { SponsorshipRequest } from '#lib/giving/sponsorship-request.ts'

/** Each with the sentence that the visitor reads. */
export type SponsorshipRefused =
  | { kind: 'invalid'; sentence: string; errors: SponsorshipError[] }
  /** The claimed total is not the sum of the levels. `total` in dollars. */
  | { kind: 'disagrees'; sentence: string; total: number }

export type SponsorshipOrder = { kind: 'sound'; levels: SponsorshipLevel[]; total: Money }

/** `nothingDone`: what did not happen because of a total that disagrees, as in "No money was taken." */
export function judgeSponsorship(
  { values, claimedDollars }: Pick<SponsorshipRequest, 'values' | 'claimedDollars'>,
  terms: SponsorshipTerms,
  nothingDone: string,
): SponsorshipOrder | SponsorshipRefused {
  const errors = checkSponsorship(values, terms)
  if (errors.length > 0) return { kind: 'invalid', sentence: sponsorshipSummary(values, errors), errors }
  const total = sponsorshipTotal(values, terms.levels)
  const dollars = inWholeUnits(total)
  if (claimedDollars !== null && claimedDollars !== dollars) {
    return { kind: 'disagrees', sentence: disagreement(formatMoney(total), nothingDone), total: dollars }
  }
  return { kind: 'sound', levels: chosenLevels(values, terms.levels), total }
}

const disagreement = (total: string, nothingDone: string) =>
  `The amounts do not agree: the levels that were chosen come to ${total}. ${nothingDone} Please check your levels and try again.`
