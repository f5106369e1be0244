/**
 * A proxy that TRUSTED_PROXIES does not name: all its visitors seem to have its address, so limits per address cannot hold for
 * them. Said once in the log and in health, and again at the next start of any server until somebody names the proxy.
 */
import 'server-only'
import { z } from 'zod'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { processState } from '#lib/process-state.ts'
import { readSetting, writeSetting } from '#lib/store/settings.ts'
import { reportWarning } from '#lib/warnings.ts'

const setting = 'unnamed-proxy'
const seen = processState('unnamed-proxy', () => ({ isRemembered: false }))
const recallDays = 30

const sightingSchema = z.object({ peer: z.string().nullable(), trustedProxies: z.array(z.string()) })

function report(peer: string | null): void {
  const from = peer ? `${peer}, which` : 'an address that'
  reportWarning(
    setting,
    `Forwarding headers arrive from ${from} TRUSTED_PROXIES does not name. If it is your proxy, name it there: until then its visitors share one limit, and limits per address do not hold.`,
  )
}

/** A request came through one. `peer`: its address; null where that may be a visitor's own. May be called for every request. */
export function noteUnnamedProxy({ peer }: { peer: string | null }): void {
  report(peer)
  if (seen.get().isRemembered) return
  seen.set({ isRemembered: true })
  const value = JSON.stringify({ peer, trustedProxies: env().trustedProxies })
  writeSetting(setting, value).catch((error: unknown) =>
    log.warn('An unnamed proxy could not be remembered for the next start', { error }),
  )
}

/** For the start: warns of what an earlier process saw, unless TRUSTED_PROXIES has changed since. @throws when the store fails. */
export async function recallUnnamedProxy(): Promise<void> {
  const known = await readSetting(setting)
  if (!known || Date.now() - Date.parse(known.updatedAt) > recallDays * 24 * 3_600_000) return
  const { peer, trustedProxies } = sightingSchema.parse(JSON.parse(known.value))
  if (trustedProxies.join() === env().trustedProxies.join()) report(peer)
}
