/**
 * Versions of what changes while the site runs, such as the camp figures. A component that shows one declares it
 * (components/layout/page-record.tsx); a finished page is rendered again when the version of anything that it shows has changed
 * (lib/platform/server/page-store.ts).
 */
import { processState } from '#lib/platform/process-state.ts'

const versions = processState('live-versions', () => new Map<string, string>())

/** `shown`: all values that pages show. */
export function setLiveVersion(name: string, shown: unknown): void {
  versions.get().set(name, JSON.stringify(shown))
}

/**
 * The versions of this moment, by name. `today`: the current day in UTC, for sentences such as "five days left". Empty for a figure that was
 * never set, as in a build.
 */
export function liveVersions(): (name: string) => string {
  const taken = new Map([...versions.get(), ['today', new Date().toISOString().slice(0, 10)]])
  return (name) => taken.get(name) ?? ''
}
