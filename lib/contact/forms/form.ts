/**
 * A form is described once: what it asks, in which order, and by which rules. The page's inputs, the checks in the browser and on
 * the server, and the form as an HTML response all derive from that description. Pure and browser-safe.
 */

import type { FieldError } from '#lib/platform/http/problem.ts'
import { fill, type RuleTexts } from '#lib/platform/messages/texts.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { holdsAddress, holdsLetter, manyLines, oneLine } from './text.ts'

export type FormValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

type Option = { value: string; label: string }

export type Field = {
  label: string
  /** The step it belongs to in a form with two steps; 1 by default. */
  step?: 1 | 2
  hint?: string | undefined
  /** One line of text by default. `one` and `several` have options. The value of `several` is a list, that of `tick` a boolean. */
  kind?: 'line' | 'text' | 'one' | 'several' | 'tick' | 'hidden'
  type?: 'email' | 'tel'
  inputMode?: 'numeric' | 'url'
  autoComplete?: string
  /** In UTF-16 code units, as `maxlength` counts them. */
  maxLength?: number
  /** Height of a multi-line text; up to three lines for a short one, such as an address. */
  rows?: number
  options?: readonly Option[]
  /** For `several`: at most one option. */
  single?: boolean
  /** Its name in error messages: 'your first name'. By default its label. */
  called?: string
  /** The message for an empty or unknown answer; or true for "Enter your first name". A field without it is optional. */
  required?: string | true
  /** For a code: how it is read, before it is checked and stored. The form comes back with what was typed. */
  read?: (typed: string) => string
  /** The message for an invalid answer, or null. Not called for empty answers. */
  rule?: (answer: string, values: FormValues) => string | null
  /**
   * For an answer that somebody outside the office will read, in a mail or on a page: it must not contain an address, and a name must
   * contain a letter.
   */
  passedOn?: 'name' | 'text'
  /** Whether the question applies, given the other answers; by default it does. */
  asked?: (values: FormValues) => boolean
}

export type FormDescription<Name extends string = string> = {
  /** In the order of the form. */
  fields: Readonly<Record<Name, Field>>
  /** In the language of the form. */
  texts: RuleTexts
  /** The sentence above the errors if a required answer is missing; by default that of `texts`. */
  missing?: string
}

/** What is wrong with a form: a sentence about the whole, and the fields to correct, if any. */
export type FormFault = { sentence: string; errors: readonly FieldError[] }

/** Separator of chosen options in text. */
const separator = ', '

/** An answer as text; '' if there is none. */
export function answerTo(values: FormValues, name: string): string {
  const value = values[name]
  if (typeof value === 'string') return value.trim()
  return typeof value === 'boolean' ? (value ? 'yes' : '') : (value ?? []).join(separator)
}

/** At most one error for each field, in the order of the form. */
export function validate<Name extends string>(form: FormDescription<Name>, values: FormValues): FieldError<Name>[] {
  return entriesOf(form.fields).flatMap(([field, description]) => {
    if (description.asked?.(values) === false) return []
    const message = errorIn(description, answerTo(values, field), values, form.texts)
    return message ? [{ field, message }] : []
  })
}

/** What an answer says, however it was typed. */
export const readAs = ({ read }: Field, typed: string): string => read?.(typed) ?? typed

function errorIn(field: Field, typed: string, values: FormValues, texts: RuleTexts): string | null {
  const answer = readAs(field, typed)
  const { label, called: what = label, maxLength = answer.length } = field
  const isOffered = field.kind !== 'one' || field.options?.some(({ value }) => value === answer)
  if (answer === '' || !isOffered)
    return field.required === true ? fill(texts.enter, { what }) : (field.required ?? null)
  const { passedOn } = field
  const broken =
    field.rule?.(answer, values) ||
    (passedOn && holdsAddress(answer) && texts.hasAddress) ||
    (passedOn === 'name' && !holdsLetter(answer) && fill(texts.enter, { what }))
  if (broken) return broken
  return answer.length > maxLength ? fill(texts.shorten, { what, most: maxLength.toLocaleString('en') }) : null
}

