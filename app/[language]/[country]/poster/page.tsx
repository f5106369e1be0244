/** /India/poster: a poster and cards for health workers, to print. `?camp=india-2027-03`: with the days and place of a coming camp. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { officeFor, posterBlock, Sheets } from '#components/blocks/poster.tsx'
import { Breadcrumb } from '#components/layout/breadcrumb.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { now } from '#lib/platform/clock.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { posterAddress } from '#lib/site/content/addresses.ts'
import { camps, navigation, page } from '#lib/site/content/index.ts'
import { comingCamps } from '#lib/site/events/occurrence.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../../params.ts'

type Props = Params<{ country: string }> & QueryProps

async function requested(props: Props) {
  const { country } = await readParams(props)
  const help = page(navigation().help?.href ?? '')
  const poster = posterBlock()
  const office = officeFor(country)
  if (!help || !poster || !office) notFound()
  const { camp: asked } = await props.searchParams
  const camp = comingCamps(camps(), now()).find((camp) => camp.id === asked && camp.country === country)
  return { address: posterAddress(country), help, poster, office, camp }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { address, poster } = await requested(props)
  return codePageMetadata({ address, title: poster.title, description: poster.howTo })
}

export default async function PosterPage(props: Props) {
  await connection()
  const { address, help, poster, office, camp } = await requested(props)
  return (
    <SiteFrame address={address} className="page pt-8 pb-16 print:py-0">
      <div className="print:hidden">
        <Breadcrumb title={poster.heading} trail={[{ label: help.title, href: help.address }]} className="mb-3" />
        <p className="max-w-measure">{poster.howTo}</p>
        <button hidden type="button" data-behaviour="print" className={buttonClass('solid', 'mt-4')}>
          {messages()('aftercare.print')}
        </button>
      </div>
      <Sheets poster={poster} office={office} camp={camp} />
    </SiteFrame>
  )
}
