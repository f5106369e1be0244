/**
 * The camp summary that pages show. Reading it never waits for the camp API: a background loop keeps the last good answer
 * in the store, and content holds what is shown until there is one.
 */
import 'server-only'
import { campDefaults } from '#lib/content/index.ts'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { processState } from '#lib/process-state.ts'
import { type CampFigures, campCountries, fetchCampFigures, parseCampFigures } from '#lib/providers/camps-api.ts'
import { readSetting, writeSetting } from '#lib/store/settings.ts'
import { withTimeout } from '#lib/with-timeout.ts'

export { type CampCountry, campCountries } from '#lib/providers/camps-api.ts'

export type CampSummary = CampFigures & {
  /** When the figures came from the camp API, ISO 8601 UTC; null for those of the content files. */
  asOf: string | null
  /** `live` is an answer of the last five minutes, `last-known` an older one, `embedded` the content files. */
  source: 'live' | 'last-known' | 'embedded'
}

const settingKey = 'camp-summary'
const liveForMs = 5 * 60_000
const storePatienceMs = 500

type Kept = { figures: CampFigures; asOf: string }
type Shared = {
  kept: Kept | null
  /** The look into the store that is under way, and until when a page waits for it (performance.now()). */
  reading: { done: Promise<void>; waitUntil: number } | null
  refreshing: Promise<void> | null
  loop: NodeJS.Timeout | null
}
const shared = processState('camps', (): Shared => ({ kept: null, reading: null, refreshing: null, loop: null })).get

function embedded(): CampSummary {
  const { totalSurgeryCount, totalCampCount, totalCountryCount, countryWiseCamps } = campDefaults()
  const camps = campCountries.map((name) => [name, { surgeryCount: countryWiseCamps[name]?.surgeryCount ?? 0 }])
  return {
    totalSurgeryCount,
    totalCampCount,
    totalCountryCount,
    countryWiseCamps: Object.fromEntries(camps) as CampFigures['countryWiseCamps'],
    asOf: null,
    source: 'embedded',
  }
}

/** What is under the key is read like anything from outside: an older version of the site may have written it. */
async function readKept(): Promise<Kept | null> {
  const setting = await readSetting(settingKey)
  if (!setting) return null
  const figures = parseCampFigures(JSON.parse(setting.value))
  return figures && { figures, asOf: setting.updatedAt }
}

/** A time ahead of ours was written while some clock was wrong: anything else is newer. */
const credible = ({ asOf }: Kept) => (Date.parse(asOf) <= Date.now() + liveForMs ? asOf : '')

/** What this process saw may be newer than the store (a write failed) or older (another server asked since). */
function newer(one: Kept | null, other: Kept | null): Kept | null {
  if (!one || !other) return one ?? other
  return credible(one) > credible(other) ? one : other
}

/** Looks into the store for figures that another server loaded. One look at a time. Never throws. */
function readStore(state: Shared): NonNullable<Shared['reading']> {
  if (state.reading) return state.reading
  const done = readKept()
    .then((kept) => {
      state.kept = newer(kept, state.kept)
    })
    .catch((error: unknown) => log.warn('The camp summary could not be read from the store', { error }))
    .finally(() => {
      state.reading = null
    })
  state.reading = { done, waitUntil: performance.now() + storePatienceMs }
  return state.reading
}

/**
 * Answers at once from memory, and looks into the store meanwhile for the next call. Only while this process knows nothing yet it
 * waits for the store, half a second at most; then come the content files (always those during the build, so that no build depends
 * on a database).
 */
export async function campSummary(): Promise<CampSummary> {
  if (env().isBuild) return embedded()
  const state = shared()
  const { done, waitUntil } = readStore(state)
  if (!state.kept) await withTimeout(done, Math.max(0, waitUntil - performance.now())).catch(() => undefined)
  if (!state.kept) return embedded()
  const { figures, asOf } = state.kept
  const age = Date.now() - Date.parse(asOf)
  return { ...figures, asOf, source: Math.abs(age) < liveForMs ? 'live' : 'last-known' }
}

/** Asks the camp API and keeps a good answer; a bad one changes nothing. One at a time: a second call waits for the first. Never throws. */
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
  if (!answer.ok)
    return log.warn('The camp API gave no usable figures; the last good ones stay', { reason: answer.reason })
  state.kept = { figures: answer.figures, asOf: new Date().toISOString() }
  try {
    await writeSetting(settingKey, JSON.stringify(answer.figures))
  } catch (error) {
    log.warn('The camp summary could not be kept', { error })
  }
}

const everyMs = 60_000

/** Refreshes now and then every minute, give or take six seconds so that servers side by side do not ask together. Starts once a process and does not keep it alive. */
export function startCampRefresh(): void {
  const state = shared()
  if (state.loop || !env().campsApiUrl) return
  const next = () => {
    if (state.loop) state.loop = setTimeout(round, everyMs * (0.9 + Math.random() * 0.2)).unref()
  }
  const round = () => void refreshCampSummary().then(next)
  state.loop = setTimeout(round, 0).unref()
}

/** Ends the loop; what is under way is finished. */
export function stopCampRefresh(): void {
  const state = shared()
  if (state.loop) clearTimeout(state.loop)
  state.loop = null
}
