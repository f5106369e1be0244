/** What start-up and health say about variables whose values are probably a mistake. */
import { lookAlikes } from '#lib/env/look-alikes.ts'
import { type Source, type Variables, variables, weakSecrets } from '#lib/env/variables.ts'

const shortRetentionDays = 30
const isLocal = (origin: string | undefined) =>
  origin === undefined || /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/.test(origin)

/** Probable misconfigurations: one sentence each, for the start-up log and /api/health. Names variables, never values. */
export function startupWarnings(set: Variables, given: Source): string[] {
  const warnings: string[] = []
  if (set.STRIPE_SECRET_KEY?.includes('_test_') && set.SITE_URL?.startsWith('https://'))
    warnings.push('STRIPE_SECRET_KEY is a test key on a site with https: no card is charged, and no gift is real.')
  if (set.ENQUIRY_RETENTION_DAYS < shortRetentionDays)
    warnings.push(
      `ENQUIRY_RETENTION_DAYS is ${set.ENQUIRY_RETENTION_DAYS}: enquiries are erased before a month is over, answered or not.`,
    )
  // The sandbox's secrets are fine on localhost.
  for (const { name, weakness } of weakSecrets(given))
    if (!(isLocal(set.SITE_URL) && weakness.includes('sandbox'))) warnings.push(`${name} ${weakness}.`)
  for (const { name, known } of lookAlikes(Object.keys(given), Object.keys(variables.shape)))
    warnings.push(`${name} is not a variable of this site, and nothing reads it. Did you mean ${known}?`)
  return warnings
}
