/** Checkboxes. Separate from field.tsx, which is part of the payment forms' browser code. */
import { ChoiceField, describedBy, ErrorMessage, type FieldProps, fieldId } from './field.tsx'

/** All have the field's name, and none is required. */
export function CheckboxList(props: FieldProps) {
  const { name, scope, value, options = [] } = props
  const ticked = [value].flat()
  return (
    <ChoiceField {...props}>
      <ul className="grid gap-x-6 min-[560px]:grid-cols-2">
        {options.map((option, index) => (
          <li key={option.value}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 leading-snug">
              <input
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={ticked.includes(option.value)}
                className="size-5.5 shrink-0 accent-coral"
                {...(index === 0 && { id: fieldId(name, scope) })}
              />
              {option.label}
            </label>
          </li>
        ))}
      </ul>
    </ChoiceField>
  )
}

/** One checkbox with its sentence. */
export function TickField(props: FieldProps) {
  const { name, scope, label, value, error, required, texts } = props
  return (
    <div>
      <ErrorMessage name={name} scope={scope} error={error} texts={texts} />
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 leading-snug">
        <input
          type="checkbox"
          id={fieldId(name, scope)}
          name={name}
          value="yes"
          defaultChecked={value === true}
          required={Boolean(required)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          className="size-5.5 shrink-0 accent-coral"
        />
        {label}
      </label>
    </div>
  )
}
