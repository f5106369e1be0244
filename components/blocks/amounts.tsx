/** Amounts to give, each a link to the form of the visitor's country with that amount selected. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { givingName, offeredGift } from '#lib/giving/donation/offered-gift.ts'
import { type BlockProps, columnsFor } from './block.ts'

export function Amounts({ block, page, id }: BlockProps<'amounts'>) {
  const gifts = block.presets.map((preset) => offeredGift(givingName(page.address), { preset }))
  return (
    <Section id={id} words={block} tone="sand">
      <ul className={`grid gap-4 min-[560px]:grid-cols-2 desk:gap-5 ${columnsFor(gifts.length)}`}>
        {gifts.map(({ href, button, amounts }) => (
          <li
            key={href}
            className="flex min-w-0 flex-col rounded-card border border-line border-t-gold bg-card p-6 [border-top-width:4px]"
          >
            <dl className="mb-5 grid gap-3">
              {amounts.map(({ amount, pays }) => (
                <div key={amount}>
                  <dt className="text-[1.6rem] leading-tight font-[650] text-coral">{amount}</dt>
                  <dd>{pays}</dd>
                </div>
              ))}
            </dl>
            <a href={href} className={buttonClass('solid', 'mt-auto')}>
              {button}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
