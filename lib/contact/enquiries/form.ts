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

/** The rules. */
export function describeEnquiry(texts: RuleTexts) {
  return {
    texts,
    missing: texts.wrong,
    fields: {
      firstname: {
        label: '',
        called: texts.yourFirstName,
        passedOn: 'name',
        maxLength: 100,
        required: true,
      },
      lastname: {
        label: '',
        called: texts.yourLastName,
        passedOn: 'name',
        maxLength: 100,
        required: true,
      },
      number: phoneField(texts),
      email: emailField(texts),
      message: {
        label: '',
        kind: 'text',
        called: texts.yourMessage,
        maxLength: 5000,
        required: texts.writeMessage,
      },
    },
  } as FormDescription<Exclude<EnquiryField, 'checkbox'>>
}

/** The rules with what the form says, for the server. `checkbox` is there only where content has boxes to tick. */
export function enquiryWithLabels(texts: RuleTexts, labels: FormTexts, { labels: own, hints, checkboxes }: Words) {
  const { fields, ...form } = describeEnquiry(texts)
  return {
    ...form,
    fields: {
      firstname: { ...fields.firstname, label: labels.firstName, autoComplete: 'given-name' },
      lastname: { ...fields.lastname, label: labels.lastName, autoComplete: 'family-name' },
      number: { ...fields.number, label: own?.number ?? labels.phone, hint: hints?.number },
      email: { ...fields.email, label: labels.email },
      message: { ...fields.message, label: own?.message ?? labels.message, hint: hints?.message },
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
