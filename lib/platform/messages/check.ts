/** Compares a catalogue with the English one. */
import { createTranslator } from 'use-intl/core'
import { isRecord } from '#lib/platform/narrow.ts'
import en from '#messages/en.json' with { type: 'json' }
import type { Catalogue } from './index.ts'

const english: Catalogue = en

/** The values and the tags that a message names. Braces hold a value, and those within them another message. */
export function namesIn(text: string): string[] {
  const names: string[] = []
  let depth = 0
  for (const [sign, name] of text.matchAll(/<(?:\w+)>|\{(\w*)|\}/g)) {
    if (sign.startsWith('<')) names.push(sign)
    else if (sign === '}') depth -= 1
    else {
      depth += 1
      if (depth % 2 === 1 && name) names.push(name)
    }
  }
  return [...new Set(names)].sort()
}

/** @param text a file of messages. @returns a sentence for each mistake. */
export function catalogueFaults(text: string): string[] {
  let catalogue: unknown
  try {
    catalogue = JSON.parse(text)
  } catch (error) {
    return [`is not JSON: ${error instanceof Error ? error.message : error}`]
  }
  if (!isRecord(catalogue)) return ['must have sections of messages, as messages/en.json has']
  return Object.entries(catalogue).flatMap(([section, messages]) =>
    isRecord(messages)
      ? Object.entries(messages).flatMap(([name, message]) => messageFault(section, name, message) ?? [])
      : [`${section} must be a section of messages`],
  )
}

function messageFault(section: string, name: string, message: unknown): string | undefined {
  const key = `${section}.${name}`
  const original = Object.hasOwn(english, section) ? english[section]?.[name] : undefined
  if (original === undefined) return `${key} is not a message of messages/en.json`
  if (typeof message !== 'string') return `${key} must be a text`
  const names = namesIn(original)
  if (String(namesIn(message)) !== String(names))
    return `${key} must name ${names.map((each) => (each.startsWith('<') ? each : `{${each}}`)).join(', ') || 'no value'}, as the English does`
  try {
    format(message, names)
    return undefined
  } catch (error) {
    return `${key} cannot be formatted: ${error instanceof Error ? error.message : error}`
  }
}

/** @throws when the message is not valid. */
function format(message: string, names: readonly string[]): unknown {
  const t = createTranslator({
    locale: 'en',
    messages: { message },
    onError(error) {
      throw error
    },
  })
  const values = names.map((name) =>
    name.startsWith('<') ? [name.slice(1, -1), (words: unknown) => words] : [name, 2],
  )
  return t.rich('message', Object.fromEntries(values))
}
