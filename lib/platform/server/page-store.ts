/**
 * The one store of finished pages: final bytes with their headers, in memory. A page is valid until something that it shows changes,
 * whatever its age.
 */
import { liveVersions } from '#lib/platform/live.ts'
import type { Encoding } from './representation.ts'

export type StoredPage = {
  status: number
  etag: string
  /** Alternating names and values, the fastest form for `writeHead`. */
  headers: readonly string[]
  bodies: Record<Encoding, Buffer>
  shows: Shown
}

/**
 * What a page shows: how many publication dates had passed, and the versions by name of its live figures. `until`: the time in
 * milliseconds up to which it is kept, for one of countless pages.
 */
export type Shown = { published: number; live: ReadonlyMap<string, string | undefined>; until?: number | undefined }

/** The names in the `data-live` attributes of a page, with their versions in `versions`. */
export function liveIn(html: string, versions: ReadonlyMap<string, string>): Shown['live'] {
  const names = [...html.matchAll(/\sdata-live="([^"]+)"/g)].flatMap(([, listed = '']) => listed.split(' '))
  return new Map(names.map((name) => [name, versions.get(name)]))
}

/** `changes`: the moments in milliseconds, in order, at which dates in the content change what visitors see. */
export function publicationClock(changes: () => readonly number[]) {
  const passedAt = (moment: number) => changes().filter((change) => change <= moment).length
  let passed = 0
  let next = Number.NEGATIVE_INFINITY
  return {
    passedAt,
    /** How many have passed by now. */
    passed(): number {
      if (Date.now() < next) return passed
      passed = passedAt(Date.now())
      next = changes()[passed] ?? Number.POSITIVE_INFINITY
      return passed
    },
  }
}
export type PublicationClock = ReturnType<typeof publicationClock>

export function isCurrent({ published, live, until = Infinity }: Shown, clock: PublicationClock): boolean {
  if (Date.now() >= until || published !== clock.passed()) return false
  if (live.size === 0) return true
  const versions = liveVersions()
  return [...live].every(([name, version]) => versions.get(name) === version)
}

const sizeOf = ({ bodies }: StoredPage) => bodies.br.length + bodies.gzip.length

/** Keeps at most `limit` bytes and drops the page that was stored first. */
export function pageStore(limit = 64 * 1024 * 1024) {
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
        if (bytes <= limit) break
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
