/** The events that pages show. */
import type { Block } from '../block-schema.ts'
import type { Content } from '../load.ts'
import { didYouMean, type Problem } from '../problem.ts'

/** The events of content/events that a block names, and the field that names them. */
function namedEvents(block: Block): [field: string, ids: readonly string[]] {
  switch (block.kind) {
    case 'event':
      return ['event', [block.event]]
    case 'events':
      return ['only', block.only ?? []]
    case 'sponsorship-form':
      return ['calendarEvent', [block.calendarEvent]]
    default:
      return ['', []]
  }
}

export function checkEvents({ entries, events }: Content): Problem[] {
  const known = events.map(({ id }) => id)
  return entries.flatMap(({ page, source }) =>
    (page?.blocks ?? []).flatMap((block, index) => {
      const [field, named] = namedEvents(block)
      return named
        .filter((id) => !known.includes(id))
        .map((id) =>
          source.problem(['blocks', index, field], `content/events/${id}.yaml does not exist${didYouMean(id, known)}`),
        )
    }),
  )
}
