/** Checks of drafts and dates: contradictions, pages that the site always needs, and links to entries that visitors do not see. */
import { isRecord } from '#lib/platform/narrow.ts'
import { alwaysNeeded } from '#lib/site/content/addresses.ts'
import { type Entry, entriesByAddress } from '#lib/site/content/content.ts'
import { paymentForm } from '#lib/site/content/giving-pages.ts'
import { type Path, type Problem, warning } from '#lib/site/content/problem.ts'
import { type Publication, type Span, spanOf } from '#lib/site/content/publication.ts'
import { type Place, problemAt, type Subject } from './found.ts'

/** The fields of the file that say when it is shown; none for files that are always published. */
const publicationOf = ({ data }: Entry): Publication => (isRecord(data) ? data : {})

/** `now`: entries that have ended by then are not reported; only warnings depend on it. */
export function checkPublication({ found: { links }, content, now }: Subject): Problem[] {
  const { zone } = content.site
  const fileOf = new Map(content.entries.map((entry) => [entry.source.file, entry]))
  const entryAt = entriesByAddress(content.entries)

  /** The page that must be visible for a story to be visible. */
  const countryPageOf = ({ story }: Entry) => story && entryAt.get(`/${story.country}`)

  /** When visitors see an entry; null for never. */
  function shownSpan(entry: Entry): Span | null {
    const own = spanOf(publicationOf(entry), zone)
    const above = countryPageOf(entry)
    const span = above ? spanOf(publicationOf(above), zone) : always
    return own && span && { from: Math.max(own.from, span.from), until: Math.min(own.until, span.until) }
  }

  function leadsTo(target: Entry | undefined, lead: Lead): Problem[] {
    if (!target) return []
    const above = countryPageOf(target)
    const own = leadsToOne(target, lead)
    if (own.length > 0 || !above) return own
    return leadsToOne(above, { ...lead, name: `${lead.name} belongs to ${above.page?.address}, which` })
  }

  function leadsToOne(target: Entry, { place, name, outcome }: Lead): Problem[] {
    if (isAlwaysNeeded(target)) return []
    const from = shownSpan(place.entry)
    const to = spanOf(publicationOf(target), zone)
    if (from === null || (to && isWithin(from, to, now))) return []
    const { publishFrom, publishUntil } = publicationOf(target)
    const days = [publishFrom && `from ${publishFrom}`, publishUntil && `until ${publishUntil}`].filter(Boolean)
    const message = to ? `is published ${days.join(' ')}: at other times ${outcome}` : `is a draft: ${outcome}`
    const problem = problemAt(place, `${name} ${message}`)
    return [to === null && outcome === outcomes.nothing ? problem : warning(problem)]
  }

  return [
    ...content.entries.flatMap((entry) => faultsOf(entry, zone)),
    ...links.flatMap((place) => {
      const [address = '', query] = place.value.replace(/#.*$/, '').split('?')
      const campaign = `content/campaigns/${new URLSearchParams(query).get('campaign')}.yaml`
      return [
        ...(isListed(place.path)
          ? []
          : leadsTo(entryAt.get(address), { place, name: address, outcome: outcomes.nothing })),
        ...leadsTo(fileOf.get(campaign), { place, name: campaign, outcome: outcomes.uncounted }),
      ]
    }),
    ...content.entries.flatMap((entry) =>
      (entry.redirects ?? []).flatMap(({ to }, index) => {
        const place = { entry, path: ['redirects', index, 'to'], value: to }
        return leadsTo(entryAt.get(to), { place, name: to, outcome: outcomes.nothing })
      }),
    ),
  ]
}

/** The effect while the other entry is not published. A build stops only if a draft leaves visitors with nothing. */
const outcomes = {
  nothing: 'visitors find nothing there',
  uncounted: 'gifts do not count towards it',
}

type Lead = { place: Place; name: string; outcome: string }

const always: Span = { from: -Infinity, until: Infinity }

function isWithin(inner: Span, outer: Span, now: Date): boolean {
  const from = Math.max(inner.from, now.getTime())
  return from >= inner.until || (from >= outer.from && inner.until <= outer.until)
}

/** List entries, parent pages and the pages of events are hidden together with their targets (lib/site/content/publication.ts). */
const isListed = (path: Path) =>
  path.at(-1) === 'href' && (typeof path.at(-2) === 'number' || path.length === 1 || path.at(-2) === 'parent')

const isAlwaysNeeded = ({ page }: Entry) =>
  page !== undefined && (alwaysNeeded.includes(page.address) || paymentForm(page) !== undefined)

function faultsOf(entry: Entry, zone: string): Problem[] {
  const { source } = entry
  const { draft, publishFrom, publishUntil } = publicationOf(entry)
  if (isAlwaysNeeded(entry))
    return Object.entries({ draft, publishFrom, publishUntil }).flatMap(([field, value]) =>
      value ? [source.problem([field], 'is not possible here: the site needs this page at all times')] : [],
    )
  const span = spanOf({ publishFrom, publishUntil }, zone)
  return span && span.until <= span.from
    ? [source.problem(['publishUntil'], 'is before `publishFrom`: it is never shown')]
    : []
}
