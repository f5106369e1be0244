/** Previous and next for a list on several pages. A step that leads nowhere is marked as unavailable and is not a link. */
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { cardClass } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { numbersAround } from '#lib/site/content/pagination.ts'

type Step = {
  label: string
  /** Undefined at either end. */
  href?: string | undefined
}

type Props = {
  /** The list, for screen readers: "Pages of the blog". */
  label: string
  previous: Step
  next: Step
  /** Such as "Page 2 of 8". */
  place: string
}

export function PageSteps({ label, previous, next, place }: Props) {
  return (
    <nav aria-label={label} className="max-sm:w-full">
      {/* One row down to 320 px: on narrow phones the icons are hidden and the place may take two lines. Large text wraps. */}
      <ul className="flex flex-wrap items-center justify-between gap-2 [--pill-side:0.9rem] sm:justify-start sm:gap-x-4 sm:[--pill-side:1.1rem]">
        <li>
          <StepLink {...previous} rel="prev" />
        </li>
        <li
          className="grow basis-16 text-center leading-tight text-balance text-soft sm:grow-0 sm:basis-auto"
          aria-current="page"
        >
          {place}
        </li>
        <li>
          <StepLink {...next} rel="next" />
        </li>
      </ul>
    </nav>
  )
}

type NumberedProps = {
  list: 'gallery' | 'stories' | 'results'
  page: number
  last: number
  address: (page: number) => string
}

/** The same with numbered links, for long lists. */
export function NumberedPages({ list, page, last, address }: NumberedProps) {
  const t = messages()
  return (
    <div className="mt-8 print:hidden">
      <PageSteps
        label={t('steps.pages', { list })}
        previous={{ label: t('frame.previous'), href: page > 1 ? address(page - 1) : undefined }}
        next={{ label: t('frame.next'), href: page < last ? address(page + 1) : undefined }}
        place={t('steps.place', { page, last })}
      />
      <ul className="mt-5 flex flex-wrap gap-2">
        {numbersAround(page, last).map((number, index) =>
          number === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: there is at most one gap on either side
            <li key={`gap-${index}`} aria-hidden="true" className="grid h-11 w-6 place-items-center text-soft">
              …
            </li>
          ) : (
            <li key={number}>
              <a
                href={address(number)}
                aria-label={t('steps.page', { page: number, list })}
                aria-current={number === page ? 'page' : undefined}
                className="grid h-11 min-w-11 place-items-center rounded-full border border-field px-2 font-semibold no-underline hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
              >
                {number}
              </a>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

function StepLink({ label, href, rel }: Step & { rel: 'prev' | 'next' }) {
  const content = (
    <>
      {rel === 'prev' && <Icon name="back" className="size-4 max-sm:hidden" />}
      {label}
      {rel === 'next' && <Icon name="forward" className="size-4 max-sm:hidden" />}
    </>
  )
  if (href)
    return (
      <a href={href} rel={rel} className={buttonClass('outline')}>
        {content}
      </a>
    )
  return (
    // A disabled link (WAI-ARIA 1.2, "link").
    // biome-ignore lint/a11y/useSemanticElements: an <a> without href has no role
    // biome-ignore lint/a11y/useFocusableInteractive: a disabled link is not focusable
    <span
      role="link"
      aria-disabled="true"
      className="inline-flex min-h-12 cursor-not-allowed items-center gap-2 rounded-full border-2 border-dashed border-field px-(--pill-side,1.5rem) py-2 font-bold leading-tight text-soft"
    >
      {content}
    </span>
  )
}

/** Links to the previous and the next story or post, as two cards below it. */
type Neighbour = {
  href: string
  title: string
  /** "Previous story", "Older post". */
  label: string
  picture?: ReactNode
  /** Opens a story in the dialog (components/behaviours/story-dialog.ts). */
  story?: string
}
type NeighboursProps = {
  label: string
  className: string
  previous?: Neighbour | undefined
  next?: Neighbour | undefined
  stories?: boolean
}

/** `label`: of the landmark. `stories`: the dialog of stories shows the links too. */
export function Neighbours({ label, className, previous, next, stories }: NeighboursProps) {
  if (!previous && !next) return null
  return (
    <nav
      aria-label={label}
      data-more-stories={stories}
      className={`@container grid gap-4 sm:grid-cols-2 print:hidden ${className}`}
    >
      {previous && <Card {...previous} rel="prev" />}
      {next && <Card {...next} rel="next" />}
    </nav>
  )
}

function Card({ href, title, label, picture, story, rel }: Neighbour & { rel: 'prev' | 'next' }) {
  const side = rel === 'next' ? 'flex-row-reverse text-end sm:col-start-2' : 'sm:col-start-1'
  return (
    <a
      href={href}
      rel={rel}
      data-story={story}
      className={`group flex items-stretch overflow-hidden ${cardClass} no-underline hover:border-ink ${side}`}
    >
      {picture && <span className="min-h-28 w-24 shrink-0 overflow-hidden @max-[14rem]:hidden">{picture}</span>}
      <span className={`min-w-0 grow self-center px-5 ${picture ? 'py-4' : 'py-5'}`}>
        <span className="text-small text-soft">{label}</span>
        <span className="block title text-lead group-hover:text-coral">{title}</span>
      </span>
    </a>
  )
}
