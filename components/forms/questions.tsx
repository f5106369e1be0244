/**
 * Renders every question of a form's description, so that none is forgotten: checkboxes first, then single lines, then texts, and consent
 * last.
 */
import { entriesOf, type FormDescription } from '#lib/contact/forms/form.ts'
import { CheckboxList, TickField } from './checkbox-list.tsx'
import { type FieldProps, FormField } from './field.tsx'

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
