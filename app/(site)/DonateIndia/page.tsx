/** /DonateIndia: rendered for each request, because it shows a preset reason, and what was typed when the server had to refuse it. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Picture } from '#components/art/picture.tsx'
import { SeamProgress } from '#components/art/seam.tsx'
import { PaymentNotices } from '#components/checkout/notices.tsx'
import { DonationForm } from '#components/donation/donation-form.tsx'
import { RefundPolicy } from '#components/donation/refund-policy.tsx'
import { Breadcrumb } from '#components/layout/breadcrumb.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { indiaGiving, site } from '#lib/content/index.ts'
import { donationStart, indiaTerms } from '#lib/donation/checkout.ts'
import { amountSentence } from '#lib/donation/form.ts'
import { widgetOffer } from '#lib/forms/challenge.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'
import { donateAction } from '#lib/seo/structured-data.ts'
import { type QueryProps, readOnce } from '../read-once.ts'

const readStart = readOnce((query, cookieHeader) => {
  return donationStart('INR', indiaGiving().presets, query, cookieHeader)
})

export async function generateMetadata(props: QueryProps): Promise<Metadata> {
  const { title, description } = indiaGiving()
  const { fault } = await readStart(props)
  return codePageMetadata({
    address: '/DonateIndia',
    title: fault ? `Error: ${title}` : title,
    description,
  })
}

export default async function DonateIndiaPage(props: QueryProps) {
  await connection()
  const giving = indiaGiving()
  const { cancelled, attemptKey, ...start } = await readStart(props)
  const { minimum, maximum, reasons, asksPan = false, citizens = null } = indiaTerms()
  const limits = { minimum, maximum, asksPan, citizens }
  const payments = cardPayments()
  return (
    <SiteFrame address="/DonateIndia" className="page pt-8 pb-16 desk:pt-12 desk:pb-24">
      <JsonLd data={donateAction('INR')} />
      <Breadcrumb title={giving.title} className="mb-5" />
      <DonationForm
        offer={{
          presets: giving.presets.map(({ amount, pays }) => ({ amount, pays })),
          reasons: reasons.map(({ code, label }) => ({ code, label })),
          limits,
          limitsSentence: amountSentence(limits),
          mandateAbove: giving.mandateAbove,
          challenge: widgetOffer(),
        }}
        start={start}
        attemptKey={attemptKey}
        heading={giving.heading}
        intro={giving.intro}
        reassurance={giving.reassurance}
        picture={<Picture picture={giving.picture} />}
        seams={[<SeamProgress key="1" value={1} steps={2} />, <SeamProgress key="2" value={2} steps={2} />]}
        notices={
          <PaymentNotices payments={payments} email={site().names.email} cancelled={cancelled && !start.fault} />
        }
      />
      <RefundPolicy points={giving.refunds} />
    </SiteFrame>
  )
}
