/** The enquiry forms and the sign-up for the newsletter: their fields and rules. Pure and browser-safe. */
import { emailField, type FormDescription, phoneField } from '#lib/contact/forms/form.ts'
import type { FormTexts, RuleTexts } from '#lib/platform/messages/texts.ts'

/** What content says about one enquiry form. */
type Words = {
  labels?: { number?: string | undefined; message?: string | undefined }
  hints?: { number?: string | undefined; message?: string | undefined }
  checkboxes?: { label: string; hint?: string | undefined; options: readonly string[] } | undefined
}

type EnquiryField = 'firstname' | 'lastname' | 'number' | 'email' | 'message' | 'checkbox'

/** `labels`: not for the browser, whose checks need none. `checkbox` is there only where content has boxes to tick. */
export function describeEnquiry(texts: RuleTexts, labels?: FormTexts, words: Words = {}) {
  const { checkboxes } = words
  return {
    texts,
    missing: texts.wrong,
    fields: {
      firstname: {
        label: labels?.firstName ?? '',
        autoComplete: 'given-name',
        called: texts.yourFirstName,
        passedOn: 'name',
        maxLength: 100,
        required: true,
      },
      lastname: {
        label: labels?.lastName ?? '',
        autoComplete: 'family-name',
        called: texts.yourLastName,
        passedOn: 'name',
        maxLength: 100,
        required: true,
      },
      number: { ...phoneField(texts, words.labels?.number ?? labels?.phone), hint: words.hints?.number },
      email: emailField(texts, labels?.email),
      message: {
        label: words.labels?.message ?? labels?.message ?? '',
        hint: words.hints?.message,
        kind: 'text',
        called: texts.yourMessage,
        maxLength: 5000,
        required: texts.writeMessage,
      },
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
  } as FormDescription<EnquiryField>
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
