/** What the answer to a sent form means for the visitor. Pure. Shapes: RFC 9457 problem details, or `{reference}` with 202. */

export type FieldError = { field: string; message: string }
export type Outcome =
  | { kind: 'stored'; reference: string }
  | { kind: 'refused'; summary: string; errors: readonly FieldError[] }
  /** No answer of ours: the line was cut, or something between us and the visitor spoke. */
  | { kind: 'unreached' }

/** `body`: the parsed JSON, whatever it is. */
export function outcomeOf(status: number, body: unknown): Outcome {
  const { reference, title, detail, errors } = isRecord(body) ? body : {}
  if (status === 202 && typeof reference === 'string') return { kind: 'stored', reference }
  const summary = [detail, title].find((each) => typeof each === 'string' && each !== '')
  if (typeof summary !== 'string') return { kind: 'unreached' }
  return { kind: 'refused', summary, errors: Array.isArray(errors) ? errors.filter(isFieldError) : [] }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
