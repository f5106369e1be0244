/** The words of a gift in honor or in memory of somebody, in both Englishes: of the form, and of receipts and cards. Pure. */

import type { Locale } from '#lib/dates.ts'
import type { TributeTerms } from '#lib/donation/tribute.ts'
import { emailField } from '#lib/forms/form.ts'

const honorIn = (locale: Locale) => (locale === 'en-US' ? 'honor' : 'honour')

/** `card`: whether a card can be sent, so that it is asked about. */
export function tributeTerms(locale: Locale, card: boolean): TributeTerms {
  const honor = honorIn(locale)
  return {
    heading: `Give in ${honor} or in memory of somebody (optional)`,
    hasAddress: 'Leave out web and e-mail addresses, and put a space after each full stop',
    wrongEmail: 'Enter their e-mail address, like name@example.org',
    fields: {
      tribute: {
        label: `In ${honor}, or in memory?`,
        kind: 'one',
        options: [
          { value: 'honor', label: `In ${honor} of` },
          { value: 'memory', label: 'In memory of' },
        ],
        required: `Choose whether the gift is in ${honor} or in memory of somebody`,
      },
      tributeName: {
        label: 'Name of the person',
        autoComplete: 'off',
        called: 'the name of the person',
        maxLength: 100,
        required: `Enter the name of the person whom you ${honor} or remember`,
      },
      ...(card && cardFields),
    },
  }
}

const cardFields = {
  cardTo: {
    label: 'Who receives a card?',
    hint: 'Only if you would like one: a name, such as the Lee family. We send one card by email, once your gift has arrived. It names you, and never the amount.',
    autoComplete: 'off',
    called: 'the name for the card',
    maxLength: 100,
    required: 'Enter the name of whoever receives the card, or leave the whole card empty',
  },
  cardEmail: {
    label: 'Their e-mail address',
    type: 'email',
    autoComplete: 'off',
    called: 'their e-mail address',
    maxLength: emailField.maxLength,
    required: 'Enter the e-mail address for the card, or leave the whole card empty',
  },
  cardMessage: { label: 'Your message', kind: 'text', rows: 3, called: 'your message', maxLength: 400 },
  cardFrom: {
    label: 'From',
    hint: 'Your name, if you leave this empty',
    autoComplete: 'off',
    called: 'the name under the message',
    maxLength: 100,
  },
} satisfies TributeTerms['fields']

/** `words`: "in memory of", "in honor of". */
export type Tribute = { words: string; name: string }

/** Null for a gift that is in nobody's name. `answers`: of an attempt. */
export function tributeOf({ tribute, tributeName }: Readonly<Record<string, unknown>>, locale: Locale): Tribute | null {
  if (typeof tributeName !== 'string' || tributeName === '') return null
  return { words: tribute === 'memory' ? 'in memory of' : `in ${honorIn(locale)} of`, name: tributeName }
}

/** "in memory of Ruth Lee", for receipts and cards; null as above. */
export function tributeIn(answers: Readonly<Record<string, unknown>>, locale: Locale): string | null {
  const tribute = tributeOf(answers, locale)
  return tribute && `${tribute.words} ${tribute.name}`
}
