/** Shown without JavaScript once a form is stored. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Arch, Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { enquiryForm, page } from '#lib/content/index.ts'
import { thankYou } from '#lib/enquiries/sentences.ts'
import { isReference } from '#lib/reference.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'
import type { Query } from '../../../query.ts'

type Props = { params: Promise<{ form: string }>; searchParams: Promise<Query> }

/** The page's address, and the page to go back to. */
async function sent({ params }: Props) {
  const { form: id } = await params
  const form = enquiryForm(id)
  if (!form && id !== 'newsletter') notFound()
  return { address: `/forms/${id}/sent`, back: form?.page }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { address } = await sent(props)
  return codePageMetadata({ address, title: 'Thank you', description: 'What you sent has been kept.' })
}

export default async function SentPage(props: Props) {
  await connection()
  const { address, back } = await sent(props)
  const picture = page(back?.href ?? '/')?.card ?? { kind: 'pattern', pattern: 'india' }
  const { reference } = await props.searchParams
  return (
    <SiteFrame address={address} className="page section grid items-center gap-12 desk:grid-cols-[1.4fr_.6fr]">
      <div>
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">Thank you</h1>
        <SeamRule className="mt-4" />
        <p className="mt-6 max-w-measure text-[1.2rem]">{thankYou()}</p>
        {isReference(reference) && (
          <p className="mt-4 text-soft">
            Your reference is <strong className="text-ink">{reference}</strong>.
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          {back && <ButtonLink href={back.href}>{back.label}</ButtonLink>}
          <ButtonLink href="/" variant={back ? 'outline' : 'solid'}>
            Home
          </ButtonLink>
        </div>
      </div>
      <Arch className="hidden h-96 w-74 justify-self-center desk:block">
        <Picture picture={picture} decorative />
      </Arch>
    </SiteFrame>
  )
}
