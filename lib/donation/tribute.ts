/**
 * Gifts in honor or in memory of somebody, and the card to the family: the questions, and their words in both Englishes. Pure and
 * browser-safe.
 */
import type { Locale } from '#lib/dates.ts'
import { answerTo, emailField, type Field, type FormValues } from '#lib/forms/form.ts'

/** `card`: whether a card can be sent, so that it is asked about. */
export type TributeTerms = { locale: Locale; card: boolean }

const words = (locale: Locale) => (locale === 'en-US' ? 'honor' : 'honour')

const cardNames = ['cardTo', 'cardEmail', 'cardMessage', 'cardFrom'] as const
const isAnswered = (values: FormValues, names: readonly string[]) => names.some((name) => answerTo(values, name) !== '')
const hasCard = (values: FormValues) => isAnswered(values, cardNames)
const hasTribute = (values: FormValues) => isAnswered(values, ['tributeName', ...cardNames])

/**
 * Web and e-mail addresses, which a stranger could send to somebody by way of us. Initials ("A.R. Rahman") are none; "Thank you.Ann"
 * looks like one.
 */
const addressLike = /:\/\/|www\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}|\.\p{L}{2,}\//iu
const noAddress = (answer: string) =>
  addressLike.test(answer) ? 'Leave out web and e-mail addresses, and put a space after each full stop' : null

/** Asked only once something is typed: all of it may be left empty. */
export function tributeFields({ locale, card }: TributeTerms) {
  const honor = words(locale)
  return {
    tribute: {
      label: `Is it in ${honor} or in memory?`,
      kind: 'one',
      options: [
        { value: 'honor', label: `In ${honor} of` },
        { value: 'memory', label: 'In memory of' },
      ],
      required: `Choose whether the gift is in ${honor} or in memory of somebody`,
      asked: hasTribute,
    },
    tributeName: {
      label: 'Name of the person',
      autoComplete: 'off',
      called: 'the name of the person',
      maxLength: 100,
      required: `Enter the name of the person whom you ${honor} or remember`,
      rule: noAddress,
      asked: hasTribute,
    },
    ...(card && cardFields),
  } satisfies Record<string, Field>
}

const cardFields = {
  cardTo: {
    label: 'Who receives the card?',
    hint: 'A name, such as Meera or the Lee family',
    autoComplete: 'off',
    called: 'the name for the card',
    maxLength: 100,
    required: 'Enter the name of whoever receives the card',
    rule: noAddress,
    asked: hasCard,
  },
  cardEmail: {
    label: 'Their e-mail address',
    type: 'email',
    autoComplete: 'off',
    called: 'their e-mail address',
    maxLength: emailField.maxLength,
    required: 'Enter the e-mail address for the card, or leave the whole card empty',
    rule: (answer) => emailField.rule(answer) && 'Enter their e-mail address, like name@example.org',
    asked: hasCard,
  },
  cardMessage: {
    label: 'Your message',
    kind: 'text',
    rows: 3,
    called: 'your message',
    maxLength: 400,
    rule: noAddress,
  },
  cardFrom: {
    label: 'From',
    hint: 'We also name you as the giver, and never the amount',
    autoComplete: 'off',
    called: 'the name under the message',
    maxLength: 100,
    rule: noAddress,
  },
} satisfies Record<string, Field>

export type TributeField = keyof ReturnType<typeof tributeFields> | keyof typeof cardFields

/** "in memory of Ruth Lee", for receipts and cards; null for a gift that is in nobody's name. `answers`: of an attempt. */
export function tributeIn(answers: Readonly<Record<string, unknown>>, locale: Locale): string | null {
  const { tribute, tributeName } = answers
  if (typeof tributeName !== 'string' || tributeName === '') return null
  return tribute === 'memory' ? `in memory of ${tributeName}` : `in ${words(locale)} of ${tributeName}`
}
