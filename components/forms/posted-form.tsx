/**
 * A form that posts to one of our addresses and is answered with a page; its behaviour answers in place instead, with the
 * patterns of an error that stand here unseen. Judged by the rules of the server, never by the browser's bubbles, which say
 * one thing at a time and no more than that it is wrong. Holds no questions of its own.
 */
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { notStored } from '#lib/enquiries/not-stored.ts'
import { enquirySummary } from '#lib/enquiries/rules.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FieldError } from './field.tsx'

/** What came back from the server with a form that has to be mended. */
export type Returned = {
  values: Readonly<Record<string, unknown>>
  errors: readonly { field: string; message: string }[]
  formError?: string
}

type Props = {
  action: string
  /** Tells the forms of one page apart, in every id. */
  scope: string
  returned?: Returned | null
  /** Fields that are sent with the others and not shown. */
  hidden?: Readonly<Record<string, string | undefined>>
  submit: string
  /** Under the button. */
  note?: ReactNode
  children: ReactNode
}

export function PostedForm({ action, scope, returned, hidden = {}, submit, note, children }: Props) {
  const errors = returned?.errors ?? []
  const message = returned?.formError ?? enquirySummary
  return (
    <>
      <form
        method="post"
        action={action}
        noValidate
        data-posted={scope}
        data-unreached={notStored()}
        className="grid gap-4"
      >
        <div data-summary className="-mb-4 empty:hidden">
          {returned && (returned.formError || errors.length > 0) && (
            <ErrorSummary scope={scope} message={message} errors={errors} />
          )}
        </div>
        {Object.entries(hidden).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {children}
        <Honeypot scope={scope} />
        <div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <button type="submit" className={buttonClass('ink', 'mt-1')}>
              {submit}
            </button>
            <p data-sending role="status" className="text-soft empty:hidden" />
          </div>
          {note}
        </div>
      </form>
      <div hidden data-patterns>
        <ErrorSummary
          id={`${scope}-pattern-summary`}
          scope={`${scope}-pattern`}
          message={message}
          errors={[{ field: 'error', message: 'Error' }]}
        />
        <FieldError name="error" scope={`${scope}-pattern`} error="Error" />
      </div>
    </>
  )
}

/** Left empty by people, filled in by programs; kept from the eye, from screen readers, from the keyboard and from autofill. */
export function Honeypot({ scope }: { scope: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label htmlFor={`${scope}-website2`}>Leave this empty</label>
      <input id={`${scope}-website2`} name="website2" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

export const typedIn = (returned: Returned | null | undefined, field: string): string | undefined => {
  const value = returned?.values[field]
  return typeof value === 'string' ? value : undefined
}

export const errorIn = (returned: Returned | null | undefined, field: string): string | undefined =>
  returned?.errors.find((error) => error.field === field)?.message
