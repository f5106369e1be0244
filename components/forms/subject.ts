/** The line that a message begins with when a visitor chose a subject, such as a card of camp sponsorship. Pure. */

type Subject = { id: string; line: string }

const space = '\n\n'

/** How the message begins; nothing for a subject that the form does not have. `id` may come from an address. */
export function openingOf(subjects: readonly Subject[], id: unknown): string | undefined {
  const line = subjects.find((subject) => subject.id === id)?.line
  return line && `${line}${space}`
}

/** The message with its opening line changed to that of `id`; what was typed stays. */
export function withSubject(message: string, subjects: readonly Subject[], id: string): string {
  const opening = openingOf(subjects, id)
  if (!opening) return message
  const earlier = subjects.find(({ line }) => message.startsWith(line))
  const own = earlier ? message.slice(earlier.line.length).trimStart() : message
  return `${opening}${own}`
}
