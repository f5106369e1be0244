/**
 * One question of a form: its label, hint, error and input, tied together for screen readers (WCAG 1.3.1, 3.3.1, 3.3.2).
 * Uncontrolled and without behaviour, so that the same markup serves a page with and without JavaScript.
 */
import type { HTMLAttributes, ReactNode } from 'react'

/** Where the error summary's links lead. */
export const fieldId = (name: string) => `field-${name}`
const hintId = (name: string) => `hint-${name}`
const errorId = (name: string) => `error-${name}`

export const inputClass =
  'mt-1.5 block w-full min-h-12 rounded-field border-[1.5px] border-field bg-card px-4 py-3 text-ink aria-invalid:border-[2.5px] aria-invalid:border-danger'

type Question = {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Left out of what is asked: says so in the label. */
  optional?: boolean
}

function describedBy({ name, hint, error }: Question) {
  const ids = [hint && hintId(name), error && errorId(name)].filter(Boolean).join(' ')
  return ids || undefined
}

export function FieldError({ name, error }: { name: string; error?: string | undefined }) {
  if (!error) return null
  return (
    <p id={errorId(name)} className="mt-1 font-semibold text-danger">
      <span className="sr-only">Error: </span>
      {error}
    </p>
  )
}

function Surroundings({ question, children }: { question: Question; children: ReactNode }) {
  const { name, label, hint, error, optional } = question
  return (
    <div>
      <label htmlFor={fieldId(name)} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId(name)} className="text-[0.95rem] text-soft">
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
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
  const { name, error, optional, value, type = 'text', autoComplete, inputMode, maxLength } = props
  return (
    <Surroundings question={props}>
      <input
        id={fieldId(name)}
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

type SelectFieldProps = Question & {
  value?: string | undefined
  /** Said while nothing is chosen. */
  placeholder: string
  options: readonly { value: string; label: string }[]
}

export function SelectField(props: SelectFieldProps) {
  const { name, error, optional, value, placeholder, options } = props
  return (
    <Surroundings question={props}>
      <select
        id={fieldId(name)}
        name={name}
        defaultValue={value ?? ''}
        required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props)}
        className={inputClass}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Surroundings>
  )
}

type ChoiceProps = Question & {
  /** The choices: radio buttons whose first has the id {@link fieldId}. */
  children: ReactNode
}

/** Several radio buttons under one question. */
export function ChoiceField(props: ChoiceProps) {
  return (
    <fieldset aria-describedby={describedBy(props)} className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">{props.label}</legend>
      {props.hint && (
        <p id={hintId(props.name)} className="mb-2 text-[0.95rem] text-soft">
          {props.hint}
        </p>
      )}
      <FieldError name={props.name} error={props.error} />
      {props.children}
    </fieldset>
  )
}
