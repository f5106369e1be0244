/** Shown without JavaScript once a form is stored: what happens next, and when. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { NextSteps, splitClass, ThankYouFrame } from '#components/checkout/thank-you-frame.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { FactList } from '#components/ui/card.tsx'
import { type Thanks, thanksFor } from '#lib/contact/enquiries/sentences.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isReference } from '#lib/platform/reference.ts'
import { enquiryForm, page, site, usualCloth } from '#lib/site/content/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../../../params.ts'

type Props = QueryProps & Params<{ form: string }>
type Sent = { address: `/${string}`; title: string; next: { label: string; href: string }; thanks: Thanks }

async function sent(props: Props): Promise<Sent> {
  const { form: id } = await readParams(props)
  const address = `/forms/${id}/sent` as const
  if (id === 'newsletter') {
    const t = messages()
    const next = { label: t('thanks.readNews'), href: `/${site().names.secondSlug}` }
    return { address, title: t('thanks.newsletterTitle'), next, thanks: thanksFor(id) }
  }
  const form = enquiryForm(id) ?? notFound()
  return { address, title: form.title, next: form.page, thanks: thanksFor(form.id) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { address } = await sent(props)
  const t = messages()
  return codePageMetadata({ address, title: t('thanks.heading'), description: t('thanks.kept') })
}

export default async function SentPage(props: Props) {
  await connection()
  const { address, title, next, thanks } = await sent(props)
  const { reference } = await props.searchParams
  const t = messages()
  return (
    <ThankYouFrame
      address={address}
      heading={t('thanks.heading')}
      lead={<p className="mt-5 max-w-measure text-lead">{thanks.sentence}</p>}
      picture={page(next.href)?.card ?? { kind: 'pattern', pattern: usualCloth() }}
      next={<ButtonLink href={next.href}>{next.label}</ButtonLink>}
      questions="questions"
      email={site().names.email}
    >
      <div className={splitClass}>
        {thanks.next && (
          <NextSteps>
            <li>{thanks.next}</li>
          </NextSteps>
        )}
        {isReference(reference) && (
          <FactList
            framed
            facts={[
              [t('thanks.yourReference'), reference],
              [t('thanks.for'), title],
            ]}
          />
        )}
      </div>
    </ThankYouFrame>
  )
}
