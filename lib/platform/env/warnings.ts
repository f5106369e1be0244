/** What start-up and health say about variables whose values are probably a mistake. */

import { publicSecrets, type Source, type Variables } from '#lib/platform/env/variables.ts'

/** Whether only this machine can reach it; true if it is unset. */
export const isLocal = (origin: string | undefined) =>
  origin === undefined || /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/.test(origin)

/** Probable misconfigurations: one sentence each, for the start-up log and /api/health. Names variables, never values. */
export function startupWarnings(set: Variables, values: Source): string[] {
  const warnings: string[] = []
  if (set.STRIPE_SECRET_KEY?.includes('_test_') && set.SITE_URL?.startsWith('https://'))
    warnings.push('STRIPE_SECRET_KEY is a test key on a site with https: no card is charged, and no gift is real.')
  if (!isLocal(set.SITE_URL)) warnings.push(...publicSecrets(values))
  return warnings
}