/** The errors with the sentence above them; null if there are none. */
export function faultIn(form: FormDescription, values: FormValues, errors = validate(form, values)): FormFault | null {
  if (errors.length === 0) return null
  const isMissing = errors.some(({ field }) => answerTo(values, field) === '')
  return { sentence: isMissing ? (form.missing ?? form.texts.missing) : form.texts.wrong, errors }
}

/**
 * The remaining errors after the answer to `changed` has changed: an error disappears as soon as its answer is valid or no longer applies.
 * Returns the same object if nothing has changed.
 */
export function remainingFault(
  form: FormDescription,
  fault: FormFault,
  values: FormValues,
  changed: string,
): FormFault | null {
  const wrong = validate(form, values)
  const errors = fault.errors.filter(
    ({ field }) =>
      wrong.some((error) => error.field === field) ||
      (field !== changed && form.fields[field]?.asked?.(values) !== false),
  )
  if (errors.length === fault.errors.length) return fault
  return errors[0] ? { ...fault, errors } : null
}

export const entriesOf = <Name extends string>(fields: Readonly<Record<Name, Field>>) =>
  Object.entries(fields) as [Name, Field][]

/** RFC 5321, section 4.5.3.1. */
export const maxEmailLength = 254

/** One @, no spaces, a dot after it: enough to catch slips; only a letter that arrives proves an address. */
const email = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]{2,}$/
export const isPlausible = (text: string) => email.test(text) && !text.includes('..')

/** Whether it looks like an address that mail can be sent to. */
export const isEmail = (text: string): boolean => isPlausible(text) && text.length <= maxEmailLength

export const emailField = ({ email, yourEmail }: RuleTexts, label = '') =>
  ({
    label,
    type: 'email',
    autoComplete: 'email',
    called: yourEmail,
    maxLength: maxEmailLength,
    required: email,
    rule: (answer) => (isPlausible(answer) ? null : email),
  }) satisfies Field

/** A number of any country as people write it, with an extension: "x12", "ext. 12", "#12". */
const phone = /^[+(\d][\d ()./-]*([ ,;]{0,2}(?:x|#|ext|extn|extension)[. :]{0,2}\d{1,7})?$/i

/** Whether it can be dialled. ITU-T E.164 allows 15 digits; prefixes for dialling abroad may come before them. */
export function isPhone(typed: string): boolean {
  const [number = '', ending = ''] = phone.exec(toAsciiDigits(typed)) ?? []
  const { length } = number.slice(0, number.length - ending.length).replace(/\D/g, '')
  return length >= 5 && length <= 20
}

export const phoneField = ({ phone, yourPhone }: RuleTexts, label = '') =>
  ({
    label,
    type: 'tel',
    autoComplete: 'tel',
    called: yourPhone,
    maxLength: 40,
    read: toAsciiDigits,
    rule: (answer) => (isPhone(answer) ? null : phone),
  }) satisfies Field

type Data = Readonly<Record<string, unknown>>

/** Numbers become text: an amount or a telephone number may be sent as a number. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/**
 * Reads the answers to a form from JSON or form fields, and validates nothing: missing or malformed answers are empty. `Values`: the
 * answers by the names of their fields. The kind of a field decides the type of its answer: see {@link Field}.
 */
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
      return type ? plain(oneLine(textOf(value)), type) : oneLine(textOf(value))
  }
}

/** Copied addresses may contain direction marks and zero-width spaces, and typed ones full-width letters and @, which no mail server accepts. */
const plain = (line: string, type: NonNullable<Field['type']>) =>
  (type === 'email' ? line.normalize('NFKC') : line).replace(/\p{Cf}/gu, '').trim()
