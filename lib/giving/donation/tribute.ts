/** The rules of a gift in honor or in memory of somebody, and of the card to the family. Pure and browser-safe: its words come as data. */
import { answerTo, type Field, type FormValues, isPlausible } from '#lib/contact/forms/form.ts'

export const tributeNames = ['tribute', 'tributeName', 'cardTo', 'cardEmail', 'cardMessage', 'cardFrom'] as const
type TributeField = (typeof tributeNames)[number]

/** From lib/giving/donation/tribute-words.ts, which leaves out the fields of the card where none can be sent. */
export type TributeTerms = {
  heading: string
  wrongEmail: string
  /** Text of the card, with {giver} and {name}; undefined if no card can be sent. */
  preview?: { heading: string; honor: string; memory: string }
  fields: Partial<Record<TributeField, Omit<Field, 'rule' | 'asked'>>>
}

/** Whether this field or a later one has been filled in. */
const isTyped = (first: number) => (values: FormValues) =>
  tributeNames.slice(first).some((name) => answerTo(values, name))
/** `tribute` has a default, so it does not count. */
export const hasTribute = isTyped(1)
const hasCard = isTyped(2)

/** Required only once something is typed, because the whole part is optional. */
export function tributeFields({ wrongEmail, fields }: TributeTerms): Partial<Record<TributeField, Field>> {
  const email = (answer: string) => (isPlausible(answer) ? null : wrongEmail)
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    {
      ...field,
      ...(name === 'cardEmail' && { rule: email }),
      asked: field.required && (name.startsWith('card') ? hasCard : hasTribute),
    },
  ])
  return Object.fromEntries(entries)
}
