/** Amounts to give, each a link to the form with that amount selected. */

import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section } from '#components/ui/section.tsx'
import type { OfferedGift } from '#lib/giving/donation/donate-destinations.ts'
import { giftHref, givingName, offeredGift } from '#lib/giving/donation/donate-destinations.ts'
import type { Currency } from '#lib/platform/money.ts'
import { currencies, currencyFor, otherCurrency } from '#lib/site/content/currencies.ts'
import { countryNamed, donationForm } from '#lib/site/content/index.ts'
import { type BlockProps, columnsFor } from './block.tsx'

export function Amounts({ block, page, id }: BlockProps<'amounts'>) {
  const name = givingName(page.address)
  return (
    <Section id={id} words={block} tone="sand">
      <InCurrency standard={currencyFor(countryNamed(page.country)?.code ?? '')}>
        {(currency) => {
          const gifts = donationForm(currency).presets.map((_, index) =>
            offeredGift(name, { preset: index + 1 }, currency),
          )
          // Only the currency changes: the other form asks for the amount.
          const alternative = gifts[0]?.other && {
            ...gifts[0].other,
            href: giftHref(name, {}, otherCurrency(currency)),
          }
          return (
            <>
              <ul
                className={`pairs grid max-sm:divide-y max-sm:divide-line max-sm:rounded-card max-sm:border-t-4 max-sm:border-gold max-sm:bg-card sm:grid-cols-2 sm:gap-4 lg:gap-5 ${columnsFor(gifts.length)}`}
              >
                {gifts.map(({ href, button, offer }) => (
                  <li
                    key={href}
                    className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:flex-col sm:items-stretch sm:rounded-card sm:border sm:border-line sm:border-t-4 sm:border-t-gold sm:bg-card sm:p-6"
                  >
                    <p className="min-w-[min(9.5rem,100%)] flex-1 sm:mb-2">
                      <span className="figure inline-block text-h3 text-coral sm:block">{offer?.amount}</span>{' '}
                      {offer?.pays}
                    </p>
                    <a href={href} className={buttonClass('solid', 'max-sm:[--pill-side:0.75rem] sm:mt-auto')}>
                      {button}
                    </a>
                  </li>
                ))}
              </ul>
              <OtherCurrency other={alternative ?? null} className="mt-3 lg:mt-5" />
            </>
          )
        }}
      </InCurrency>
    </Section>
  )
}

/** Amounts and what each one pays for. */
export function Tiers({ block, id }: BlockProps<'tiers'>) {
  return (
    <Section id={id} words={block}>
      <ul className={`pairs grid gap-4 sm:grid-cols-2 lg:gap-5 ${columnsFor(block.tiers.length)}`}>
        {block.tiers.map(({ amount, title, text, action, lang }) => (
          <Card as="li" lang={lang} key={`${amount} ${title}`} className="flex flex-col border-t-4 border-t-gold">
            <h3>
              <span className="figure block text-h2 text-coral">{amount}</span>
              {title && <span className="mt-2 block text-lead">{title}</span>}
            </h3>
            {text && <p className="mt-2 text-small text-soft">{text}</p>}
            {action && (
              <div className="mt-auto pt-5">
                <ContentLink href={action.href} className={buttonClass('outline')}>
                  {action.label}
                </ContentLink>
              </div>
            )}
          </Card>
        ))}
      </ul>
      {block.note && <p className="mt-6 max-w-measure text-soft">{block.note}</p>}
    </Section>
  )
}

type InCurrencyProps = {
  /** The currency shown if the visitor's country is unknown. */
  standard: Currency
  children: (currency: Currency) => ReactNode
}

/** Content in both currencies, one of which is hidden (components/behaviours/visitor-country.ts). */
export function InCurrency({ standard, children }: InCurrencyProps) {
  return (
    <div data-behaviour="currency">
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
    <p className={`text-small ${className}`}>
      {other.question}{' '}
      <a href={other.href} className="inline-block py-0.5 underline underline-offset-4">
        {other.label}
      </a>
    </p>
  )
}
