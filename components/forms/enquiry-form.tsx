/** The questions of every enquiry form (specification, section 3), in the words of its content file. The same in a page and in a dialog. */
import { ContentLink } from '#components/ui/content-link.tsx'
import type { EnquiryForm as Definition } from '#lib/content/schema.ts'
import { choiceSeparator, enquiryLengths } from '#lib/enquiries/rules.ts'
import { CheckboxList, TextAreaField, TextField } from './field.tsx'
import { errorIn, PostedForm, type Returned, typedIn } from './posted-form.tsx'
import { openingOf } from './subject.ts'

type Props = {
  form: Definition
  scope: string
  returned?: Returned | null
  /** Which subject the message begins with; unknown ones are left alone. */
  about?: string | undefined
  /** Made for each view of a page that is rendered for it; a prerendered page has neither. */
  idempotencyKey?: string
  startedAt?: string
}

export function EnquiryForm({ form, scope, returned, about, idempotencyKey, startedAt }: Props) {
  const field = (name: string) => ({
    name,
    scope,
    value: typedIn(returned, name),
    error: errorIn(returned, name),
  })
  return (
    <PostedForm
      action="/api/enquiries"
      scope={scope}
      returned={returned ?? null}
      hidden={{ form: form.id, idempotencyKey, startedAt }}
      submit={form.submit}
      note={<Note form={form} />}
    >
      {form.checkboxes && (
        <CheckboxList
          {...form.checkboxes}
          name="checkbox"
          scope={scope}
          error={errorIn(returned, 'checkbox')}
          ticked={(option) => isTicked(returned?.values.checkbox, option)}
        />
      )}
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <TextField
          {...field('firstname')}
          label="First name"
          autoComplete="given-name"
          maxLength={enquiryLengths.firstname}
        />
        <TextField
          {...field('lastname')}
          label="Last name"
          autoComplete="family-name"
          maxLength={enquiryLengths.lastname}
        />
        <TextField
          {...field('email')}
          label="E-mail address"
          type="email"
          autoComplete="email"
          maxLength={enquiryLengths.email}
        />
        <TextField
          {...field('number')}
          label={form.labels.number ?? 'Telephone'}
          hint={form.hints.number}
          type="tel"
          optional
          autoComplete="tel"
          maxLength={enquiryLengths.number}
        />
      </div>
      <TextAreaField
        {...field('message')}
        label={form.labels.message ?? 'Your message'}
        hint={form.hints.message}
        value={typedIn(returned, 'message') ?? openingOf(form.subjects, about)}
        maxLength={enquiryLengths.message}
      />
    </PostedForm>
  )
}

function Note({ form }: { form: Definition }) {
  return (
    <p className="mt-4 max-w-measure text-[0.95rem] text-soft">
      {form.recipient}{' '}
      <ContentLink
        href="/PrivacyPolicy"
        keepsPage
        className="inline-block underline underline-offset-4 hover:text-coral"
      >
        How we treat what you send
      </ContentLink>
    </p>
  )
}

/** What came back is one name, a list of them, or the list as it is sent: joined. */
function isTicked(value: unknown, option: string): boolean {
  const sent = [value].flat().join(choiceSeparator)
  return `${choiceSeparator}${sent}${choiceSeparator}`.includes(`${choiceSeparator}${option}${choiceSeparator}`)
}
