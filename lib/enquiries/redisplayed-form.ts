/** An enquiry or a sign-up for the newsletter as the whole answer to its own POST (lib/forms/redisplayed-form.ts). */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { enquiryForm, site } from '#lib/content/index.ts'
import { choiceSeparator, enquiryFields } from '#lib/enquiries/rules.ts'
import { idempotencyField } from '#lib/forms/idempotency.ts'
import { type FieldAgain, type FormAgain, formAgain } from '#lib/forms/redisplayed-form.ts'
import { startedAtField } from '#lib/forms/started-at.ts'

type Values = Readonly<Record<string, string>>
type Problem = Pick<FormAgain, 'status' | 'sentence' | 'errors' | 'retryAfter'>

/** `form`: an enquiry form's id, or newsletter. `data`: what was sent, of which the time stamp is sent again. */
export function enquiryAgain(form: string, values: Values, data: Readonly<Record<string, unknown>>, problem: Problem) {
  const questions = questionsOf(form)
  const startedAt = data[startedAtField]
  return formAgain({
    ...problem,
    title: questions.title,
    organisation: site().names.organisation,
    action: questions.action,
    fields: questions.fields.map((field) => withValue(field, values[field.name] ?? '')),
    hidden: {
      form: questions.action === '/api/enquiries' ? form : undefined,
      [startedAtField]: typeof startedAt === 'string' ? startedAt : undefined,
      // The words may be others when they are sent again: another enquiry.
      [idempotencyField]: randomUUID(),
    },
    submit: { label: questions.submit },
  })
}

type Question = { name: string; label: string; kind: 'line' | 'text' | 'several'; options?: readonly string[] }

function withValue({ name, label, kind, options = [] }: Question, value: string): FieldAgain {
  if (kind !== 'several') return { name, label, kind, value }
  const sent = `${choiceSeparator}${value}${choiceSeparator}`
  return {
    name,
    label,
    kind,
    value: options.filter((option) => sent.includes(`${choiceSeparator}${option}${choiceSeparator}`)),
    options: options.map((option) => ({ value: option, label: option })),
  }
}

const lines: Record<Exclude<(typeof enquiryFields)[number], 'checkbox' | 'message'>, string> = {
  firstname: 'First name',
  lastname: 'Last name',
  number: 'Telephone (optional)',
  email: 'E-mail address',
}

function questionsOf(id: string): { title: string; action: `/${string}`; submit: string; fields: Question[] } {
  const form = enquiryForm(id)
  if (!form)
    return {
      title: 'Sign up for the newsletter',
      action: '/api/newsletter',
      submit: 'Sign up',
      fields: [
        { name: 'name', label: 'Name', kind: 'line' },
        { name: 'email', label: 'E-mail address', kind: 'line' },
      ],
    }
  const { title, submit, labels, checkboxes } = form
  const fields = enquiryFields.flatMap((name): Question[] => {
    if (name === 'message') return [{ name, label: labels.message ?? 'Your message', kind: 'text' }]
    if (name !== 'checkbox')
      return [
        {
          name,
          label: (name === 'number' && labels.number && `${labels.number} (optional)`) || lines[name],
          kind: 'line',
        },
      ]
    return checkboxes ? [{ name, label: checkboxes.label, kind: 'several', options: checkboxes.options }] : []
  })
  return { title, action: '/api/enquiries', submit, fields }
}
