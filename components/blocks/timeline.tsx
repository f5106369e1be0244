/** A timeline that scrolls sideways by touch, wheel and arrow keys. The behaviour adds Previous and Next; their space is kept. */
import { Picture } from '#components/art/picture.tsx'
import { ButtonRow } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Unbroken } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import type { BlockProps } from './block.tsx'

export function Timeline({ block, id }: BlockProps<'timeline'>) {
  const scrolls = messages()('frame.scrolls', { heading: block.heading })
  return (
    <Section id={id} heading={block.heading} behaviour="timeline">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <SectionHeading id={id} words={block} className="" />
        <div className="min-h-11">
          <ButtonRow className="behaves">
            {([-1, 1] as const).map((step) => (
              <button
                key={step}
                type="button"
                data-step={step}
                className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-2 border-ink px-4 font-semibold hover:bg-ink hover:text-paper aria-disabled:cursor-default aria-disabled:opacity-45"
              >
                {step < 0 && <Icon name="back" />}
                {messages()(step < 0 ? 'frame.previous' : 'frame.next')}
                {step > 0 && <Icon name="forward" />}
              </button>
            ))}
          </ButtonRow>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="timeline" aria-label={scrolls} tabIndex={0} data-track>
        <ol className="timeline-entries grid auto-cols-[min(17.5rem,82%)] grid-flow-col gap-x-5">
          {block.entries.map(({ when, title, text, picture, lang }) => (
            <li
              key={`${when} ${title}`}
              lang={lang}
              className="timeline-entry grid min-w-0 snap-start grid-rows-[auto_2.5rem_1fr]"
            >
              <p className="figure text-h3 text-coral">{when}</p>
              <span
                aria-hidden="true"
                className="timeline-knot relative -me-5 h-[3px] self-center in-[.timeline-entry:last-child]:me-0"
              />
              <Card flush>
                {picture && (
                  <div className="h-44 overflow-hidden">
                    <Picture picture={picture} wide sizes="22rem" />
                  </div>
                )}
                <div className="p-5">
                  <h3 className="text-lead">{title}</h3>
                  <p className="mt-2 text-small">
                    <Unbroken>{text}</Unbroken>
                  </p>
                </div>
              </Card>
            </li>
          ))}
        </ol>
      </section>
    </Section>
  )
}
