/** /Donate: rendered for each request, because it shows a preset gift, and what was typed when the server had to refuse it. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Picture } from '#components/art/picture.tsx'
import { SeamProgress } from '#components/art/seam.tsx'
import { Blocks } from '#components/blocks/index.tsx'
import { PaymentNotices } from '#components/checkout/notices.tsx'
import { DonationForm } from '#components/donation/donation-form.tsx'
import { PartnerForm } from '#components/donation/partner-form.tsx'
import { RefundPolicy } from '#components/donation/refund-policy.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { site, usaGiving } from '#lib/content/index.ts'
import { donationStart, usaTerms } from '#lib/donation/checkout.ts'
import { amountSentence } from '#lib/donation/form.ts'
import { widgetOffer } from '#lib/forms/challenge.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { donateAction } from '#lib/seo/structured-data.ts'
import { type QueryProps, readOnce } from '../read-once.ts'

const readStart = readOnce((query, cookieHeader) => {
  return donationStart('USD', usaGiving().presets, query, cookieHeader)
})

export async function generateMetadata(props: QueryProps): Promise<Metadata> {
  const giving = usaGiving()
  const { fault } = await readStart(props)
  return pageMetadata(fault ? { ...giving, title: `Error: ${giving.title}` } : giving)
}

export default async function DonatePage(props: QueryProps) {
  await connection()
  const giving = usaGiving()
  const { partner, blocks } = giving
  const [head, ...rest] = blocks
  const external = site().external[partner.form]
  const payments = cardPayments()
  return (
    <SiteFrame address={giving.address}>
      <JsonLd data={donateAction('USD')} />
      <Blocks blocks={head ? [head] : []} page={giving} />
      {external && (
        <PartnerForm href={external.href} title={partner.title} blocked={partner.blocked} link={partner.link} />
      )}
      {payments !== 'off' && <CardForm start={await readStart(props)} payments={payments} />}
      <Blocks blocks={rest} page={giving} />
      <div className="page section pt-0 [&>*]:mt-0">
        <RefundPolicy points={giving.refunds} />
      </div>
    </SiteFrame>
  )
}

type CardFormProps = { start: Awaited<ReturnType<typeof readStart>>; payments: 'live' | 'test' }

function CardForm({ start: { cancelled, attemptKey, ...start }, payments }: CardFormProps) {
  const { presets, heading, intro, reassurance, picture } = usaGiving()
  const { minimum, maximum, reasons } = usaTerms()
  const limits = { minimum, maximum }
  return (
    <section id="card-form" aria-label={heading} className="page section scroll-mt-4">
      <DonationForm
        offer={{
          presets: presets.map(({ amount, pays }) => ({ amount, pays })),
          reasons: reasons.map(({ code, label }) => ({ code, label })),
          limits,
          limitsSentence: amountSentence(limits),
          mandateAbove: null,
          challenge: widgetOffer(),
        }}
        start={start}
        attemptKey={attemptKey}
        heading={heading}
        headingLevel={2}
        intro={intro}
        reassurance={reassurance}
        picture={<Picture picture={picture} />}
        seams={[<SeamProgress key="1" value={1} steps={2} />, <SeamProgress key="2" value={2} steps={2} />]}
        notices={
          <PaymentNotices payments={payments} email={site().names.email} cancelled={cancelled && !start.fault} />
        }
      />
    </section>
  )
}
