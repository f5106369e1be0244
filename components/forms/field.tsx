/**
 * One question of a form: its label, hint, error and input, tied together for screen readers (WCAG 1.3.1, 3.3.1, 3.3.2).
 * Uncontrolled and without behaviour, so that the same markup serves a page with and without JavaScript.
 */
import type { HTMLAttributes, ReactNode } from 'react'

type Named = { name: string; scope?: string | undefined }

const scoped = (part: string, name: string, scope?: string) => [scope, part, name].filter(Boolean).join('-')

/** Where the error summary's links lead. `scope` tells the forms of one page apart. */
export const fieldId = (name: string, scope?: string) => scoped('field', name, scope)
const hintId = ({ name, scope }: Named) => scoped('hint', name, scope)
/** Known to the behaviours of forms, which say errors without a server. */
export const errorId = (name: string, scope?: string) => scoped('error', name, scope)

export const inputClass =
  'mt-1.5 block w-full min-h-12 rounded-field border-[1.5px] border-field bg-card px-4 py-3 text-ink aria-invalid:border-[2.5px] aria-invalid:border-danger'

type Question = Named & {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Left out of what is asked: says so in the label. */
  optional?: boolean
}

function describedBy({ name, scope, hint, error }: Question) {
  const ids = [hint && hintId({ name, scope }), error && errorId(name, scope)].filter(Boolean).join(' ')
  return ids || undefined
}

export function FieldError({ name, scope, error }: Named & { error?: string | undefined }) {
  if (!error) return null
  return (
    <p id={errorId(name, scope)} className="mt-1 font-semibold text-danger">
      <span className="sr-only">Error: </span>
      {error}
    </p>
  )
}

function Surroundings({ question, children }: { question: Question; children: ReactNode }) {
  const { name, scope, label, hint, error, optional } = question
  return (
    <div>
      <label htmlFor={fieldId(name, scope)} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId(question)} className="text-[0.95rem] text-soft">
          {hint}
        </p>
      )}
      <FieldError name={name} scope={scope} error={error} />
      {children}
    </div>
  )
}

type TextFieldProps = Question & {
  value?: string | undefined
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  maxLength?: number
}

export function TextField(props: TextFieldProps) {
  const { name, scope, error, optional, value, type = 'text', autoComplete, inputMode, maxLength } = props
  return (
    <Surroundings question={props}>
      <input
        id={fieldId(name, scope)}
        name={name}
        type={type}
        defaultValue={value}
        autoComplete={autoComplete}
        inputMode={inputMode}
        maxLength={maxLength}
        required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props)}
        className={inputClass}
      />
    </Surroundings>
  )
}

type TextAreaFieldProps = Question & {
  value?: string | undefined
  /** Three and fewer make a short one, for an address. */
  rows?: number
  autoComplete?: string
  maxLength?: number
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { name, scope, error, optional, value, rows = 6, autoComplete, maxLength } = props
  return (
    <Surroundings question={props}>
      <textarea
        id={fieldId(name, scope)}
        name={name}
        rows={rows}
        defaultValue={value}
        autoComplete={autoComplete}
        maxLength={maxLength}
        required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props)}
        className={`${inputClass} field-sizing-content ${rows > 3 ? 'min-h-36' : 'min-h-20'}`}
      />
    </Surroundings>
  )
}

type SelectFieldProps = Question & {
  value?: string | undefined
  /** Said while nothing is chosen. */
  placeholder: string
  options: readonly { value: string; label: string }[]
}

export function SelectField(props: SelectFieldProps) {
  const { name, scope, error, optional, value, placeholder, options } = props
  return (
    <Surroundings question={props}>
      <span className="relative block">
        <select
          id={fieldId(name, scope)}
          name={name}
          defaultValue={value ?? ''}
          required={!optional}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          className={`${inputClass} appearance-none pr-11`}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {/* Drawn here, because browsers set theirs against the edge; as far from it as the words are on the other side. */}
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5 fill-none stroke-current stroke-2"
        >
          <path d="m6 9 6 6 6-6" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
    </Surroundings>
  )
}

type ChoiceProps = Question & {
  /** The choices: inputs whose first has the id {@link fieldId}. */
  children: ReactNode
}

/** Several choices under one question. */
export function ChoiceField(props: ChoiceProps) {
  return (
    <fieldset aria-describedby={describedBy(props)} className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">{props.label}</legend>
      {props.hint && (
        <p id={hintId(props)} className="mb-2 text-[0.95rem] text-soft">
          {props.hint}
        </p>
      )}
      <div className="mb-2.5 empty:hidden">
        <FieldError name={props.name} scope={props.scope} error={props.error} />
      </div>
      {props.children}
    </fieldset>
  )
}

type CheckboxListProps = Question & { options: readonly string[]; ticked: (option: string) => boolean }

/** Boxes to tick, as many as fit; all have the field's name, and none need be ticked. */
export function CheckboxList({ options, ticked, ...question }: CheckboxListProps) {
  const { name, scope } = question
  return (
    <ChoiceField {...question}>
      <ul className="grid gap-x-6 min-[560px]:grid-cols-2">
        {options.map((option, place) => (
          <li key={option}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 leading-snug">
              <input
                type="checkbox"
                name={name}
                value={option}
                defaultChecked={ticked(option)}
                className="size-5.5 shrink-0 accent-coral"
                {...(place === 0 && { id: fieldId(name, scope) })}
              />
              {option}
            </label>
          </li>
        ))}
      </ul>
    </ChoiceField>
  )
}
