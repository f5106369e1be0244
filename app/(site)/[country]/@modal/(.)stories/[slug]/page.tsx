/** The same story when it is opened from its country's page: over the page, not instead of it. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { StoryOverPage } from '#components/stories/story-over-page.tsx'
import { story as findStory, stories } from '#lib/content/index.ts'
import { storyMetadata } from '#lib/seo/metadata.ts'

type Props = { params: Promise<{ country: string; slug: string }> }

export const dynamicParams = false
/** Seconds. */
export const revalidate = 60

/** Both parts of every address, whatever country the layout asks for: one country without stories would leave all of them unbuilt. */
export function generateStaticParams() {
  return stories().map(({ country, slug }) => ({ country, slug }))
}

async function requested({ params }: Props) {
  const { country, slug } = await params
  return findStory(country, slug) ?? notFound()
}

/** This address answers by itself too, `(.)` and all: search engines are sent to the story's own page. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  return { ...(await storyMetadata(await requested(props))), robots: { index: false } }
}

export default async function StoryOverCountry(props: Props) {
  return <StoryOverPage story={await requested(props)} />
}
