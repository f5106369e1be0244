/** The page of a sponsorship form: the blocks of its content file with the form between them. */
import { Blocks } from '#components/blocks/index.tsx'
import { PaymentNotices } from '#components/checkout/notices.tsx'
import { RefundPolicy } from '#components/donation/refund-policy.tsx'
import { Honeypot } from '#components/forms/posted-form.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import type { Sponsorship } from '#lib/content/giving-schema.ts'
import { widgetOffer } from '#lib/forms/challenge.ts'
import { pageStructuredData } from '#lib/seo/structured-data.ts'
import type { SponsorshipTerms } from '#lib/sponsorship/form.ts'
import { dayInWords } from '#lib/sponsorship/promotional-items.ts'
import { SponsorshipForm, type SponsorshipStart } from './sponsorship-form.tsx'

type SponsorshipPageProps = {
  form: Sponsorship
  terms: SponsorshipTerms
  start: SponsorshipStart & { cancelled: boolean; attemptKey: string }
  payments: 'live' | 'test' | 'off'
  /** Whom to write to while cards are not taken. */
  email: string
  /** Said when a request for an invoice could not be kept. */
  unreached: string
  /** When this form was opened, signed. */
  startedAt: string
}

export function SponsorshipPage({ form, terms, start, payments, email, unreached, startedAt }: SponsorshipPageProps) {
  const { id, levels, items, reassurance, invoice, refunds, blocks } = form
  const [head, ...rest] = blocks
  return (
    <SiteFrame address={form.address}>
      <JsonLd data={pageStructuredData(form)} />
      <Blocks blocks={head ? [head] : []} page={form} />
      <div className="page section">
        <SponsorshipForm
          offer={{
            event: id,
            terms,
            levelTexts: Object.fromEntries(levels.flatMap(({ id, text }) => (text ? [[id, text]] : []))),
            itemsUntil: `They must reach us by ${dayInWords(items.deadline)}.`,
            reassurance,
            cards: payments !== 'off',
            challenge: widgetOffer(),
          }}
          start={{ values: start.values, fault: start.fault }}
          unreached={unreached}
          attemptKey={start.attemptKey}
          spamSignals={<SpamSignals startedAt={startedAt} />}
          invoice={<Markdown source={invoice} />}
          notices={
            payments === 'off' ? (
              <InvoiceOnly />
            ) : (
              <PaymentNotices payments={payments} email={email} cancelled={start.cancelled && !start.fault} />
            )
          }
        />
        <RefundPolicy points={refunds} />
      </div>
      <Blocks blocks={rest} page={{ ...form, blocks: [...blocks] }} />
    </SiteFrame>
  )
}

/** Hidden fields that tell a program's request for an invoice from a person's (lib/forms/spam-reason.ts). */
function SpamSignals({ startedAt }: { startedAt: string }) {
  return (
    <>
      <input type="hidden" name="startedAt" value={startedAt} />
      <Honeypot scope="sponsorship" />
    </>
  )
}

/** Shown while no payment service is set up. */
function InvoiceOnly() {
  return (
    <p className="mb-6 rounded-card bg-sand px-5 py-3.5 text-[0.98rem]">
      Card payments are not set up on this site yet. Choose your level here, and we send you an invoice.
    </p>
  )
}
