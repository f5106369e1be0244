/**
 * The error summary at the top of a form; each line links to its field. Takes the focus when it appears
 * (https://design-system.service.gov.uk/components/error-summary/, WCAG 3.3.1).
 */
import type { Ref } from 'react'
import { Notice } from '#components/ui/card.tsx'
import { Text } from '#components/ui/text.tsx'
import type { FormTexts } from '#lib/platform/messages/texts.ts'
import { fieldId } from './field.tsx'

const errorSummaryId = 'error-summary'

type ErrorSummaryProps = {
  texts: Pick<FormTexts, 'problem'>
  /** The first line, such as 'Please fill out all the required fields.' */
  message: string
  errors: readonly { field: string; message: string }[]
  /** Distinguishes several forms on one page; undefined on a form's own page. */
  id?: string
  scope?: string | undefined
  /** For the form's script, which moves the focus here. */
  ref?: Ref<HTMLDivElement>
  /** Set if the page is the response to the form: browsers then move the focus here on load. */
  autoFocus?: boolean
  /** For a form whose steps are history entries: a link to a field must not add one. */
  onFollow?: (field: string) => void
}

export function ErrorSummary({
  texts,
  message,
  errors,
  id = errorSummaryId,
  scope,
  ref,
  autoFocus,
  onFollow,
}: ErrorSummaryProps) {
  return (
    <Notice
      look="bad"
      ref={ref}
      id={id}
      role="alert"
      tabIndex={-1}
      // Without JavaScript nothing else can move the focus to what is wrong.
      autoFocus={autoFocus}
      className="mb-8"
    >
      <Text as="h2" className="text-lead">
        {texts.problem}
      </Text>
      <Text as="p" data-message="" className="mt-1">
        {message}
      </Text>
      {errors.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {errors.map(({ field, message }) => (
            <li key={field}>
              <Text
                as="a"
                href={`#${fieldId(field, scope)}`}
                onClick={
                  onFollow &&
                  ((event) => {
                    event.preventDefault()
                    onFollow(field)
                  })
                }
                className="inline-block py-0.5 font-semibold text-danger underline"
              >
                {message}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
