/**
 * A story's own page. components/behaviours/story-dialog.ts also shows the article in a dialog over another page, where
 * components/ui/dialog.css narrows it.
 */
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch, archSizes, Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { InCurrency, OtherCurrency } from '#components/blocks/amounts.tsx'
import { wordLength } from '#components/blocks/block.tsx'
import { GivePanel } from '#components/blocks/call-to-give.tsx'
import { Breadcrumb, trailBelow } from '#components/layout/breadcrumb.tsx'
import { Neighbours } from '#components/layout/page-steps.tsx'
import { Share } from '#components/share/share.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { DraftMark, SampleNote, TranslationNote } from '#components/ui/notes.tsx'
import { giftHref, giftSentence, offeredGift } from '#lib/giving/donation/donate-destinations.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { trackView } from '#lib/site/analytics/counted.ts'
import { currencyFor } from '#lib/site/content/currencies.ts'
import { countryOf, site } from '#lib/site/content/index.ts'
import type { Page, Story } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'

type Props = {
  story: Story
  home: Page
  /** Address of the list with its card. */
  list: string
  before: Story | undefined
  after: Story | undefined
}

export function StoryArticle({ story, home, list, before, after }: Props) {
  const give = giftHref(story.country, story.gift)
  const t = messages()
  const { picture } = story
  const { cloth, code } = countryOf(story)
  const { portraits } = site()
  return (
    <>
      {story.lang && <TranslationNote />}
      <article lang={story.lang} {...trackView({ name: 'story', story: story.address })}>
        <div className="relative isolate overflow-hidden bg-plum @container print:bg-transparent">
          <PatternFill name={cloth} dye={story.place} className="absolute inset-0 -z-10 print:hidden" />
          <div className="story-head page grid grid-cols-1 items-end gap-x-12 pt-8 wide:grid-cols-[1.1fr_.9fr] lg:pt-14 print:block">
            <div className="story-words title-room min-w-0 rounded-t-card bg-paper p-6 pb-8 text-ink lg:p-11 lg:pb-9 print:p-0">
              <Breadcrumb title={story.title} trail={trailBelow(home)} className="mb-4" />
              <DraftMark entry={story} className="mb-3" />
              <h1 className="story-title" data-words={wordLength(story.title)}>
                {story.title}
              </h1>
              <SeamRule className="mt-5" />
              <p className="story-summary mt-5 text-lead text-soft">{story.summary}</p>
              {isSample(story) && <SampleNote of="story" className="mt-4" />}
              {picture.kind === 'portrait' && (
                <p className="mt-4 text-small text-soft print:hidden">
                  {picture.seam ? portraits.patient : portraits.other}
                </p>
              )}
            </div>
            <Arch
              edge
              className="order-first h-72 w-54 justify-self-center wide:order-none wide:h-96 wide:w-76 print:hidden"
            >
              <Picture picture={picture} dye={story.place} priority sizes={archSizes} />
            </Arch>
          </div>
        </div>
        <div className="story-body page grid gap-x-6 lg:gap-x-14 gap-y-10 pt-8 pb-12 lg:grid-cols-[minmax(0,68ch)_minmax(12rem,1fr)] lg:pt-10 lg:pb-20">
          <Markdown source={story.body} headings={2} className="lg:ps-11 lg:max-w-none" />
          <aside aria-label={t('story.thisStory')} className="print:hidden">
            <div className="flex flex-wrap gap-3 lg:sticky lg:top-8 lg:flex-col lg:items-start">
              {/* The dialog moves these to its bar. */}
              <div data-share className="flex flex-wrap items-center gap-3 max-lg:[&>a]:hidden">
                <Share url={absoluteUrl(story.address)} title={story.title} />
                <ButtonLink href={give}>{t('story.give')}</ButtonLink>
              </div>
              <a
                href={list}
                className="inline-flex min-h-12 items-center gap-2 font-semibold underline underline-offset-4 hover:text-coral"
              >
                <Icon name="back" className="size-4" /> {t('story.allFrom', { country: home.title })}
              </a>
            </div>
          </aside>
        </div>
        <aside aria-label={story.gift.ask} className="story-give page mb-12 print:hidden lg:mb-16">
          <InCurrency standard={currencyFor(code)}>
            {(currency) => {
              const gift = offeredGift(story.country, story.gift, currency)
              return (
                <GivePanel
                  href={gift.href}
                  button={gift.button}
                  pattern={cloth}
                  after={<OtherCurrency other={gift.other} className="mt-4" />}
                >
                  <h2>{story.gift.ask}</h2>
                  <p className="mt-4 max-w-[46ch] lg:text-lead">{giftSentence(gift, story.gift.reason)}</p>
                </GivePanel>
              )
            }}
          </InCurrency>
        </aside>
      </article>
      <Neighbours
        stories
        label={t('story.more')}
        className="page mb-14 lg:mb-20"
        previous={before && neighbour(before, t('story.previous'))}
        next={after && neighbour(after, t('story.next'))}
      />
    </>
  )
}

const neighbour = (story: Story, label: string) => ({
  href: story.address,
  title: story.title,
  story: story.title,
  label,
  picture: <Picture picture={story.picture} dye={story.place} decorative sizes="10rem" />,
})
