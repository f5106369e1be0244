/** In whose honor or memory the gift is, and the card to the family: optional, and folded until somebody wants it. */
import { useEffect, useRef } from 'react'
import { type FieldProps, FormField } from '#components/forms/field.tsx'
import type { DonationField, DonationValues } from '#lib/giving/donation/form.ts'
import { hasTribute, type TributeTerms, tributeNames } from '#lib/giving/donation/tribute.ts'

type TributeFieldsProps = {
  tribute: TributeTerms | undefined
  values: DonationValues
  field: (name: DonationField) => FieldProps
}

export function TributeFields({ tribute, values, field }: TributeFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Once something is typed it stays open, even when that is removed again.
  const wasOpened = useRef(false)
  wasOpened.current ||= hasTribute(values) || values.tribute === 'memory'
  const hasError = tributeNames.some((name) => tribute?.fields[name] && field(name).error)
  // Folded over an error, it is open again after the next submission.
  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  })
  return (
    tribute && (
      <details ref={details} open={wasOpened.current} className="rounded-card bg-card px-5 open:pb-5">
        <summary className="cursor-pointer py-4 font-semibold">{tribute.heading}</summary>
        <div className="grid gap-4">
          {tributeNames.map((name) => tribute.fields[name] && <FormField key={name} {...field(name)} />)}
        </div>
      </details>
    )
  )
}
