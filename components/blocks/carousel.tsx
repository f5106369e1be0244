/**
 * Home's slides: a strip with scroll snap, and links to the slides as indicators. The behaviour turns it into the tabbed
 * carousel of https://www.w3.org/WAI/ARIA/apg/patterns/carousel/: it rotates and can be paused, the indicators become tabs,
 * and hidden slides leave the tab order.
 */
import { Mark } from '#components/art/mark.tsx'
import { archSizes, Picture } from '#components/art/picture.tsx'
import { ShowsLive } from '#components/layout/page-record.tsx'
import type { Locale } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { campSummary } from '#lib/site/camps/index.ts'
import { Actions, type BlockProps, leadIndex, wordLength } from './block.tsx'

export function Carousel({ block, page, index, id }: BlockProps<'carousel'>) {
  const slideId = (index: number) => `${id}-slide-${index + 1}`
  const t = messages()
  const lead = index === leadIndex(page)
  return (
    <section
      id={id}
      data-behaviour="carousel"
      data-tone="head"
      className="carousel"
      aria-roledescription="carousel"
      aria-label={block.label}
    >
      <div data-track className="carousel-track">
        {block.slides.map(({ heading, proof, text, actions, pictures, lang }, index) => {
          const Title = lead && index === 0 ? 'h1' : 'h2'
          return (
            // biome-ignore lint/a11y/useSemanticElements: APG names the role; a fieldset is for forms
            <div
              key={heading}
              id={slideId(index)}
              lang={lang}
              className="carousel-slide"
              role="group"
              aria-roledescription="slide"
              aria-label={t('carousel.place', { number: index + 1, count: block.slides.length })}
            >
              <div className="title-room row-start-1 min-w-0 self-center">
                <Title className="hero-title text-balance" data-words={wordLength(heading)}>
                  <Emphasis heading={heading} />
                </Title>
                {proof && <Proof counted={proof} locale={page.locale} />}
                <p className="mt-4 max-w-[36ch] text-lead">{text}</p>
                <Actions actions={actions} />
              </div>
              <div
                className="carousel-pictures row-start-3 flex min-w-0 items-end justify-center gap-2.5 lg:gap-4 self-end lg:[grid-area:1/2/-1/-1] lg:min-h-[26rem] lg:justify-end"
                data-pictures={pictures.length}
              >
                {pictures.map((picture, which) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no name of their own
                  <div key={which} className="carousel-arch">
                    <Picture picture={picture} priority={lead && index === 0} sizes={archSizes} />
                  </div>
                ))}
              </div>
            </div>
          )
        })}
      </div>
      {/* Below the words of a slide, and so after its buttons in the tab order (WCAG 2.4.3). */}
      <div className="carousel-controls page pointer-events-none z-1 col-start-1 row-start-2 flex w-full items-center gap-1">
        <nav data-indicators className="flex" aria-label={t('carousel.slides')}>
          {block.slides.map(({ heading }, index) => (
            <a
              key={heading}
              href={`#${slideId(index)}`}
              className="carousel-indicator pointer-events-auto grid h-[44px] w-[52px] items-center justify-items-start"
              aria-label={t('carousel.slide', { number: index + 1, heading: plain(heading) })}
            >
              <Stitch />
            </a>
          ))}
        </nav>
        <button
          type="button"
          data-rotation
          aria-label={t('carousel.stop')}
          data-start={t('carousel.start')}
          className="behaves pointer-events-auto grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-full"
        >
          <svg viewBox="0 0 24 24" className="size-[20px] fill-current" aria-hidden="true">
            <path className="when-turning" d="M6 4h4v16H6zM14 4h4v16h-4z" />
            <path className="when-still" d="M7 4v16l13-8z" />
          </svg>
        </button>
        {block.floating && (
          <a
            href={block.floating.href}
            className="pointer-events-auto ms-2 flex min-h-[44px] items-center gap-2 leading-tight font-bold underline decoration-gold decoration-2 underline-offset-4 hover:text-coral max-lg:hidden 2xl:hidden"
          >
            <Mark className="size-6" />
            {block.floating.label}
          </a>
        )}
      </div>
    </section>
  )
}

/** The number of surgeries so far, where `counted` has a "…", otherwise before it. */
async function Proof({ counted, locale }: { counted: string; locale: Locale }) {
  const { totalSurgeryCount } = await campSummary()
  const [before, after] = counted.includes('…') ? counted.split('…') : ['', ` ${counted}`]
  return (
    <p className="mt-3 font-bold text-coral">
      <ShowsLive names={['camps']} />
      {before}
      <span className="figure text-lead">{totalSurgeryCount.toLocaleString(readerLocale(locale))}</span>
      {after}
    </p>
  )
}

/** Splits a heading at its coloured words, written as *words* in content; a single asterisk stays. */
export function emphasis(heading: string): { text: string; coloured: boolean }[] {
  return heading
    .split(/\*([^*]+)\*/)
    .map((text, index) => ({ text, coloured: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

const plain = (heading: string) =>
  emphasis(heading)
    .map(({ text }) => text)
    .join('')

function Emphasis({ heading }: { heading: string }) {
  return emphasis(heading).map(({ text, coloured }) =>
    coloured ? (
      // A short word never breaks, not even at a hyphen: no-more, cleft-free.
      <em key={text} className={`text-coral not-italic ${/^\S{1,11}$/.test(text) ? 'whitespace-nowrap' : ''}`}>
        {text}
      </em>
    ) : (
      text
    ),
  )
}

/** An indicator: a piece of the seam, sewn for the current slide and dotted for the others. */
function Stitch() {
  return (
    <svg
      viewBox="0 0 40 16"
      aria-hidden="true"
      className="carousel-stitch h-[16px] w-[40px] fill-none stroke-[2.5] [stroke-linecap:round]"
    >
      <path className="thread" strokeDasharray="0.1 6.7" d="M3 8h34" />
      <path className="stitches" d="M10 3l1.5 10M19.5 3l1 10M29 3l1.5 10" />
    </svg>
  )
}

/** The round link over Home in windows with wide margins; in others the carousel has a link. It follows all blocks and is sticky, so that it never covers the footer. */
export function FloatingLink({ label, href }: { label: string; href: string }) {
  return (
    <div className="pointer-events-none sticky bottom-6 z-20 hidden h-0 2xl:block print:hidden">
      <a href={href} className="floating-link">
        <Mark on="dark" className="size-9" />
        <span className="max-w-full px-4 leading-tight">{label}</span>
      </a>
    </div>
  )
}
