/** Connects the enquiry form among its children to its behaviour and its thank-you dialog. */

import type { ReactNode } from 'react'
import { hrefHere } from '#lib/platform/languages/current.ts'
import type { EnquiryFormContent } from '#lib/site/content/schema.ts'
import { ThankYouDialog } from './thank-you-dialog.tsx'

export function BehavingForm({ form, children }: { form: EnquiryFormContent; children: ReactNode }) {
  const { without, questions } = form
  const differs = without.length + questions.length > 0
  return (
    <div
      id={`form-${form.id}`}
      data-behaviour="enquiry"
      data-address={hrefHere(`/forms/${form.id}`)}
      data-subjects={JSON.stringify(form.subjects)}
      data-asks={differs ? JSON.stringify({ without, questions }) : undefined}
    >
      {children}
      <ThankYouDialog scope={form.id} form={form.id} />
    </div>
  )
}
