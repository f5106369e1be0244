/** What the office is told about a gift or a file of gifts: kinds and values in the code, sentences in the messages. */
import { messages } from '#lib/platform/messages/index.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'

/** A sentence of the messages, with its values. A value of several parts becomes a list, such as “a, b and c”. */
export type Remark = { kind: keyof Messages['recording']; [value: string]: string | readonly (string | Remark)[] }
/** Why something is refused. `field`: '' for none. */
export type Fault = { field: string; remark: Remark }

const list = new Intl.ListFormat('en')

/** What the office reads of it. */
export function sentenceOf({ kind, ...values }: Remark): string {
  const written = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? value
      : list.format(value.map((part) => (typeof part === 'string' ? part : sentenceOf(part)))),
  ])
  return messages()(`recording.${kind}`, Object.fromEntries(written))
}
