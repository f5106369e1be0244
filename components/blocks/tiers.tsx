/** Amounts and what each one pays for. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { type BlockProps, columnsFor } from './block.ts'

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
