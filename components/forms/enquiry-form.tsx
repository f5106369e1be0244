/** The questions of every enquiry form (specification, section 3), in the words of its content file. The same in a page and in a dialog. */

import type { ReactNode } from 'react'
import { enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import type { FormDescription } from '#lib/contact/forms/form.ts'
import { kindOfForm } from '#lib/contact/forms/kinds.ts'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import type { EnquiryFormContent as Definition } from '#lib/site/content/schema.ts'
import { fieldsOf, Questions } from './field.tsx'
import { DataNotice, PostedForm, stateOf, ThankYouDialog } from './posted-form.tsx'
import { openingOf } from './subject.ts'

type Props = {
  form: Definition
  scope: string
  returned?: ReturnedForm | null
  /** The subject that the message begins with; unknown ones are ignored. */
  about?: string | undefined
  /** In a page that is rendered for one visitor. */
  startedAt?: string
}

export function EnquiryForm({ form, scope, returned, about, startedAt }: Props) {
  const { rules, form: texts } = textsIn()
  const description: FormDescription = enquiryWithLabels(rules, texts, form)
  const state = returned ? stateOf(returned) : { values: { message: openingOf(form.subjects, about) } }
  const field = fieldsOf(description, texts, state, scope)
  return (
    <PostedForm
      action={localizedHref(`/forms/${form.id}`)}
      api="/api/enquiries"
      scope={scope}
      returned={returned ?? null}
      hidden={{ form: form.id, startedAt }}
      submit={form.submit}
      note={
        <>
          <p className="mt-4 max-w-measure text-small text-soft">{form.recipient}</p>
          <DataNotice purpose={kindOfForm(form.id).mail} className="mt-2 max-w-measure" />
        </>
      }
    >
      <Questions description={description} field={field} inPairs />
    </PostedForm>
  )
}

/** Connects the enquiry form among its children to its behaviour and its thank-you dialog. */
export function BehavingForm({ form, children }: { form: Definition; children: ReactNode }) {
  const { without, questions } = form
  const differs = without.length + questions.length > 0
  return (
    <div
      id={`form-${form.id}`}
      data-behaviour="enquiry"
      data-address={localizedHref(`/forms/${form.id}`)}
      data-subjects={JSON.stringify(form.subjects)}
      data-asks={differs ? JSON.stringify({ without, questions }) : undefined}
    >
      {children}
      <ThankYouDialog scope={form.id} form={form.id} />
    </div>
  )
}
