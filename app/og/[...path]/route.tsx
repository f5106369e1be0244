/** The images for sharing, each drawn once with the title and picture of its page, the first ones at build time; and those of camps. */

import path from 'node:path'
import { ImageResponse } from 'next/og'
import { colour } from '#components/art/paint.ts'
import { drawable, shareImageFonts } from '#components/art/share-image-fonts.ts'
import { shareImageArt, svgAddress, titleColumn, titleSize } from '#components/art/standalone.ts'
import { campCall } from '#components/blocks/camp-kit.tsx'
import { posterBlock } from '#components/blocks/poster.tsx'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { isLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { hasCampPicture } from '#lib/site/camps/call-kit.ts'
import { usualCurrency } from '#lib/site/content/currencies.ts'
import type { Picture } from '#lib/site/content/fields.ts'
import {
  camps,
  countryNamed,
  donationForm,
  enquiryForms,
  pages,
  posts,
  publishable,
  site,
  stories,
  usualCloth,
} from '#lib/site/content/index.ts'
import { newestStories, partOf, prebuilt } from '#lib/site/content/pagination.ts'
import { isSample } from '#lib/site/content/state.ts'
import { originalOf } from '#lib/site/photos/files.ts'
import { croppedJpeg } from '#lib/site/photos/make.ts'
import { codePages } from '#lib/site/routes/index.ts'
import { shareImageAddress, shareImageSize } from '#lib/site/seo/metadata.ts'

export const dynamic = 'force-static'
export const dynamicParams = true

/** `below`: lines under the title. */
type ShareImage = { title: string; above?: string | undefined; picture: Picture; below?: readonly string[] }

/** The images of all code pages and of these, by their addresses. */
function shareImages({
  pages,
  stories,
  posts,
}: Omit<ReturnType<typeof publishable>, 'photos'>): Map<string, ShareImage> {
  const { organisation } = site().names
  const { picture } = donationForm(usualCurrency())
  const countryTitle = new Map(pages.map(({ country, title }) => [country, title]))
  const all: [string, ShareImage][] = [
    ...codePages().map(({ address, title }): [string, ShareImage] => [address, { title, picture }]),
    ...enquiryForms().map(({ id, title, page }): [string, ShareImage] => [
      `/forms/${id}`,
      { title, above: page.label, picture },
    ]),
    // The pages of a long list share the image of the first.
    ...pages
      .filter(({ address }) => partOf(address).page === 1)
      .map(({ address, title, card, parent }): [string, ShareImage] => [
        address,
        address === '/' ? { title: site().tagline, picture: card } : { title, above: parent?.label, picture: card },
      ]),
    ...[...newestStories(stories)].map((story): [string, ShareImage] => [
      story.address,
      {
        title: story.title,
        above: isSample(story) ? messages()('sample.short') : countryTitle.get(story.country),
        picture: story.picture,
      },
    ]),
    ...posts.map((post): [string, ShareImage] => [
      post.address,
      {
        title: post.title,
        above: isSample(post) ? messages()('sample.short') : site().names.second,
        picture: post.picture,
      },
    ]),
  ]
  return new Map(all.map(([address, image]) => [shareImageAddress(address), { above: organisation, ...image }]))
}

/** The picture of a camp that volunteers send on, in the language of its name (kenya-2027-03.sw.png): the poster's title, and when, where and whom to call. */
function campImage(file = ''): ShareImage | undefined {
  const [id, language] = file.split('.')
  if (!isLanguage(language) || !hasCampPicture(language)) return undefined
  return inLanguage(language, () => {
    const camp = camps().find((camp) => camp.id === id)
    const poster = posterBlock()
    if (!camp || !poster) return undefined
    const call = campCall(camp)
    const { days, phone } = call
    const below = [days, camp.place, ...(phone ? [`${poster.call} ${phone}`] : [])]
    const picture = countryNamed(camp.country)?.cloth ?? usualCloth()
    const above = call.isSample ? { above: messages()('sample.short').toUpperCase() } : {}
    return { title: poster.title, ...above, below, picture: { kind: 'pattern', pattern: picture } }
  })
}

export const generateStaticParams = () =>
  [...shareImages(publishable()).keys()]
    .slice(0, prebuilt.shareImages)
    .map((address) => ({ path: address.split('/').slice(2) }))

export async function GET(_: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const { path: parts } = await params
  const image =
    parts[0] === 'camps'
      ? campImage(parts[1])
      : shareImages({ pages: pages(), stories: stories(), posts: posts() }).get(`/og/${parts.join('/')}`)
  if (!image) return new Response(null, { status: 404 })
  const { organisation } = site().names
  // Satori takes its layout from style attributes; nothing of this is sent to a browser.
  return new ImageResponse(
    <div
      style={{ display: 'flex', width: '100%', height: '100%', fontFamily: 'Figtree, Figtree more', color: colour.ink }}
    >
      {/* biome-ignore lint/a11y/useAltText: drawn into a picture, whose alternate text stands in the page's metadata */}
      <img
        src={svgAddress(shareImageArt(image.picture, await photoOf(image.picture)))}
        {...shareImageSize}
        style={{ position: 'absolute' }}
      />
      <div
        style={{
          display: 'flex',
          position: 'absolute',
          left: 152,
          top: 56,
          height: 72,
          alignItems: 'center',
          fontFamily: 'Fraunces, Fraunces more',
          fontSize: 34,
        }}
      >
        {drawable(organisation)}
      </div>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          position: 'absolute',
          left: 64,
          top: 140,
          width: titleColumn.width,
          height: 376,
        }}
      >
        {image.above && image.above !== organisation && (
          <div style={{ color: colour.coral, fontSize: 32, marginBottom: 14 }}>{drawable(image.above)}</div>
        )}
        <div
          style={{
            fontFamily: 'Fraunces, Fraunces more',
            fontSize: image.below ? 48 : titleSize(image.title),
            lineHeight: titleColumn.lineHeight,
            letterSpacing: '-0.02em',
            textWrap: 'balance',
          }}
        >
          {drawable(image.title)}
        </div>
        {image.below?.map((line) => (
          <div key={line} style={{ fontSize: line.length > 60 ? 26 : 34, marginTop: 10 }}>
            {drawable(line)}
          </div>
        ))}
      </div>
    </div>,
    { ...shareImageSize, fonts: shareImageFonts() },
  )
}

/** A photograph as a data URL, in the size of the arch. Satori reads only PNG and JPEG. */
async function photoOf(picture: Picture): Promise<string | undefined> {
  if (picture.kind !== 'photo') return undefined
  const file = path.join(/* turbopackIgnore: true */ charityFolder, originalOf(picture.src))
  const jpeg = await croppedJpeg(file, { width: 736, height: 1080 })
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
