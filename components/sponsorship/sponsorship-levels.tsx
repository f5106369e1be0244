/** The levels of a sponsorship: boxes to tick, or one of several. */
import { ChoiceField, type FieldProps, fieldId } from '#components/forms/field.tsx'
import { formatMoney } from '#lib/money.ts'
import type { SponsorshipOffer } from './sponsorship-offer.ts'

type Props = { offer: SponsorshipOffer; field: FieldProps }

export function SponsorshipLevels({ offer: { terms, levelTexts }, field }: Props) {
  const { name, value, single } = field
  const chosen = [value].flat()
  return (
    <ChoiceField {...field}>
      <div className="grid gap-2.5">
        {terms.levels.map(({ id, name: levelName, price }, index) => (
          <label
            key={id}
            className="flex min-h-14 cursor-pointer items-center gap-4 rounded-[18px] border-2 border-field bg-card px-4 py-3 has-checked:border-coral has-checked:bg-sand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type={single ? 'radio' : 'checkbox'}
              name={name}
              value={id}
              defaultChecked={chosen.includes(id)}
              className="size-5.5 shrink-0 accent-coral outline-none"
              {...(index === 0 && { id: fieldId(name) })}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-[650]">{levelName}</span>
              {levelTexts[id] && <span className="block text-[0.95rem] text-soft">{levelTexts[id]}</span>}
            </span>
            <span className="figure text-[1.4rem]">{formatMoney(price)}</span>
          </label>
        ))}
      </div>
    </ChoiceField>
  )
}
