/** The first line of a message whose subject the visitor chose, for example by a card of camp sponsorship. Pure. */

type Subject = { id: string; line: string }

const space = '\n\n'

/** The first line of the message; '' for an unknown subject. `id` may come from the query string. */
export function openingOf(subjects: readonly Subject[], id: unknown): string | undefined {
  const line = subjects.find((subject) => subject.id === id)?.line
  return line && `${line}${space}`
}

/** The message with its first line replaced by that of `id`; what was typed stays. */
export function withSubject(message: string, subjects: readonly Subject[], id: string): string {
  const opening = openingOf(subjects, id)
  if (!opening) return message
  const earlier = subjects.find(({ line }) => message.startsWith(line))
  const own = earlier ? message.slice(earlier.line.length).trimStart() : message
  return `${opening}${own}`
}
