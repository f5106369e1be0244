/** The enquiry forms and the sign-up for the newsletter: their fields and rules. Pure and browser-safe. */
import { emailField, type FormDescription, phoneField, somethingWrong } from '#lib/forms/form.ts'

/** What content says about one enquiry form. */
type Words = {
  labels?: { number?: string | undefined; message?: string | undefined }
  hints?: { number?: string | undefined; message?: string | undefined }
  checkboxes?: { label: string; hint?: string | undefined; options: readonly string[] } | undefined
}

type EnquiryField = 'firstname' | 'lastname' | 'number' | 'email' | 'message' | 'checkbox'

/** Without words: for the browser, whose checks need none. `checkbox` is there only where content has boxes to tick. */
export function describeEnquiry({ labels = {}, hints = {}, checkboxes }: Words = {}) {
  return {
    missing: somethingWrong,
    fields: {
      firstname: { label: 'First name', autoComplete: 'given-name', maxLength: 100, required: true },
      lastname: { label: 'Last name', autoComplete: 'family-name', maxLength: 100, required: true },
      number: {
        ...phoneField,
        label: labels.number ?? phoneField.label,
        hint: hints.number,
      },
      email: emailField,
      message: {
        label: labels.message ?? 'Your message',
        hint: hints.message,
        kind: 'text',
        called: 'your message',
        maxLength: 5000,
        required: 'Write your message',
      },
      ...(checkboxes && {
        checkbox: {
          label: checkboxes.label,
          hint: checkboxes.hint,
          kind: 'several' as const,
          called: 'your choice',
          maxLength: 1000,
          options: checkboxes.options.map((option) => ({ value: option, label: option })),
        },
      }),
    },
  } as FormDescription<EnquiryField>
}

export const newsletterForm = {
  /** Specification, section 8. */
  missing: 'Name and Email are required',
  fields: {
    name: { label: 'Name', autoComplete: 'name', maxLength: 100, required: true },
    email: emailField,
  },
} satisfies FormDescription
