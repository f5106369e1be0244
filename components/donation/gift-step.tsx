/** Step 1 of the donation form: the gift, and the giver. */
import { useEffect, useRef } from 'react'
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import { ChoiceField, FieldGroup, type FieldProps, FormField, fieldId, hiddenRadio } from '#components/forms/field.tsx'
import { Notice } from '#components/ui/card.tsx'
import { Text } from '#components/ui/text.tsx'
import { askAmount } from '#lib/giving/donation/amount.ts'
import type { DonationField, DonationTerms, DonationValues } from '#lib/giving/donation/form.ts'
import { hasTribute, tributeNames } from '#lib/giving/donation/tribute.ts'
import { formatMoney, inWholeUnits, type Money } from '#lib/platform/money.ts'

/** The terms of a donation form: content and the state of the payment service, in the shape that the browser gets. */
export type DonationOffer = {
  presets: readonly { amount: Money; pays: string; paysMonthly?: string | undefined }[]
  /** Empty while there is no approval under which gifts are deductible. */
  tax: string
  terms: DonationTerms
  /** Above this, the donor's bank asks the donor to confirm each month of a monthly gift. Null if banks do not ask. */
  mandateAbove: Money | null
  /** Turnstile's widget, if its keys are set. */
  challenge: WidgetOffer | null
}

type StepProps = {
  offer: DonationOffer
  values: DonationValues
  field: (name: DonationField) => FieldProps
}

const choiceClass =
  'relative flex cursor-pointer border-field bg-card has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'

/** Equal choices beside each other, or below where large text needs the room. */
export function Segments({ name, options = [], value: chosen }: FieldProps) {
  return (
    <div className="flex flex-wrap overflow-hidden rounded-card border-2 border-ink bg-card">
      {options.map(({ value, label }, index) => (
        <label
          key={value}
          className="relative grid min-w-min flex-1 cursor-pointer items-center p-3 text-center font-bold outline-2 outline-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:-outline-offset-4 has-focus-visible:outline-coral forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
        >
          <input
            type="radio"
            id={index === 0 ? fieldId(name) : undefined}
            name={name}
            value={value}
            defaultChecked={chosen === value}
            className={hiddenRadio}
          />
          <Text>{label}</Text>
        </label>
      ))}
    </div>
  )
}

/** A long amount breaks after its currency, never inside the number. */
const Amount = ({ text }: { text: string }) => (
  <Text className={`figure wrap-normal ${text.length > 7 ? 'text-lead' : 'text-h3'}`}>
    {text.replace('\u00a0', ' ')}
  </Text>
)

const amountClass = `${choiceClass} flex-col justify-start rounded-card border-2 p-4 has-checked:border-coral has-checked:bg-sand has-checked:ring-3 has-checked:ring-coral/25 forced-colors:has-checked:outline-4`

type PresetProps = {
  offer: DonationOffer
  preset: DonationOffer['presets'][number]
  index: number
  chosen: string | undefined
}

function PresetAmount({ offer, preset: { amount, pays, paysMonthly }, index, chosen }: PresetProps) {
  const value = String(inWholeUnits(amount))
  return (
    <label className={amountClass}>
      <input
        type="radio"
        id={index === 0 ? fieldId('money') : undefined}
        name="money"
        data-preset={index}
        value={value}
        defaultChecked={chosen === value}
        className={hiddenRadio}
      />
      <Amount text={formatMoney(amount, offer.terms.locale)} />
      <span className="mt-2 text-small leading-snug text-soft">
        <Text className={paysMonthly && 'group-has-[input[value=monthly]:checked]/gift:hidden'}>{pays}</Text>
        {paysMonthly && (
          <Text className="hidden group-has-[input[value=monthly]:checked]/gift:inline">{paysMonthly}</Text>
        )}
      </span>
    </label>
  )
}

