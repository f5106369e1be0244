/** A story's own page. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { QuickExit } from '#components/layout/quick-exit.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { StoryArticle } from '#components/stories/story-article.tsx'
import { giftHref } from '#lib/giving/donation/donate-destinations.ts'
import { story as findStory, page, pages, publishable, stories } from '#lib/site/content/index.ts'
import { newestStories, pageAddress, pageOfEntry, perPage } from '#lib/site/content/pagination.ts'
import type { Page, Story } from '#lib/site/content/schema.ts'
import { storyMetadata } from '#lib/site/seo/metadata.ts'
import { storyStructuredData } from '#lib/site/seo/structured-data.ts'
import { type Params, prepared, readParams } from '../../../params.ts'

type Props = Params<{ country: string; slug: string }>

/** Old stories, and those without a translation, are rendered on their first request. */
export const dynamicParams = true

export const generateStaticParams = () =>
  prepared(
    () => [...newestStories(publishable().stories)],
    ({ country, slug }) => ({ country, slug }),
  )

async function requested(props: Props) {
  const { country, slug } = await readParams(props)
  return findStory(country, slug) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return storyMetadata(await requested(props))
}

export default async function StoryPage(props: Props) {
  const story = await requested(props)
  const home = pages().find((page) => page.country === story.country) ?? notFound()
  const all = stories()
  const index = all.indexOf(story)
  return (
    <SiteFrame address={story.address} give={giftHref(story.country, story.gift)}>
      {story.quickExit && <QuickExit />}
      <JsonLd data={storyStructuredData(story)} />
      <StoryArticle
        story={story}
        home={home}
        list={listOf(story, home)}
        before={all[index - 1]}
        after={all[(index + 1) % all.length]}
      />
    </SiteFrame>
  )
}

/** Where the story's card is: on the country's page, or on a later page of its list. */
function listOf(story: Story, home: Page): string {
  const number = pageOfEntry(stories(story.country).indexOf(story), perPage.stories)
  const later = number > 1 && page(pageAddress(home.address, number))
  return later ? later.address : `${home.address}#stories`
}
