/** A dark panel that asks for a gift. The server decides the target of its button from the page and the visitor's country. */
import type { ReactNode } from 'react'
import { PatternFill } from '#components/art/patterns.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Unbroken } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { givingName } from '#lib/giving/donation/donate-destinations.ts'
import { localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { campSummary } from '#lib/site/camps/index.ts'
import type { PatternName } from '#lib/site/content/fields.ts'
import { campDefaults, figure } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { datedFigure } from '#lib/site/figures/index.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import type { BlockProps } from './block.tsx'

export async function CallToGive({ block, page, id }: BlockProps<'call-to-give'>) {
  const heading = block.next ? `${block.heading} ${await oneMoreThan(block.next, page)}` : block.heading
  const href = block.href ?? giveHref(page, block.section)
  // Short enough to type from paper.
  const typed = new URL(block.href ?? localizedHref('/give'), absoluteUrl('/'))
  return (
    <Section id={id} heading={heading} live={block.next ? ['camps'] : undefined}>
      <GivePanel
        href={href}
        button={block.button}
        pattern={block.pattern}
        printed={typed.host + typed.pathname}
        after={
          block.elsewhere && (
            <p className="mt-4 text-small">
              <ContentLink href={block.elsewhere.href} className="inline-block py-0.5 underline underline-offset-4">
                {block.elsewhere.label}
              </ContentLink>
            </p>
          )
        }
      >
        <SectionHeading id={id} words={{ eyebrow: block.eyebrow, heading }} tone="plum" className="" />
        <p className="mt-4 max-w-[52ch] lg:text-lead">
          <Unbroken>{block.text}</Unbroken>
        </p>
      </GivePanel>
    </Section>
  )
}

async function oneMoreThan(id: string, page: Page): Promise<string> {
  const { value } = datedFigure(figure(id), await campSummary(), campDefaults())
  return (Number(value) + 1).toLocaleString(readerLocale(page.locale))
}

type GivePanelProps = {
  href: string
  button: string
  pattern: PatternName
  printed?: string
  /** Below the button. */
  after?: ReactNode
  children: ReactNode
}

/** Its words have the room that they need, and the cloth has the rest, up to the edge of a wide window. */
export function GivePanel({ href, button, pattern, printed, after, children }: GivePanelProps) {
  return (
    <div data-tone="plum" className="bleeding grid overflow-hidden rounded-card lg:grid-cols-[minmax(0,40rem)_1fr]">
      <div className="min-w-0 p-6 lg:p-12">
        {children}
        <ContentLink href={href} className={buttonClass('solid', 'mt-5 lg:mt-7')}>
          {button}
        </ContentLink>
        {printed && <p className="mt-2 hidden font-semibold print:block">{printed}</p>}
        {after}
      </div>
      <div className="order-first h-10 lg:order-none lg:h-auto">
        <PatternFill name={pattern} />
      </div>
    </div>
  )
}

/** GET /give?page=…&section=…&campaign=…, which lib/giving/donation/donate-destinations.ts redirects. */
export function giveHref(page: Pick<Page, 'address'>, section?: string, campaign?: string): string {
  const named = { ...(section && { section }), ...(campaign && { campaign }) }
  const query = new URLSearchParams({ page: givingName(page.address), ...named })
  return localizedHref(`/give?${query}`)
}
