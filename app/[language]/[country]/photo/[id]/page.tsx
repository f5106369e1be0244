/** A photo's own page. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PhotoPage } from '#components/gallery/photo-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { publishable } from '#lib/site/content/index.ts'
import { prebuilt } from '#lib/site/content/pagination.ts'
import { photoOf } from '#lib/site/gallery/index.ts'
import { photoMetadata } from '#lib/site/seo/metadata.ts'
import { photoStructuredData } from '#lib/site/seo/structured-data.ts'
import { type Params, prepared, readParams } from '../../../params.ts'

/** `country`: the first part of the address, which is that of the gallery here. */
type Props = Params<{ country: string; id: string }>

export const dynamicParams = true

export const generateStaticParams = () =>
  prepared(
    () => publishable().photos.slice(0, prebuilt.photos),
    ({ id, address }) => ({ country: address.split('/').at(-3) ?? '', id }),
  )

async function requested(props: Props) {
  const { country, id } = await readParams(props)
  const placed = photoOf(id)
  return placed?.gallery.address.endsWith(`/${country}`) ? placed : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { photo, place, total, gallery } = await requested(props)
  return photoMetadata(photo, place, total, gallery)
}

export default async function PhotoRoute(props: Props) {
  const placed = await requested(props)
  return (
    <SiteFrame address={placed.photo.address}>
      <JsonLd
        data={photoStructuredData(placed.photo, messages()('gallery.photo', { place: placed.place }), placed.gallery)}
      />
      <PhotoPage {...placed} />
    </SiteFrame>
  )
}
