/**
 * In whose honor or memory a gift is, and the message to the family: the fields of the form, and how answers are read. Pure and
 * browser-safe.
 */
import { answerTo, type Field, type FormValues, isPlausible, maxEmailLength } from '#lib/contact/forms/form.ts'
import type { DonationTexts } from '#lib/platform/messages/texts.ts'

export const tributeNames = ['tribute', 'tributeName', 'cardTo', 'cardEmail', 'cardMessage', 'cardFrom'] as const
type TributeField = (typeof tributeNames)[number]

/** Whether this field or a later one has been filled in. */
const isTyped = (first: number) => (values: FormValues) =>
  tributeNames.slice(first).some((name) => answerTo(values, name))
/** `tribute` has a default, so it does not count. */
export const hasTribute = isTyped(1)
const hasMessage = isTyped(2)

/** Required only once something is typed, because the whole part is optional. `withMessage`: whether a message can be sent. */
export function tributeFields(
  texts: DonationTexts['tribute'],
  withMessage: boolean,
): Partial<Record<TributeField, Field>> {
  const name = { autoComplete: 'off', passedOn: 'name', maxLength: 100 } as const
  const fields = {
    tribute: {
      label: texts.which,
      kind: 'one',
      options: [
        { value: 'honor', label: texts.inHonorOf },
        { value: 'memory', label: texts.inMemoryOf },
      ],
      required: texts.choose,
      asked: hasTribute,
    },
    tributeName: { ...name, label: texts.name, called: texts.theName, required: texts.enterName, asked: hasTribute },
  } satisfies Partial<Record<TributeField, Field>>
  if (!withMessage) return fields
  return {
    ...fields,
    cardTo: {
      ...name,
      label: texts.cardTo,
      hint: texts.cardToHint,
      called: texts.theCardTo,
      required: texts.enterCardTo,
      asked: hasMessage,
    },
    cardEmail: {
      label: texts.cardEmail,
      type: 'email',
      autoComplete: 'off',
      called: texts.theCardEmail,
      maxLength: maxEmailLength,
      required: texts.enterCardEmail,
      rule: (answer) => (isPlausible(answer) ? null : texts.wrongEmail),
      asked: hasMessage,
    },
    cardMessage: {
      label: texts.cardMessage,
      kind: 'text',
      rows: 3,
      called: texts.theCardMessage,
      passedOn: 'text',
      maxLength: 400,
    },
    cardFrom: { ...name, label: texts.cardFrom, hint: texts.cardFromHint, called: texts.theCardFrom },
  }
}

export type Tribute = { kind: 'honor' | 'memory'; name: string }

/** Null for a gift without a tribute. `answers`: of an order. */
export function tributeOf({ tribute, tributeName }: Readonly<Record<string, unknown>>): Tribute | null {
  if (typeof tributeName !== 'string' || tributeName === '') return null
  return { kind: tribute === 'memory' ? 'memory' : 'honor', name: tributeName }
}
