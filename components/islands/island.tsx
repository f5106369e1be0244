/**
 * A component that the server renders and that React hydrates in the browser when the visitor first touches it
 * (components/behaviours/island.ts). Pages load no framework otherwise.
 */
import type { ReactNode } from 'react'
import type { IslandName } from '#components/behaviours/island.ts'
import { type Currency, currencyTerms } from '#lib/platform/money.ts'

type Props = {
  name: IslandName
  /** The component's props in the browser: everything but its slots. JSON. */
  props: object
  /** The currency of the form's amounts. */
  currency: Currency
  /** Distinguishes forms that share kept answers (components/forms/kept-values.ts). */
  keptAs: string
  /** The component, with the same props and its slots. Must be the only child. */
  children: ReactNode
}

export function Island({ name, props, currency, keptAs, children }: Props) {
  const { code, sign, typed, locale, law } = currencyTerms(currency)
  return (
    <div
      data-behaviour="island"
      data-island={name}
      data-kept-as={keptAs}
      data-props={JSON.stringify(props)}
      data-currencies={JSON.stringify([{ code, sign, typed, locale, law }])}
    >
      {children}
    </div>
  )
}
