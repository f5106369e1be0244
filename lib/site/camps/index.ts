/**
 * The camp summary shown on pages. Reading never waits for the camp API: a background loop saves the last good response in the store,
 * and content files provide defaults until there is one.
 */
import { minuteMs, now, withTimeout } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { setLiveVersion } from '#lib/platform/live.ts'
import { processState } from '#lib/platform/process-state.ts'
import { type CampFigures, fetchCampFigures, parseCampFigures } from '#lib/platform/providers/camps-api.ts'
import { readSetting, writeSetting } from '#lib/platform/store/index.ts'
import { logFailures, logOutcome } from '#lib/platform/warnings.ts'
import { campDefaults } from '#lib/site/content/index.ts'

export type CampSummary = CampFigures & {
  /** When the figures were fetched, ISO 8601 UTC; null for the defaults in content. */
  asOf: string | null
  /** `live`: fetched in the last five minutes; `last-known`: older; `embedded`: the defaults in content. */
  source: 'live' | 'last-known' | 'embedded'
}

const settingKey = 'camp-summary'
const liveForMs = 5 * minuteMs
const storeTimeoutMs = 500

type StoredSummary = { figures: CampFigures; asOf: string }
type Shared = {
  kept: StoredSummary | null
  /** The store read in progress, and until when a page waits for it (performance.now()). */
  reading: { done: Promise<void>; waitUntil: number } | null
  refreshing: Promise<void> | null
  loop: NodeJS.Timeout | null
}
const shared = processState('camps', (): Shared => ({ kept: null, reading: null, refreshing: null, loop: null })).get

function embedded(): CampSummary {
  const { totalSurgeryCount, totalCampCount, totalCountryCount, countryWiseCamps } = campDefaults()
  return {
    totalSurgeryCount,
    totalCampCount,
    totalCountryCount,
    countryWiseCamps,
    asOf: null,
    source: 'embedded',
  }
}

/** `kept`: what pages show from now on. */
function keep(state: Shared, kept: StoredSummary | null): void {
  state.kept = kept
  if (kept) setLiveVersion('camps', [kept.figures, kept.asOf.slice(0, 10)])
}

/** Validated, because an older version of the site may have written it. */
async function readStored(): Promise<StoredSummary | null> {
  const setting = await readSetting(settingKey)
  if (!setting) return null
  const figures = parseCampFigures(JSON.parse(setting.value))
  return figures && { figures, asOf: setting.updatedAt }
}

/** Ignores a time in the future, which a wrong clock wrote: any other value is newer. */
const credible = ({ asOf }: StoredSummary) => (Date.parse(asOf) <= now().getTime() + liveForMs ? asOf : '')

/** This process may be ahead of the store (a write failed) or behind it (another server fetched since). */
function newer(a: StoredSummary | null, b: StoredSummary | null): StoredSummary | null {
  if (!a || !b) return a ?? b
  return credible(a) > credible(b) ? a : b
}

/** Reads figures that another server saved. One read at a time. Never throws. */
function readStore(state: Shared): NonNullable<Shared['reading']> {
  if (state.reading) return state.reading
  const done = logFailures('The camp summary could not be read from the store', readStored)
    .then((kept) => keep(state, newer(kept, state.kept)))
    .catch(() => undefined)
    .finally(() => {
      state.reading = null
    })
  state.reading = { done, waitUntil: performance.now() + storeTimeoutMs }
  return state.reading
}

/**
 * Returns the figures in memory and refreshes them from the store for the next call. Waits for the store, at most half a second, only if
 * there are none in memory yet; then the defaults in content are used (always during the build, which must not need a database).
 */
export async function campSummary(): Promise<CampSummary> {
  if (env().isBuild) return embedded()
  const state = shared()
  const { done, waitUntil } = readStore(state)
  if (!state.kept) await withTimeout(done, Math.max(0, waitUntil - performance.now())).catch(() => undefined)
  if (!state.kept) return embedded()
  const { figures, asOf } = state.kept
  const age = now().getTime() - Date.parse(asOf)
  return { ...figures, asOf, source: Math.abs(age) < liveForMs ? 'live' : 'last-known' }
}

/** Fetches and saves the figures; a failure changes nothing. One at a time: a second call waits for the first. Never throws. */
export function refreshCampSummary(): Promise<void> {
  const state = shared()
  state.refreshing ??= refresh(state).finally(() => {
    state.refreshing = null
  })
  return state.refreshing
}

async function refresh(state: Shared): Promise<void> {
  const { campsApiUrl } = env()
  if (!campsApiUrl) return
  const answer = await fetchCampFigures(campsApiUrl)
  const reason = answer.ok ? null : { reason: answer.failure }
  logOutcome('The camp API returned no usable figures; keeping the last good ones', reason)
  if (!answer.ok) return
  keep(state, { figures: answer.value, asOf: new Date().toISOString() })
  const save = () => writeSetting(settingKey, JSON.stringify(answer.value))
  await logFailures('The camp summary could not be saved', save).catch(() => undefined)
}

const everyMs = minuteMs

/** Refreshes now and then at least every minute, with jitter so that several servers do not ask together. The timer does not keep the process alive. */
export function startCampRefresh(): void {
  const state = shared()
  if (state.loop || !env().campsApiUrl) return
  const next = () => {
    if (state.loop) state.loop = setTimeout(round, everyMs * (0.8 + Math.random() * 0.2)).unref()
  }
  const round = () => void refreshCampSummary().then(next)
  state.loop = setTimeout(round, 0).unref()
}

/** Stops the loop; a refresh in progress is finished. */
export function stopCampRefresh(): void {
  const state = shared()
  if (state.loop) clearTimeout(state.loop)
  state.loop = null
}
