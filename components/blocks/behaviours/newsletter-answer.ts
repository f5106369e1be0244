/** What the answer to a sign-up means for the visitor. Pure. Shapes: RFC 9457 problem details, or `{reference}` with 202. */

export type Outcome =
  | { kind: 'stored'; reference: string }
  | { kind: 'refused'; summary: string; errors: { field: string; message: string }[] }

/** For an answer that is no answer: the line was cut, or something between us and the visitor spoke. */
export const notReached: Outcome = {
  kind: 'refused',
  summary: 'Your sign-up did not reach us. Nothing is lost: check your connection and press Sign up again.',
  errors: [],
}

/** `body`: the parsed JSON, whatever it is. */
export function outcomeOf(status: number, body: unknown): Outcome {
  const { reference, title, detail, errors } = isRecord(body) ? body : {}
  if (status === 202 && typeof reference === 'string') return { kind: 'stored', reference }
  const summary = [detail, title].find((each) => typeof each === 'string' && each !== '')
  if (typeof summary !== 'string') return notReached
  return { kind: 'refused', summary, errors: Array.isArray(errors) ? errors.filter(isFieldError) : [] }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFieldError = (value: unknown): value is { field: string; message: string } =>
  isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
