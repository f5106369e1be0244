/**
 * Detects a proxy missing from TRUSTED_PROXIES: all its visitors appear to share its address, so per-address limits do not work. Warns in
 * the log and in health, and again at every start until the proxy is configured.
 */
import 'server-only'
import { z } from 'zod'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { processState } from '#lib/platform/process-state.ts'
import { readSetting, writeSetting } from '#lib/platform/store/settings.ts'
import { reportWarning } from '#lib/platform/warnings.ts'

const setting = 'unnamed-proxy'
const seen = processState('unnamed-proxy', () => ({ isRemembered: false }))
const recallDays = 30

/** `peer`: null in rows of earlier versions, which also took a visitor's own address for a proxy. */
const sightingSchema = z.object({ peer: z.string().nullable(), trustedProxies: z.array(z.string()) })

function report(peer: string): void {
  reportWarning(
    setting,
    `Forwarding headers arrive from ${peer}, which is not listed in TRUSTED_PROXIES. If it is your proxy, add it: until then its visitors share one limit, and limits per address do not work.`,
  )
}

/** Call for every request through such a proxy. `peer`: its address. */
export function recordUnnamedProxy(peer: string): void {
  report(peer)
  if (seen.get().isRemembered) return
  seen.set({ isRemembered: true })
  const value = JSON.stringify({ peer, trustedProxies: env().trustedProxies })
  writeSetting(setting, value).catch((error: unknown) =>
    log.warn('An unnamed proxy could not be saved for the next start', { error }),
  )
}

/** At start-up: repeats the warning of an earlier process, unless TRUSTED_PROXIES has changed since. @throws when the store fails. */
export async function restoreUnnamedProxyWarning(): Promise<void> {
  const known = await readSetting(setting)
  if (!known || Date.now() - Date.parse(known.updatedAt) > recallDays * 24 * 3_600_000) return
  const { peer, trustedProxies } = sightingSchema.parse(JSON.parse(known.value))
  if (peer && trustedProxies.join() === env().trustedProxies.join()) report(peer)
}
