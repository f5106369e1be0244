/** From what a stranger sent to the values of a form, and to the signs by which spam is told. Judges nothing. */
import 'server-only'
import { choiceSeparator, type EnquiryField } from '#lib/enquiries/rules.ts'
import { manyLines, oneLine } from '#lib/forms/clean-text.ts'
import { honeypotField, type SpamSignals } from '#lib/forms/spam-reason.ts'
import { startedAtField, verifyStartedAt } from '#lib/forms/started-at.ts'

type Data = Readonly<Record<string, unknown>>

/** A telephone number may come as a number: the specification's input is numeric. Anything else counts as not sent. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : ''
}

/** Ticked boxes come as a list of names, one name, or names joined already. */
function choicesOf(value: unknown): string {
  return [value].flat().map(textOf).map(oneLine).filter(Boolean).join(choiceSeparator)
}

export function readEnquiry(data: Data): Record<EnquiryField, string> {
  return {
    firstname: oneLine(textOf(data.firstname)),
    lastname: oneLine(textOf(data.lastname)),
    number: oneLine(textOf(data.number)),
    email: oneLine(textOf(data.email)),
    message: manyLines(textOf(data.message)),
    checkbox: choicesOf(data.checkbox),
  }
}

/** `names`, `others`: the fields of one line. */
export function readSpamSignals(
  data: Data,
  names: readonly string[],
  others: readonly string[],
): Omit<SpamSignals, 'challenge'> {
  const honeypot = data[honeypotField]
  return {
    honeypot: honeypot !== undefined && honeypot !== '',
    startedAt: verifyStartedAt(data[startedAtField]),
    lines: [...names, ...others].map((name) => textOf(data[name])),
    names: names.map((name) => textOf(data[name])),
    message: textOf(data.message),
  }
}