function Amounts({ offer, values, field }: StepProps) {
  return (
    <div className="group/amounts grid gap-3">
      {/* Four in a row, two or one, but never three: two pairs. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-3">
        {[0, 2].map((first) => (
          <div key={first} className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.2rem),1fr))] gap-3">
            {offer.presets.slice(first, first + 2).map((preset, place) => (
              <PresetAmount
                key={preset.amount.amount}
                {...{ offer, preset, index: first + place, chosen: values.money }}
              />
            ))}
          </div>
        ))}
      </div>
      <label className={`${amountClass} items-center text-center`}>
        <input
          type="radio"
          name="money"
          value="other"
          defaultChecked={values.money === 'other'}
          className={hiddenRadio}
        />
        <Text className="font-bold">{offer.terms.texts.donation.otherAmount}</Text>
      </label>
      <div className="mt-1 hidden max-w-64 group-has-[input[value=other]:checked]/amounts:block">
        <FormField {...field('otherMoney')} />
      </div>
    </div>
  )
}

/** Only if the organisation asks. The alternative is shown as soon as "No" is chosen, with and without JavaScript. */
function Citizenship({ offer, field }: Omit<StepProps, 'values'>) {
  const { citizens } = offer.terms
  if (!citizens) return null
  const citizen = field('citizen')
  return (
    <div className="group/citizen">
      <ChoiceField {...citizen}>
        <div className={citizen.error ? 'mt-3' : ''}>
          <Segments {...citizen} />
        </div>
      </ChoiceField>
      <Notice className="mt-4 hidden group-has-[input[value=no]:checked]/citizen:block">
        {!citizen.error && <Text>{`${citizens.refusal} `}</Text>}
        <Text as="a" href={citizens.elsewhere.href} className="underline">
          {citizens.elsewhere.label}
        </Text>
      </Notice>
    </div>
  )
}

/** How often, and how much. */
export function GiftChoice({ offer, values, field }: StepProps) {
  const monthly = values.paymenttype === 'monthly' && { label: askAmount(offer.terms, 'howMuchMonthly') }
  return (
    <div className="gift-choice group/gift grid gap-4 sm:gap-8">
      <ChoiceField {...field('paymenttype')}>
        <Segments {...field('paymenttype')} />
      </ChoiceField>
      <ChoiceField {...field('money')} {...monthly}>
        <Amounts offer={offer} values={values} field={field} />
        {offer.tax && (
          <Text as="p" className="mt-3 text-small text-soft">
            {offer.tax}
          </Text>
        )}
      </ChoiceField>
    </div>
  )
}

/** What for, and who gives. */
export function GiftStep({ offer, values, field }: StepProps) {
  const { terms } = offer
  return (
    <div className="grid gap-8">
      <FormField {...field('reason')} />
      <TributeFields offer={offer} values={values} field={field} />
      <ChoiceField {...field('donorType')}>
        <Segments {...field('donorType')} />
      </ChoiceField>
      <Citizenship offer={offer} field={field} />
      <FieldGroup legend={terms.texts.form.aboutYou}>
        <div className="grid items-end gap-4 sm:grid-cols-2 sm:*:last:odd:col-span-full">
          <FormField {...field('firstName')} />
          <FormField {...field('lastName')} />
          <FormField {...field('email')} />
          {terms.law === 'india' && <FormField {...field('phone')} />}
        </div>
      </FieldGroup>
    </div>
  )
}

/** In whose honor or memory the gift is, and the message to the family: optional, and folded until somebody wants it. */
function TributeFields({ offer: { terms }, values, field }: StepProps) {
  const names = terms.card ? tributeNames : tributeNames.slice(0, 2)
  const details = useRef<HTMLDetailsElement>(null)
  // Once something is typed it stays open, even when that is removed again.
  const wasOpened = useRef(false)
  wasOpened.current ||= hasTribute(values) || values.tribute === 'memory'
  const hasError = names.some((name) => field(name).error)
  // Folded over an error, it is open again after the next submission.
  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  })
  return (
    <details ref={details} open={wasOpened.current} className="rounded-card bg-card px-5 open:pb-5">
      <Text as="summary" className="cursor-pointer py-4 font-semibold">
        {terms.texts.tribute.heading}
      </Text>
      <div className="grid gap-4">
        {names.map((name) => (
          <FormField key={name} {...field(name)} />
        ))}
      </div>
    </details>
  )
}
