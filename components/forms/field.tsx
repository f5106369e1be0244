/**
 * The questions of a form, rendered from their description: label, hint, error and input, tied together for screen readers (WCAG 1.3.1,
 * 3.3.1, 3.3.2). Uncontrolled, so that the same markup serves a page with and without JavaScript. Every text is alone in its element: a
 * browser that translates the page replaces the texts, and React could not find one among others again (tests/e2e/journeys/translated.spec.ts).
 */
import type { ReactNode } from 'react'
import { Text } from '#components/ui/text.tsx'
import { entriesOf, type Field, type FormDescription, type FormValues } from '#lib/contact/forms/form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { type FormTexts, fill } from '#lib/platform/messages/texts.ts'

type Named = { name: string; scope?: string | undefined }

const scoped = (part: string, name: string, scope?: string) => [scope, part, name].filter(Boolean).join('-')

/** Target of the error summary's links. `scope`: distinguishes several forms on one page. */
export const fieldId = (name: string, scope?: string) => scoped('field', name, scope)
const hintId = ({ name, scope }: Named) => scoped('hint', name, scope)
/** Also used by the behaviours of forms. */
const errorId = (name: string, scope?: string) => scoped('error', name, scope)

/** The look of a field; also of those outside a form. */
export const fieldClass =
  'mt-1.5 block w-full min-h-12 rounded-field border-[1.5px] border-field bg-card px-4 py-3 text-ink aria-invalid:border-[2.5px] aria-invalid:border-danger'

export type FieldProps = Field &
  Named & {
    texts: FormTexts
    value?: FormValues[string]
    error?: string | undefined
    /** An e-mail address that was probably meant. */
    suggestion?: string | null
  }

/** `suggestion`: for the e-mail address in a form that the server returned. */
type State = { values?: FormValues; errors?: readonly FieldError[]; suggestion?: string | null }

/** Returns the props of a form's fields by name. */
export function fieldsOf<Name extends string>(
  { fields }: Pick<FormDescription<Name>, 'fields'>,
  texts: FormTexts,
  { values = {}, errors = [], suggestion = null }: State,
  scope?: string,
): (name: Name) => FieldProps {
  return (name) => {
    const error = errors.find(({ field }) => field === name)?.message
    const field: Field = fields[name]
    return { ...field, texts, name, scope, value: values[name], error, suggestion }
  }
}

export function describedBy({ name, scope, hint, error }: FieldProps) {
  const ids = [hint && hintId({ name, scope }), error && errorId(name, scope)].filter(Boolean).join(' ')
  return ids || undefined
}

type Wrong = { error?: string | undefined; texts: Pick<FormTexts, 'error'> }

export function ErrorMessage({ name, scope, error, texts }: Named & Wrong) {
  if (!error) return null
  return (
    <p id={errorId(name, scope)} className="mt-1 font-semibold text-danger">
      <Text className="sr-only">{`${texts.error} `}</Text>
      <Text>{error}</Text>
    </p>
  )
}

export function Labelled({ field, children }: { field: FieldProps; children: ReactNode }) {
  const { name, scope, label, hint, error, required, texts } = field
  return (
    <div>
      <label htmlFor={fieldId(name, scope)} className="font-semibold">
        <Text>{label}</Text>
        {!required && <Text className="font-normal text-soft">{` ${texts.optional}`}</Text>}
      </label>
      {hint && (
        <Text as="p" id={hintId(field)} className="text-small text-soft">
          {hint}
        </Text>
      )}
      <ErrorMessage name={name} scope={scope} error={error} texts={texts} />
      {children}
    </div>
  )
}

/** The question with the input for its kind: a line, a text area, or a select. */
export function FormField(props: FieldProps) {
  const { name, scope, kind, error, value, required, type, autoComplete, inputMode, maxLength, rows = 6 } = props
  const { suggestion, texts, options = [] } = props
  const common = {
    id: fieldId(name, scope),
    name,
    defaultValue: typeof value === 'string' ? value : undefined,
    autoComplete,
    required: Boolean(required),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(props),
  }
  // Names and texts may be in a right-to-left script.
  const typed = { ...common, maxLength, dir: type || inputMode ? undefined : 'auto' }
  return (
    <Labelled field={props}>
      {kind === 'one' ? (
        <span className="relative block">
          <select {...common} className={`${fieldClass} appearance-none pe-11`}>
            <Text as="option" value="">
              {texts.chooseOne}
            </Text>
            {options.map((option) => (
              <Text as="option" key={option.value} value={option.value}>
                {option.label}
              </Text>
            ))}
          </select>
          {/* Browsers place their own arrow too close to the edge. */}
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-4 my-auto size-5 fill-none stroke-current stroke-2"
          >
            <path d="m6 9 6 6 6-6" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
      ) : kind === 'text' ? (
        <textarea
          {...typed}
          rows={rows}
          className={`${fieldClass} field-sizing-content ${rows > 3 ? 'min-h-36' : 'min-h-20'}`}
        />
      ) : (
        <input {...typed} type={type ?? 'text'} inputMode={inputMode} className={fieldClass} />
      )}
      {/* The form's script makes the address a button (email-suggestion.ts). */}
      {type === 'email' && (
        <Text
          as="p"
          data-suggestion={texts.didYouMean}
          role="status"
          className="mt-1.5 empty:hidden [&_button]:cursor-pointer [&_button]:py-1 [&_button]:font-semibold [&_button]:break-all [&_button]:text-coral [&_button]:underline"
        >
          {suggestion && fill(texts.didYouMean, { address: suggestion })}
        </Text>
      )}
    </Labelled>
  )
}

