/** Questions as native `<details>`, whose opening is animated in blocks.css. */
import { Markdown } from '#components/ui/markdown.tsx'
import { Section } from '#components/ui/section.tsx'
import type { BlockProps } from './block.ts'

export function Faq({ block, id }: BlockProps<'faq'>) {
  return (
    <Section id={id} words={block}>
      <div className="max-w-4xl border-t border-line">
        {block.questions.map(({ question, answer, lang }, place) => (
          <details
            key={question}
            lang={lang}
            className="faq border-b border-line"
            open={block.firstOpen && place === 0}
          >
            <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-4 [&::-webkit-details-marker]:hidden">
              <h3 className="min-w-0 flex-1 text-[1.2rem] leading-snug text-pretty">{question}</h3>
              <svg
                viewBox="0 0 24 24"
                aria-hidden="true"
                className="faq-sign size-6 shrink-0 fill-none stroke-coral stroke-[2.5] [stroke-linecap:round]"
              >
                <path d="M4 12h16" />
                <path d="M12 4v16" />
              </svg>
            </summary>
            <Markdown source={answer} headings={4} className="pb-6" />
          </details>
        ))}
      </div>
    </Section>
  )
}
