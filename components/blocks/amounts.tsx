/** Amounts to give, each a link to the form with that amount selected. */

import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section } from '#components/ui/section.tsx'
import type { OfferedGift } from '#lib/giving/checkout/donate-destinations.ts'
import { giftHref, givingName, offeredGift } from '#lib/giving/checkout/donate-destinations.ts'
import type { Currency } from '#lib/platform/money.ts'
import { currencies, currencyFor, otherCurrency } from '#lib/site/content/currencies.ts'
import { countryNamed } from '#lib/site/content/index.ts'
import { type BlockProps, columnsFor } from './block.tsx'

export function Amounts({ block, page, id }: BlockProps<'amounts'>) {
  const name = givingName(page.address)
  return (
    <Section id={id} words={block} tone="sand">
      <InCurrency standard={currencyFor(countryNamed(page.country)?.code ?? '')}>
        {(currency) => {
          const gifts = block.presets.map((preset) => offeredGift(name, { preset }, currency))
          // Only the currency changes: the other form asks for the amount.
          const alternative = gifts[0]?.other && {
            ...gifts[0].other,
            href: giftHref(name, {}, otherCurrency(currency)),
          }
          return (
            <>
              <ul
                className={`grid max-[559px]:divide-y max-[559px]:divide-line max-[559px]:rounded-card max-[559px]:border-t-4 max-[559px]:border-gold max-[559px]:bg-card min-[560px]:grid-cols-2 min-[560px]:gap-4 lg:gap-5 ${columnsFor(gifts.length)}`}
              >
                {gifts.map(({ href, button, offer }) => (
                  <li
                    key={href}
                    className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 min-[560px]:flex-col min-[560px]:items-stretch min-[560px]:rounded-card min-[560px]:border min-[560px]:border-line min-[560px]:border-t-4 min-[560px]:border-t-gold min-[560px]:bg-card min-[560px]:p-6"
                  >
                    <p className="min-w-[min(8rem,100%)] flex-1 min-[560px]:mb-2">
                      <span className="figure block text-[1.6rem] min-[560px]:text-[1.9rem] text-coral">
                        {offer?.amount}
                      </span>
                      {offer?.pays}
                    </p>
                    <a
                      href={href}
                      className={buttonClass('solid', 'max-[559px]:[--pill-side:1rem] min-[560px]:mt-auto')}
                    >
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
      <ul className={`grid gap-4 min-[560px]:grid-cols-2 lg:gap-5 ${columnsFor(block.tiers.length)}`}>
        {block.tiers.map(({ amount, title, text, action, lang }) => (
          <li
            lang={lang}
            key={`${amount} ${title}`}
            className="flex min-w-0 flex-col rounded-card border border-line border-t-gold bg-card p-6 [border-top-width:4px]"
          >
            <h3>
              <span className="figure block text-[clamp(2rem,3.2vw,2.6rem)] text-coral">{amount}</span>
              {title && <span className="mt-2 block text-[1.2rem]">{title}</span>}
            </h3>
            {text && <p className="mt-2 text-[0.98rem] text-soft">{text}</p>}
            {action && (
              <div className="mt-auto pt-5">
                <ContentLink href={action.href} className={buttonClass('outline')}>
                  {action.label}
                </ContentLink>
              </div>
            )}
          </li>
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
    <p className={`text-[0.95rem] ${className}`}>
      {other.question}{' '}
      <a href={other.href} className="inline-block py-0.5 underline underline-offset-4">
        {other.label}
      </a>
    </p>
  )
}
