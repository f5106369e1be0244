/** Reads the answers to a form from JSON or form fields. Validates nothing: missing or malformed answers are empty. */
import { entriesOf, type Field, type FormDescription, type FormValues } from '#lib/contact/forms/form.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'

type Data = Readonly<Record<string, unknown>>

/** Numbers become text: an amount or a telephone number may be sent as a number. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** `Values`: the answers by the names of their fields. The kind of a field decides the type of its answer: see {@link Field}. */
export function readValues<Values extends FormValues>(
  form: Pick<FormDescription<keyof Values & string>, 'fields'>,
  data: Data,
): Values {
  const values = entriesOf(form.fields).map(([name, field]) => [name, readValue(field, data[name])])
  return Object.fromEntries(values)
}

function readValue({ kind, type }: Field, value: unknown): FormValues[string] {
  switch (kind) {
    case 'text':
      return manyLines(textOf(value))
    case 'tick':
      return value === true || /^(?:on|yes|true|1)$/i.test(textOf(value))
    case 'several':
      // One ticked checkbox is sent as text, several as a list.
      return [...new Set([value].flat().map(textOf).map(oneLine).filter(Boolean))]
    default:
      return type ? withoutMarks(oneLine(textOf(value))) : oneLine(textOf(value))
  }
}

/** Copied addresses may contain direction marks and zero-width spaces, which no mail server accepts. */
const withoutMarks = (line: string) => line.replace(/\p{Cf}/gu, '').trim()
