/**
 * The one store of finished pages: final bytes with their headers, in memory. A page is valid until something that it shows changes,
 * whatever its age.
 */
import { now } from '#lib/platform/clock.ts'
import type { PageRecord } from '#lib/platform/http/page-record.ts'
import { liveVersions } from '#lib/platform/live.ts'
import type { Encoding } from './representation.ts'

export type StoredPage = {
  status: number
  etag: string
  /** Alternating names and values, the fastest form for `writeHead`. */
  headers: readonly string[]
  bodies: Record<Encoding, Buffer>
  record: PageRecord
  dependsOn: Dependencies
}

/**
 * What a page depends on: how many publication dates had passed, and the versions of its live figures by name. `until`: the time in
 * milliseconds up to which it is kept, for one of countless pages.
 */
export type Dependencies = { published: number; live: PageRecord['live']; until?: number | undefined }

/** `changes`: the moments in milliseconds, in order, at which dates in the content change what visitors see. */
export function publicationClock(changes: () => readonly number[]) {
  const passedAt = (moment: number) => changes().filter((change) => change <= moment).length
  let passed = 0
  let next = Number.NEGATIVE_INFINITY
  return {
    passedAt,
    /** How many have passed by now. */
    passed(): number {
      if (now().getTime() < next) return passed
      passed = passedAt(now().getTime())
      next = changes()[passed] ?? Number.POSITIVE_INFINITY
      return passed
    },
  }
}
export type PublicationClock = ReturnType<typeof publicationClock>

export function isCurrent({ published, live, until = Infinity }: Dependencies, clock: PublicationClock): boolean {
  if (now().getTime() >= until || published !== clock.passed()) return false
  const figures = Object.entries(live)
  if (figures.length === 0) return true
  const versionOf = liveVersions()
  return figures.every(([name, version]) => versionOf(name) === version)
}

const sizeOf = ({ bodies }: StoredPage) => bodies.br.length + bodies.gzip.length

/** Keeps at most `maxBytes` and drops the page that was stored first. */
export function pageStore(maxBytes = 64 * 1024 * 1024) {
  const pages = new Map<string, StoredPage>()
  let bytes = 0
  const drop = (key: string) => {
    const page = pages.get(key)
    if (page) bytes -= sizeOf(page)
    pages.delete(key)
  }
  return {
    get: (key: string) => pages.get(key),
    set(key: string, page: StoredPage) {
      drop(key)
      pages.set(key, page)
      bytes += sizeOf(page)
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    /** Replaces the bodies of a page that is still stored by smaller ones. */
    shrink(key: string, page: StoredPage, bodies: StoredPage['bodies']) {
      if (pages.get(key) !== page) return
      bytes -= sizeOf(page)
      page.bodies = bodies
      bytes += sizeOf(page)
    },
  }
}