type FieldGroupProps = { legend: string; className?: string; describedBy?: string | undefined; children: ReactNode }

/** Fields under one legend. `describedBy`: ids of their hint and error. */
export function FieldGroup({ legend, className = '', describedBy, children }: FieldGroupProps) {
  return (
    <fieldset aria-describedby={describedBy} className={`m-0 min-w-0 border-0 p-0 ${className}`}>
      <Text as="legend" className="mb-3 p-0 title text-lead">
        {legend}
      </Text>
      {children}
    </fieldset>
  )
}

/** Several choices under one question. `children`: inputs whose first has the id {@link fieldId}. */
export function ChoiceField({ children, ...props }: FieldProps & { children: ReactNode }) {
  return (
    <FieldGroup legend={props.label} describedBy={describedBy(props)}>
      {props.hint && (
        <Text as="p" id={hintId(props)} className="mb-2 text-small text-soft">
          {props.hint}
        </Text>
      )}
      <div className="mb-2.5 empty:hidden">
        <ErrorMessage name={props.name} scope={props.scope} error={props.error} texts={props.texts} />
      </div>
      {children}
    </FieldGroup>
  )
}

/** One box with its sentence. `box`: further attributes of the input. */
export function TickField({ box, ...props }: FieldProps & { box?: object }) {
  const { name, scope, label, hint, value, error, required, texts } = props
  return (
    <div>
      <ErrorMessage name={name} scope={scope} error={error} texts={texts} />
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 leading-snug wrap-anywhere">
        <input
          type="checkbox"
          id={fieldId(name, scope)}
          name={name}
          value="yes"
          defaultChecked={value === true || value === 'yes'}
          required={Boolean(required)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          className="size-6 shrink-0 accent-coral"
          {...box}
        />
        <Text>{label}</Text>
      </label>
      {hint && (
        <Text as="p" id={hintId(props)} className="-mt-2.5 mb-2 ps-9 text-small text-soft">
          {hint}
        </Text>
      )}
    </div>
  )
}

/** Covers its label, so that the whole label can be touched and shows the choice. */
export const hiddenRadio = 'absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] outline-none'

/** Classes of a list of answers, and of the label and the input in each. */
type AnswersLook = { list: string; label: string; input: string }

/** An input for each answer to a question, all with the field's name. None is required. */
function Answers({ field, as, look }: { field: FieldProps; as: 'radio' | 'checkbox'; look: AnswersLook }) {
  const { name, scope, value, options = [] } = field
  const chosen = [value].flat()
  return (
    <ul className={look.list}>
      {options.map((option, index) => (
        <li key={option.value}>
          <label className={look.label}>
            <input
              type={as}
              id={index === 0 ? fieldId(name, scope) : undefined}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              className={look.input}
            />
            <Text>{option.label}</Text>
          </label>
        </li>
      ))}
    </ul>
  )
}

const taps: AnswersLook = {
  list: 'grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 max-sm:*:last:odd:col-span-full sm:flex sm:flex-wrap',
  label:
    'relative flex h-full min-h-11 cursor-pointer items-center rounded-full border-[1.5px] border-field bg-card px-3.5 leading-snug has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none',
  input: hiddenRadio,
}

/** One of a few answers, each a button to tap. Its legend is as small as the label of a line. */
function Taps(props: FieldProps) {
  const { name, scope, label, hint, error, texts, required } = props
  return (
    <fieldset aria-describedby={describedBy(props)} className="m-0 min-w-0 border-0 p-0 sm:col-span-full">
      <legend className="mb-1.5 p-0 font-semibold">
        <Text>{label}</Text>
        {!required && <Text className="font-normal text-soft">{` ${texts.optional}`}</Text>}
      </legend>
      {hint && (
        <Text as="p" id={hintId(props)} className="mb-1.5 text-small text-soft">
          {hint}
        </Text>
      )}
      <ErrorMessage name={name} scope={scope} error={error} texts={texts} />
      <Answers field={props} as="radio" look={taps} />
    </fieldset>
  )
}

const boxes: AnswersLook = {
  list: 'grid gap-x-6 sm:grid-cols-2',
  label: 'flex min-h-11 cursor-pointer items-center gap-3 py-1.5 leading-snug',
  input: 'size-6 shrink-0 accent-coral',
}

const CheckboxList = (props: FieldProps) => (
  <ChoiceField {...props}>
    <Answers field={props} as="checkbox" look={boxes} />
  </ChoiceField>
)

type QuestionsProps = {
  description: FormDescription
  field: (name: string) => FieldProps
  /** Whether lines stand side by side where there is room. */
  inPairs?: boolean
}

/**
 * Renders every question of a form's description, so that none is forgotten: checkboxes first, then single lines, then texts, and consent
 * last.
 */
export function Questions({ description, field, inPairs = false }: QuestionsProps) {
  const namesOf = (...kinds: string[]) =>
    entriesOf(description.fields).flatMap(([name, { kind = 'line' }]) => (kinds.includes(kind) ? [name] : []))
  const lines = namesOf('line', 'one').map((name) => {
    const Asked = description.fields[name]?.kind === 'one' ? Taps : FormField
    return <Asked key={name} {...field(name)} />
  })
  return (
    <>
      {namesOf('several').map((name) => (
        <CheckboxList key={name} {...field(name)} />
      ))}
      {inPairs ? <div className="grid items-end gap-4 sm:grid-cols-2">{lines}</div> : lines}
      {namesOf('text').map((name) => (
        <FormField key={name} {...field(name)} />
      ))}
      {namesOf('tick').map((name) => (
        <TickField key={name} {...field(name)} />
      ))}
    </>
  )
}
