/** The rules of a gift in honor or in memory of somebody, and of the card to the family. Pure and browser-safe: its words come as data. */
import { answerTo, type Field, type FormValues, isPlausible } from '#lib/contact/forms/form.ts'

export const tributeNames = ['tribute', 'tributeName', 'cardTo', 'cardEmail', 'cardMessage', 'cardFrom'] as const
export type TributeField = (typeof tributeNames)[number]

/** From lib/giving/donation/tribute-words.ts, which leaves out the fields of the card where none can be sent. */
export type TributeTerms = {
  heading: string
  wrongEmail: string
  /** What the card says, with {giver} and {name}; none where no card can be sent. */
  preview?: { heading: string; honor: string; memory: string }
  fields: Partial<Record<TributeField, Omit<Field, 'rule' | 'asked'>>>
}

/** Whether anything is typed from this field on. */
const isTyped = (first: number) => (values: FormValues) =>
  tributeNames.slice(first).some((name) => answerTo(values, name))
/** The choice of `tribute`, which has a default, counts as nothing. */
export const hasTribute = isTyped(1)
const hasCard = isTyped(2)

/** Asked only once something is typed: all of it may be left empty. */
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
