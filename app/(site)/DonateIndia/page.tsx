/** /DonateIndia: rendered for each request, because it shows a preset reason, and what was typed when the server had to refuse it. */
import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { Picture } from '#components/art/picture.tsx'
import { SeamProgress } from '#components/art/seam.tsx'
import { DonationForm } from '#components/giving/donation-form.tsx'
import { PaymentNotices } from '#components/giving/notices.tsx'
import { RefundPolicy } from '#components/giving/refund-policy.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { indiaGiving, site } from '#lib/content/index.ts'
import { cardPayments } from '#lib/giving/card-payments.ts'
import { amountSentence, donationFields, type FieldError, presetReason } from '#lib/giving/donation.ts'
import { donationDraft } from '#lib/giving/donation-draft.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'
import { donateAction } from '#lib/seo/structured-data.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

async function readStart({ searchParams }: Props) {
  const query = await searchParams
  const draft = typeof query.draft === 'string' ? await donationDraft(query.draft, (await cookies()).toString()) : null
  const values = draft?.values ?? { paymenttype: 'once', donorType: '1', reason: presetReason(query.reason) }
  const known = (error: { field: string }): error is FieldError =>
    (donationFields as readonly string[]).includes(error.field)
  const errors = draft?.errors.filter(known) ?? []
  const fault = draft?.formError ? { sentence: draft.formError } : errors.length > 0 ? { errors } : null
  const step: 1 | 2 = draft?.step === 2 ? 2 : 1
  return { values, step, fault, cancelled: query.cancelled === '1' }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, description } = indiaGiving()
  const { fault } = await readStart(props)
  return codePageMetadata({
    address: '/DonateIndia',
    title: fault ? `Error: ${title}` : title,
    description,
  })
}

export default async function DonateIndiaPage(props: Props) {
  await connection()
  const giving = indiaGiving()
  const { cancelled, ...start } = await readStart(props)
  const limits = { minimum: giving.minimum, maximum: giving.maximum }
  const payments = cardPayments()
  return (
    <main id="content" className="page section">
      <JsonLd data={donateAction()} />
      <DonationForm
        offer={{
          presets: giving.presets.map(({ rupees, pays }) => ({ rupees, pays })),
          reasons: giving.reasons.map(({ code, label }) => ({ code, label })),
          limits,
          limitsSentence: amountSentence(limits),
          mandateAbove: giving.mandateAbove,
        }}
        start={start}
        attemptKey={randomUUID()}
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
    </main>
  )
}
