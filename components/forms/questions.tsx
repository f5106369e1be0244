/**
 * Renders every question of a form's description, so that none is forgotten: checkboxes first, then single lines, then texts, and consent
 * last.
 */
import { entriesOf, type FormDescription } from '#lib/contact/forms/form.ts'
import { ChoiceField, type FieldProps, FormField, fieldId, TickField } from './field.tsx'

/** All have the field's name, and none is required. */
function CheckboxList(props: FieldProps) {
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

type Props = {
  description: FormDescription
  field: (name: string) => FieldProps
  /** Whether lines stand side by side where there is room. */
  inPairs?: boolean
}

export function Questions({ description, field, inPairs = false }: Props) {
  const namesOf = (...kinds: string[]) =>
    entriesOf(description.fields).flatMap(([name, { kind = 'line' }]) => (kinds.includes(kind) ? [name] : []))
  const lines = namesOf('line', 'one').map((name) => <FormField key={name} {...field(name)} />)
  return (
    <>
      {namesOf('several').map((name) => (
        <CheckboxList key={name} {...field(name)} />
      ))}
      {inPairs ? <div className="grid gap-4 min-[560px]:grid-cols-2">{lines}</div> : lines}
      {namesOf('text').map((name) => (
        <FormField key={name} {...field(name)} />
      ))}
      {namesOf('tick').map((name) => (
        <TickField key={name} {...field(name)} />
      ))}
    </>
  )
}
