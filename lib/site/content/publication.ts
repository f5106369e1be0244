/**
 * What visitors may see: no drafts, and dated entries only between their dates. The only module that decides and filters this, so that no
 * list can forget it. Pure.
 */
import { dayMs } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { localDay, momentOf } from '#lib/platform/zone.ts'
import { claimDays } from './claims.ts'
import type { Content } from './content.ts'
import { daysOf } from './event-schema.ts'
import { laterPages, partOf } from './pagination.ts'
import { contentFolders, type FolderName } from './registry.ts'
import type { Page } from './schema.ts'
import { stateOf } from './state.ts'
import { mapParts } from './walk.ts'

/** The fields of an entry that determine when it is shown (`publication` in fields.ts). */
export type Publication = {
  draft?: boolean | undefined
  /** A whole day in the organisation's zone, or a moment with its offset. */
  publishFrom?: string | undefined
  publishUntil?: string | undefined
}

/** Milliseconds. Shown from `from` (inclusive) to `until` (exclusive). */
export type Span = { from: number; until: number }

const isDay = (written: string) => written.length === 10
const startOf = (day: string, zone: string) => momentOf(zone, day, '00:00').getTime()

/** Null for a draft. `zone`: the organisation's. */
export function spanOf({ draft, publishFrom, publishUntil }: Publication, zone: string): Span | null {
  if (draft) return null
  const moment = (written: string, day: string) => (isDay(written) ? startOf(day, zone) : Date.parse(written))
  return {
    from: publishFrom === undefined ? -Infinity : moment(publishFrom, publishFrom),
    until:
      publishUntil === undefined ? Infinity : moment(publishUntil, isDay(publishUntil) ? dayAfter(publishUntil) : ''),
  }
}

export function isPublished(entry: Publication, now: Date, zone: string): boolean {
  const span = spanOf(entry, zone)
  return span !== null && span.from <= now.getTime() && now.getTime() < span.until
}

/** Why visitors do not see an entry: "Draft", "Published from 2026-12-01". The dates as the editor wrote them. */
export function publicationInWords({ draft, publishFrom, publishUntil }: Publication, now: Date, zone: string): string {
  if (draft) return 'Draft'
  return publishFrom !== undefined && !isPublished({ publishFrom }, now, zone)
    ? `Published from ${publishFrom}`
    : `Published until ${publishUntil}`
}

/** What visitors see at `now`. Returns the same object if nothing is hidden. */
export function publishedContent(content: Content, now: Date): Content {
  const { zone } = content.site
  const day = localDay(zone, now)
  const isShown = (block: Page['blocks'][number]) => stateOf(block, day) !== 'expired'
  const shown = keepOnly(content, now, (entry) => isPublished(entry, now, zone))
  if (shown.pages.every(({ blocks }) => blocks.every(isShown))) return shown
  return { ...shown, pages: shown.pages.map((page) => ({ ...page, blocks: page.blocks.filter(isShown) })) }
}

/** What visitors see then or later, for the routes that a build prepares. */
export const publishableContent = (content: Content, now: Date): Content =>
  keepOnly(content, now, (entry) => !isDraftOrOver(entry, now, content.site.zone))

const isDraftOrOver = (entry: Publication, now: Date, zone: string) =>
  (spanOf(entry, zone)?.until ?? -Infinity) <= now.getTime()

/** Longer than a process runs, in years. */
const ahead = 3

/**
 * The moments, in milliseconds and in order, at which dates in the content change what visitors see. An event may repeat forever, so only
 * its moments in the next years count, and those of the last two days, for pages that a build has just made.
 */
export function publicationChanges(content: Content, now: Date): number[] {
  const { zone } = content.site
  const spans = datedEntries(content).flatMap((entry) => spanOf(entry, zone) ?? [])
  const year = now.getUTCFullYear()
  const last = Date.UTC(year + ahead)
  const moments = [
    ...spans.flatMap(({ from, until }) => [from, until]),
    // A camp is coming until the end of its last day.
    ...content.camps.map((camp) => startOf(dayAfter(camp.until), camp.zone)),
    ...content.events.flatMap((event) => eventChanges(event, now.getTime() - 2 * dayMs, last)),
    ...claimDays(content).flatMap((day) => claimZones(content).map((zone) => startOf(day, zone))),
    // The year in the footer.
    ...Array.from({ length: ahead + 1 }, (_, years) => Date.UTC(year + years)),
  ]
  return [...new Set(moments)].filter(Number.isFinite).sort((a, b) => a - b)
}

