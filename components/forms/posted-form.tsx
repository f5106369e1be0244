/**
 * A form that posts to one of our addresses, which responds with a page. Its behaviour submits it in place instead, and copies
 * the hidden error patterns. The browser's own validation is off: it reports one error at a time, and only that something is wrong.
 */
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { notStored } from '#lib/contact/enquiries/sentences.ts'
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'
import { answerTo, type FormValues } from '#lib/contact/forms/form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { languageHidden } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { ErrorSummary } from './error-summary.tsx'
import { ErrorMessage } from './field.tsx'

/** What came back from the server with a form that has to be corrected. */
export type Returned = { values: FormValues; errors: readonly FieldError[]; formError?: string }

/** The same for the form's fields, with the e-mail address that was probably meant. */
export const stateOf = (returned: Returned | null | undefined) => ({
  ...returned,
  suggestion: suggestEmail(answerTo(returned?.values ?? {}, 'email')),
})

type Props = {
  action: string
  /** Tells the forms of one page apart, in every id. */
  scope: string
  returned?: Returned | null
  /** Fields that are sent with the others and not shown. */
  hidden?: Readonly<Record<string, string | undefined>>
  submit: string
  note?: ReactNode
  children: ReactNode
}

export function PostedForm({ action, scope, returned, hidden = {}, submit, note, children }: Props) {
  const errors = returned?.errors ?? []
  const { rules, form: texts } = textsIn()
  const message = returned?.formError ?? rules.wrong
  return (
    <>
      <form
        method="post"
        action={action}
        noValidate
        data-posted={scope}
        data-unreached={notStored()}
        data-texts={JSON.stringify(rules)}
        className="grid gap-4"
      >
        <div data-summary className="-mb-4 empty:hidden">
          {returned && (returned.formError || errors.length > 0) && (
            <ErrorSummary texts={texts} scope={scope} message={message} errors={errors} />
          )}
        </div>
        {Object.entries({ ...hidden, ...languageHidden() }).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {children}
        <Honeypot scope={scope} />
        <div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <button type="submit" className={buttonClass('ink', 'mt-1')}>
              {submit}
            </button>
            <p data-sending={texts.sending} role="status" className="text-soft empty:hidden" />
          </div>
          {note}
        </div>
      </form>
      <div hidden data-patterns>
        <ErrorSummary
          id={`${scope}-pattern-summary`}
          texts={texts}
          scope={`${scope}-pattern`}
          message={message}
          errors={[{ field: 'error', message: texts.error }]}
        />
        <ErrorMessage name="error" scope={`${scope}-pattern`} error={texts.error} texts={texts} />
      </div>
    </>
  )
}

/** Left empty by people, filled in by programs; kept from the eye, from screen readers, from the keyboard and from autofill. */
export function Honeypot({ scope }: { scope: string }) {
  return (
    <div aria-hidden="true" className="absolute -start-[200vw] size-px overflow-hidden">
      <label htmlFor={`${scope}-website2`}>{messages()('enquiry.leaveEmpty')}</label>
      <input id={`${scope}-website2`} name="website2" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
