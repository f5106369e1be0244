/** Sends any form's answers from the browser and reads the response. Never throws. */
import type { FieldError } from '#lib/platform/http/problem.ts'
import type { Money } from '#lib/platform/money.ts'
import { isRecord } from '#lib/platform/narrow.ts'

export type SubmitResult =
  | { kind: 'accepted'; body: Readonly<Record<string, unknown>> }
  /** Problem details (RFC 9457). `total`: the correct one, if a different one was claimed. */
  | { kind: 'refused'; status: number; sentence: string; errors: readonly FieldError[]; total?: Money }
  /** It is unknown whether the server acted. `lost`: no response came. `unreadable`: not one of ours, such as a proxy's page. */
  | { kind: 'lost' | 'unreadable' }

const timeoutMs = 30_000

/** @param key identifies this attempt: the same key is the same attempt (Idempotency-Key). */
export async function submitForm(address: string, body: object, key: string): Promise<SubmitResult> {
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    return { kind: 'lost' }
  }
  return readResponse(response.ok, response.status, await response.json().catch(() => null))
}

/** `body`: the parsed JSON, whatever it is. */
export function readResponse(ok: boolean, status: number, body: unknown): SubmitResult {
  if (!isRecord(body)) return { kind: 'unreadable' }
  if (ok) return { kind: 'accepted', body }
  const { title, detail, errors, amount, currency } = body
  const sentence = [detail, title].find((each) => typeof each === 'string' && each !== '')
  if (typeof sentence !== 'string') return { kind: 'unreadable' }
  return {
    kind: 'refused',
    status,
    sentence,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    ...(typeof amount === 'number' && typeof currency === 'string' && { total: { amount, currency } }),
  }
}

/** All answers, hidden fields too, as the server reads a form: a name that occurs twice is a list. */
export function readForm(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form)
  const names = [...new Set(data.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = data.getAll(name).map(String)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** The name of the control that caused an event. */
export const nameOf = (target: EventTarget): string => (target instanceof Element && target.getAttribute('name')) || ''

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
