/**
 * Versions of what changes while the site runs, such as the camp figures. An element that shows one names it in `data-live`; a finished
 * page is rendered again when the version of anything that it names has changed (lib/platform/server/page-store.ts).
 */
import { processState } from '#lib/platform/process-state.ts'

const versions = processState('live-versions', () => new Map<string, string>())

/** `shown`: all values that pages show. Until the first call, pages show what the build showed. */
export function setLiveVersion(name: string, shown: unknown): void {
  versions.get().set(name, JSON.stringify(shown))
}

/** The current day in UTC, for sentences such as "five days left". */
const today = 'today'

/** All versions by name. */
export const liveVersions = (): ReadonlyMap<string, string> =>
  new Map([...versions.get(), [today, new Date().toISOString().slice(0, 10)]])

/** The versions that a build at this moment would show: only the day. */
export const builtVersions = (builtAt: Date): ReadonlyMap<string, string> =>
  new Map([[today, builtAt.toISOString().slice(0, 10)]])
