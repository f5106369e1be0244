/** The enquiry forms and the sign-up for the newsletter: their fields and rules. Pure and browser-safe. */
import { emailField, entriesOf, type Field, type FormDescription, phoneField } from '#lib/contact/forms/form.ts'
import type { FormTexts, RuleTexts } from '#lib/platform/messages/texts.ts'

/** A question that only one form asks. */
type Question = {
  name: string
  label: string
  hint?: string | undefined
  kind: 'line' | 'one' | 'tick'
  options?: readonly { id: string; label: string }[] | undefined
  missing?: string | undefined
}

/** What is specific to a form. Browsers get it as JSON. */
type Asks = {
  without?: readonly ('lastname' | 'number' | 'email' | 'message')[]
  questions?: readonly Question[]
}

type OwnWords = Partial<Record<'firstname' | 'number' | 'message', string | undefined>>

/** The content of one enquiry form. */
type EnquiryWords = Asks & {
  labels?: OwnWords
  hints?: OwnWords
  checkboxes?: { label: string; hint?: string | undefined; options: readonly string[] } | undefined
}

/** The rules. */
export function describeEnquiry(texts: RuleTexts, { without = [], questions = [] }: Asks = {}): FormDescription {
  const isCallback = without.includes('email')
  const firstname: Field = {
    label: '',
    called: without.includes('lastname') ? texts.yourName : texts.yourFirstName,
    passedOn: 'name',
    maxLength: 100,
    required: true,
  }
  const own = (tick: boolean) =>
    Object.fromEntries(questions.filter(({ kind }) => (kind === 'tick') === tick).map(describeQuestion))
  // In the order of the page, in which errors are listed: long texts stand below the lines, and ticks last.
  const fields: Record<string, Field> = {
    ...(!isCallback && { firstname }),
    lastname: {
      label: '',
      called: texts.yourLastName,
      passedOn: 'name',
      maxLength: 100,
    },
    number: { ...phoneField(texts), ...(isCallback && { required: texts.phone }) },
    email: emailField(texts),
    ...own(false),
    // Whoever is called back needs no more than a telephone at first, and is asked for the name last. A name that stands above stays there.
    firstname,
    message: {
      label: '',
      kind: 'text',
      called: texts.yourMessage,
      maxLength: 5000,
      required: texts.writeMessage,
    },
    ...own(true),
  }
  for (const name of without) delete fields[name]
  return { texts, missing: texts.wrong, fields }
}

const describeQuestion = ({ name, label, hint, kind, options, missing }: Question): [string, Field] => [
  name,
  {
    label,
    hint,
    kind,
    ...(kind === 'line' && { maxLength: 200 }),
    ...(options && { options: options.map(({ id, label }) => ({ value: id, label })) }),
    ...(missing && { required: missing }),
  },
]

/** The rules with the form's texts, for the server. `checkbox` is present only if content defines checkboxes. */
export function enquiryWithLabels(texts: RuleTexts, labels: FormTexts, wording: EnquiryWords): FormDescription {
  const { labels: own, hints, checkboxes } = wording
  const { fields, ...form } = describeEnquiry(texts, wording)
  const fieldTexts: Record<string, Partial<Field>> = {
    firstname: { label: own?.firstname ?? labels.firstName, autoComplete: 'given-name' },
    lastname: { label: labels.lastName, autoComplete: 'family-name' },
    number: { label: own?.number ?? labels.phone, hint: hints?.number },
    email: { label: labels.email },
    message: { label: own?.message ?? labels.message, hint: hints?.message },
  }
  return {
    ...form,
    fields: {
      ...Object.fromEntries(entriesOf(fields).map(([name, field]) => [name, { ...field, ...fieldTexts[name] }])),
      ...(checkboxes && {
        checkbox: {
          label: checkboxes.label,
          hint: checkboxes.hint,
          kind: 'several' as const,
          called: texts.yourChoice,
          maxLength: 1000,
          options: checkboxes.options.map((option) => ({ value: option, label: option })),
        },
      }),
    },
  }
}

export const describeNewsletter = (texts: RuleTexts, labels?: FormTexts) =>
  ({
    texts,
    missing: texts.nameAndEmail,
    fields: {
      name: {
        label: labels?.name ?? '',
        autoComplete: 'name',
        called: texts.yourName,
        passedOn: 'name',
        maxLength: 100,
        required: true,
      },
      email: emailField(texts, labels?.email),
    },
  }) satisfies FormDescription
