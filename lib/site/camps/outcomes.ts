/** What became of camps: the stage of each, which gifts went to it, and the register of outcomes with small numbers hidden. */
import { messages } from '#lib/platform/messages/index.ts'
import { localDay } from '#lib/platform/zone.ts'
import type { campStages, PlannedCamp } from '#lib/site/content/event-schema.ts'
import { isSample } from '#lib/site/content/state.ts'

/** What its file says, else by its days. */
export function stageOf(camp: PlannedCamp, now: Date): (typeof campStages)[number] {
  const today = localDay(camp.zone, now)
  return camp.stage ?? (today < camp.from ? 'planned' : today <= camp.until ? 'under-way' : 'done')
}

/** The camp that a gift helped to pay for: of those that its campaign or purpose pays for, the first that was not over when it was given. */
export const campOfGift = (
  camps: readonly PlannedCamp[],
  { campaign, reason, occurred_at }: { campaign: string | null; reason: number | null; occurred_at: string },
): PlannedCamp | undefined =>
  camps
    .filter(({ gifts: { campaigns = [], reasons = [] } = {} }) =>
      campaign ? campaigns.includes(campaign) : reason !== null && reasons.includes(reason),
    )
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .find((camp) => localDay(camp.zone, new Date(occurred_at)) <= camp.until)

/** Fewer people than these could be recognised. A limit of ours, to be confirmed by the medical team. */
const smallestShown = 5

/** A number of people; or only that it is below the smallest one shown. Undefined if the file has none, which JSON leaves out. */
type Count = { count: number } | { fewerThan: number } | undefined

const counted = (count: number | undefined): Count =>
  count !== undefined && count < smallestShown
    ? { fewerThan: smallestShown }
    : count === undefined
      ? undefined
      : { count }

export const isSampleReport = (camp: PlannedCamp): boolean =>
  [camp, camp.report, camp.report?.outcomes].some((part) => isSample(part))

/** Camps with a report, the latest first. `sample`: not real, shown as an example. */
export const campOutcomes = (camps: readonly PlannedCamp[]) =>
  camps
    .toSorted((a, b) => b.from.localeCompare(a.from))
    .flatMap((camp) => {
      const { id, title, country, place, from, until, lang, report } = camp
      if (!report) return []
      const { day, method, operated, seenAfterWeek, outcomes = {} } = report
      return {
        id,
        title,
        country,
        place,
        from,
        until,
        lang,
        day,
        method,
        laterDay: outcomes.day,
        sample: isSampleReport(camp),
        operated: counted(operated),
        seenAfterWeek: counted(seenAfterWeek),
        seenAfterYear: counted(outcomes.seenAfterYear),
        complications: counted(outcomes.complications),
      }
    })

type Counted = Record<'operated' | 'seenAfterWeek' | 'seenAfterYear' | 'complications', Count>

/** The numbers of people with their names, in the current language: of those operated, and others as a part of them. */
export function outcomesInWords(camp: Counted): [name: string, count: string][] {
  const t = messages()
  const inWords = (of: Count) =>
    of && ('count' in of ? String(of.count) : t('outcomes.fewer', { limit: String(of.fewerThan) }))
  const all = inWords(camp.operated) ?? ''
  const names = {
    seenAfterWeek: 'outcomes.week',
    seenAfterYear: 'outcomes.year',
    complications: 'outcomes.complications',
  } as const
  const parts = Object.entries(names) as [keyof typeof names, (typeof names)[keyof typeof names]][]
  return [
    [t('outcomes.operated'), all],
    ...parts.flatMap(([column, name]): [string, string][] => {
      const count = inWords(camp[column])
      return count ? [[t(name), t('outcomes.among', { count, all })]] : []
    }),
  ]
}