/** Pages are dated at the organisation; the law, accounts and what receipts say, at each legal entity. */
const claimZones = ({ site, receipts }: Content) => [
  ...new Set([site.zone, ...Object.values(receipts).map(({ zone }) => zone)]),
]

/** Its starts and ends between two moments in milliseconds. */
function eventChanges({ zone, date, starts, ends, repeats }: Content['events'][number], from: number, until: number) {
  const moments: number[] = []
  const days = repeats ? daysOf(repeats, date, new Date(from).toISOString().slice(0, 10)) : [date]
  for (const day of days) {
    const [start, end] = [starts, ends ?? '23:59'].map((time) => momentOf(zone, day, time).getTime())
    if (start === undefined || end === undefined || start > until) break
    moments.push(start, end)
  }
  return moments
}

const datedFolders = (Object.keys(contentFolders) as FolderName[]).filter(
  (name) => 'publishFrom' in contentFolders[name].schema.shape,
)
const datedEntries = (content: Content): Publication[] => datedFolders.flatMap((name) => content[name] as Publication[])

/** Addresses and links have the prefix of their language, redirects have none. */
const inEnglish = ({ address }: { address: string }) => splitAddress(address).address

function keepOnly(content: Content, now: Date, isShown: (entry: Publication) => boolean): Content {
  if (datedEntries(content).every(isShown)) return content
  const { zone } = content.site
  const first = content.pages.filter((page) => partOf(page.address).page === 1)
  const shownPages = first.filter(isShown)
  const hasPage = ({ country }: { country: string }) =>
    shownPages.some((page) => page.country === country) || !first.some((page) => page.country === country)
  const stories = content.stories.filter((story) => isShown(story) && hasPage(story))
  const posts = content.posts.filter(isShown)
  const shown = new Set([...shownPages, ...stories, ...posts].map(inEnglish))
  const all = [...first, ...content.stories, ...content.posts]
  const hidden = new Set(all.map(inEnglish).filter((address) => !shown.has(address)))
  const isComing = (from: string) =>
    all.some((entry) => inEnglish(entry) === from && !isShown(entry) && !isDraftOrOver(entry, now, zone))
  const photos = content.photos.filter((photo) => !hidden.has(inEnglish(photo).replace(/\/photo\/.*/, '')))
  const leadsToHidden: LinkTest = (href) =>
    typeof href === 'string' && hidden.has(inEnglish({ address: href.replace(/[?#].*$/, '') }))
  const pages = shownPages.map((page) => withoutLinks(page, leadsToHidden))
  return {
    ...content,
    pages: [...pages, ...pages.flatMap((page) => laterPages(page, { posts, photos, stories }))],
    stories,
    posts,
    photos,
    events: content.events.filter((event) => isShown(event) && !leadsToHidden(event.href)),
    campaigns: content.campaigns.filter(isShown),
    // Browsers cache permanent redirects, so an address whose page is still to come does not redirect.
    redirects: content.redirects.filter(({ from, to }) => !leadsToHidden(to) && !isComing(from)),
    navigation: withoutEntries(content.navigation, leadsToHidden),
  }
}

type LinkTest = (href: unknown) => boolean

/** The page without the cards, buttons and documents that lead to hidden entries, and without blocks that are empty as a result. */
function withoutLinks(page: Page, leadsToHidden: LinkTest): Page {
  const { parent } = page
  const blocks = page.blocks.flatMap((block) => {
    const left = withoutEntries(block, leadsToHidden)
    const [before, after] = [propertyOf(block, block.kind), propertyOf(left, block.kind)]
    return Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length === 0 ? [] : left
  })
  return { ...page, blocks, ...(parent && leadsToHidden(parent.href) && { parent: { label: parent.label } }) }
}

/** A copy without list entries that lead to hidden entries, and without groups that are empty as a result. */
const withoutEntries = <Value>(value: Value, leadsToHidden: LinkTest): Value => {
  const isHidden = (entry: unknown): boolean => {
    const entries = propertyOf(entry, 'entries')
    return (
      leadsToHidden(propertyOf(entry, 'href')) ||
      (Array.isArray(entries) && entries.length > 0 && entries.every(isHidden))
    )
  }
  return mapParts(value, (part) =>
    Array.isArray(part) && part.some(isHidden) ? part.filter((entry) => !isHidden(entry)) : part,
  )
}
