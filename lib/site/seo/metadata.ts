/** The head of a page for search engines and shared links: one function for each kind of page. */
import type { Metadata } from 'next'
import { now } from '#lib/platform/clock.ts'
import type { Locale } from '#lib/platform/dates.ts'
import { currentLanguage, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { addressIn, defaultLocale, type Language, splitAddress } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Picture } from '#lib/site/content/fields.ts'
import { pages, site, stories } from '#lib/site/content/index.ts'
import { newestStories, partOf } from '#lib/site/content/pagination.ts'
import { isPublished, type Publication } from '#lib/site/content/publication.ts'
import { withLabel } from '#lib/site/content/sample-label.ts'
import type { Page, Photo, Post, Story } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl, codePage, languagesOf } from '#lib/site/routes/index.ts'

/** Pixels. The size that both Open Graph and X ask for in a large card. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** The address of a page's share image (app/og), the same in every language: /India -> /og/India.png, / -> /og/Home.png */
export function shareImageAddress(pageAddress: string): string {
  const { address } = splitAddress(pageAddress)
  return `/og${address === '/' ? '/Home' : address}.png`
}

type PageHead = {
  address: string
  title: string
  description: string
  imageAlt: string
  indexable?: boolean
  article?: { published?: string; modified: string }
  /** Address of the page whose share image is shown; its own by default. */
  imageOf?: string
  feed?: boolean
  locale?: Locale
}

/** "India | Love Will Restore"; on Home, the name and the tagline. */
export function pageMetadata(page: Page): Metadata {
  const { address, title, description, card, blocks, locale } = page
  const { names, tagline } = site()
  if (isHome(address))
    return metadata({
      address,
      title: `${names.organisation} | ${tagline}`,
      description,
      imageAlt: altOf(card, tagline),
      locale,
    })
  const feed = blocks.some(({ kind }) => kind === 'posts')
  return metadata({
    address,
    title: named(title),
    description,
    imageAlt: altOf(card, title),
    imageOf: partOf(address).first,
    indexable: isPublic(page),
    feed,
    locale,
  })
}

export function storyMetadata(story: Story): Metadata {
  const { address, picture, updated } = story
  const [title, description] = [withLabel(story.title, story), withLabel(story.description, story)]
  const home = countryPage(story)
  const isOwn = shareImageOfStory(story) === address
  return metadata({
    address,
    title: named(title),
    description,
    imageAlt: home && !isOwn ? altOf(home.card, home.title) : altOf(picture, title),
    imageOf: shareImageOfStory(story),
    indexable: isPublic(story),
    ...(!isSample(story) && { article: { modified: updated } }),
    locale: localeOf(story.lang, home?.locale),
  })
}

const countryPage = ({ country }: Story) => pages().find((page) => page.country === country)

/** The address whose share image a story shows. Old stories have none of their own and show that of their country. */
export function shareImageOfStory(story: Story): string {
  return newestStories(stories()).has(story) ? story.address : (countryPage(story)?.address ?? story.address)
}

export function postMetadata(post: Post): Metadata {
  const { address, picture, date, updated } = post
  const [title, description] = [withLabel(post.title, post), withLabel(post.description, post)]
  return metadata({
    address,
    title: named(title),
    description,
    imageAlt: altOf(picture, title),
    indexable: isPublic(post),
    ...(!isSample(post) && { article: { published: date, modified: updated } }),
    feed: true,
    locale: localeOf(post.lang),
  })
}

/** `place`: from 1, of `total`. `gallery`: the page that the photo is on, whose share image it has. */
export function photoMetadata(photo: Photo, place: number, total: number, gallery: Page): Metadata {
  const t = messages()
  return metadata({
    address: photo.address,
    title: named(t('gallery.title', { place, total, gallery: gallery.title })),
    description: t('gallery.description', { alt: photo.alt, place, total }),
    imageAlt: altOf(gallery.card, gallery.title),
    imageOf: gallery.address,
    locale: gallery.locale,
  })
}

type CodePageHead = { address: string; title: string; description: string; holdsKey?: boolean }

/**
 * Search engines list none of these pages. `holdsKey`: whoever knows the whole address may see or change a gift, so no other site may
 * learn it.
 * @throws when the address is not in the table of code pages.
 */
export function codePageMetadata({ address, title, description, holdsKey = false }: CodePageHead): Metadata {
  if (!codePage(address)) throw new Error(`${address} is not in lib/site/content/addresses.ts`)
  const own = localizedHref(address)
  return {
    ...metadata({ address: own, title: named(title), description, imageAlt: title, indexable: false }),
    // Not `no-referrer`: with it browsers send forms with `Origin: null`, and older ones send no Sec-Fetch-Site either.
    ...(holdsKey && { referrer: 'same-origin' }),
  }
}

/** `main`: the variety of the main language on the page. */
const localeOf = (lang: Language | undefined, main: Locale = defaultLocale): Locale =>
  lang ? main : readerLocale(main)

/** False for drafts, which only development shows. */
const isPublic = (entry: Publication) => isPublished(entry, now(), site().zone)

const isHome = (address: string) => splitAddress(address).address === '/'

/** The title of a page with the name of the site. */
export const named = (title: string) => `${title} | ${site().names.organisation}`

const altOf = (picture: Picture, otherwise: string) => (picture.kind === 'pattern' ? otherwise : picture.alt)

function metadata(head: PageHead): Metadata {
  const { address, title, description, imageAlt, indexable = true, article, imageOf = address, feed = false } = head
  const locale = (head.locale ?? defaultLocale).replace('-', '_')
  // A page without a translation canonicalises to the one in the main language.
  const isRead = !indexable || languagesOf(address).includes(currentLanguage())
  const url = absoluteUrl(isRead ? address : splitAddress(address).address)
  const image = { url: absoluteUrl(shareImageAddress(imageOf)), ...shareImageSize, alt: imageAlt }
  const shared = { url, title, description, siteName: site().names.organisation, locale, images: [image] }
  return {
    title: { absolute: title },
    description,
    alternates: {
      canonical: url,
      ...(indexable && { languages: inEveryLanguage(address) }),
      ...(feed && { types: { 'application/rss+xml': absoluteUrl('/feed.xml') } }),
    },
    robots: indexable ? { index: true, follow: true, 'max-image-preview': 'large' } : { index: false, follow: true },
    openGraph: article
      ? {
          type: 'article',
          ...(article.published && { publishedTime: article.published }),
          modifiedTime: article.modified,
          ...shared,
        }
      : { type: 'website', ...shared },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  }
}

/**
 * The page in every available language, including its own: search engines ignore hreflang links that are not mutual.
 * https://developers.google.com/search/docs/specialty/international/localized-versions
 */
function inEveryLanguage(address: string): Record<string, string> {
  const english = splitAddress(address).address
  const versions = languagesOf(address).map(
    (language) => [language, absoluteUrl(addressIn(language, english))] as const,
  )
  return { ...Object.fromEntries(versions), 'x-default': absoluteUrl(english) }
}
