/** The words of a gift in honor or in memory of somebody: of the form, and of receipts and cards. */
import 'server-only'
import { longestEmail } from '#lib/contact/forms/form.ts'
import type { TributeTerms } from '#lib/giving/donation/tribute.ts'
import type { Locale } from '#lib/platform/dates.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'

/** `card`: whether a card can be sent, so that it is asked about. */
export function tributeTerms(locale: Locale, card: boolean): TributeTerms {
  const { tribute } = textsIn(locale)
  const t = messages(locale)
  const sentence = (kind: Tribute['kind']) =>
    t('mail.card', {
      giver: '{giver}',
      organisation: site().names.organisation,
      tribute: t(`tribute.${kind}`, { name: '{name}' }),
    })
  return {
    heading: tribute.heading,
    ...(card && { preview: { heading: tribute.preview, honor: sentence('honor'), memory: sentence('memory') } }),
    wrongEmail: tribute.wrongEmail,
    fields: {
      tribute: {
        label: tribute.which,
        kind: 'one',
        options: [
          { value: 'honor', label: tribute.inHonorOf },
          { value: 'memory', label: tribute.inMemoryOf },
        ],
        required: tribute.choose,
      },
      tributeName: {
        label: tribute.name,
        autoComplete: 'off',
        called: tribute.theName,
        passedOn: 'name',
        maxLength: 100,
        required: tribute.enterName,
      },
      ...(card && cardFields(locale)),
    },
  }
}

function cardFields(locale: Locale) {
  const { tribute } = textsIn(locale)
  return {
    cardTo: {
      label: tribute.cardTo,
      hint: tribute.cardToHint,
      autoComplete: 'off',
      called: tribute.theCardTo,
      passedOn: 'name',
      maxLength: 100,
      required: tribute.enterCardTo,
    },
    cardEmail: {
      label: tribute.cardEmail,
      type: 'email',
      autoComplete: 'off',
      called: tribute.theCardEmail,
      maxLength: longestEmail,
      required: tribute.enterCardEmail,
    },
    cardMessage: {
      label: tribute.cardMessage,
      kind: 'text',
      rows: 3,
      called: tribute.theCardMessage,
      passedOn: 'text',
      maxLength: 400,
    },
    cardFrom: {
      label: tribute.cardFrom,
      hint: tribute.cardFromHint,
      autoComplete: 'off',
      called: tribute.theCardFrom,
      passedOn: 'name',
      maxLength: 100,
    },
  } satisfies TributeTerms['fields']
}

/** In whose honor or memory a gift is. */
export type Tribute = { kind: 'honor' | 'memory'; name: string }

/** Null for a gift without a tribute. `answers`: of an attempt. */
export function tributeOf({ tribute, tributeName }: Readonly<Record<string, unknown>>): Tribute | null {
  if (typeof tributeName !== 'string' || tributeName === '') return null
  return { kind: tribute === 'memory' ? 'memory' : 'honor', name: tributeName }
}

/** "in memory of Ruth Lee", for receipts and cards; null as above. */
export function tributeIn(answers: Readonly<Record<string, unknown>>, locale: Locale): string | null {
  const tribute = tributeOf(answers)
  return tribute && messages(locale)(`tribute.${tribute.kind}`, { name: tribute.name })
}
