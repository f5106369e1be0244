/** The register of outcomes: what the report in a camp's file says, with small numbers hidden. For the page and for /api/camp-outcomes. Pure. */
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'

/** Fewer people than these could be recognised. A limit of ours, to be confirmed by the medical team. */
const smallestShown = 5

/** A number of people; or only that it is below the smallest one shown. Undefined if the file has none, which JSON leaves out. */
export type Count = { count: number } | { fewerThan: number } | undefined

const counted = (count: number | undefined): Count =>
  count !== undefined && count < smallestShown
    ? { fewerThan: smallestShown }
    : count === undefined
      ? undefined
      : { count }

/** Camps with a report, the latest first. `sample`: not real, shown as an example. */
export const campOutcomes = (camps: readonly PlannedCamp[]) =>
  camps
    .toSorted((a, b) => b.from.localeCompare(a.from))
    .flatMap(({ id, title, country, place, from, until, labelled, lang, report }) => {
      if (!report) return []
      const { day, method, operated, seenAfterWeek, outcomes = {} } = report
      return {
        ...{ id, title, country, place, from, until, lang, day, method, laterDay: outcomes.day },
        sample: Boolean(labelled ?? report.labelled ?? outcomes.labelled),
        operated: counted(operated),
        seenAfterWeek: counted(seenAfterWeek),
        seenAfterYear: counted(outcomes.seenAfterYear),
        complications: counted(outcomes.complications),
      }
    })
