/** Shows one currency at a time. */
import type { ReactNode } from 'react'
import type { OfferedGift } from '#lib/giving/checkout/donate-destinations.ts'
import { type Currency, currencies } from '#lib/platform/money.ts'

type Props = {
  /** The currency shown if the visitor's country is unknown. */
  standard: Currency
  className?: string
  children: (currency: Currency) => ReactNode
}

/** Content in both currencies, one of which is hidden (components/behaviours/visitor-country.ts). */
export function InCurrency({ standard, className, children }: Props) {
  return (
    <div data-behaviour="currency" className={className}>
      {currencies().map(({ code, countries }) => (
        <div key={code} data-currency={code} data-countries={countries?.join(' ')} hidden={code !== standard}>
          {children(code)}
        </div>
      ))}
    </div>
  )
}

/** Link to the other currency, with the same choices. */
export function OtherCurrency({ other, className }: { other: OfferedGift['other']; className: string }) {
  if (!other) return null
  return (
    <p className={`text-[0.95rem] ${className}`}>
      {other.question}{' '}
      <a href={other.href} className="inline-block py-0.5 underline underline-offset-4">
        {other.label}
      </a>
    </p>
  )
}
