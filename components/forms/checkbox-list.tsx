/** Boxes to tick, as many as fit; all have the field's name, and none need be ticked. Apart from field.tsx, which payment forms send as code. */
import { ChoiceField, type FieldProps, fieldId } from './field.tsx'

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
