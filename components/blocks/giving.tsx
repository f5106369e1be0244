/** The blocks of giving pages: forms that show what the address presets, or what was typed when the server refused it. */
import { Picture } from '#components/art/picture.tsx'
import { SeamProgress } from '#components/art/seam.tsx'
import { InvoiceOnly, PaymentNotices } from '#components/checkout/notices.tsx'
import { DonationForm } from '#components/donation/donation-form.tsx'
import { PartnerForm } from '#components/donation/partner-form.tsx'
import { Honeypot } from '#components/forms/posted-form.tsx'
import { Breadcrumb, pageTrail } from '#components/layout/breadcrumb.tsx'
import { SponsorshipForm } from '#components/sponsorship/sponsorship-form.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import type { GivingKind } from '#lib/content/block-schema.ts'
import { paymentForm, thankYouAddress } from '#lib/content/giving-pages.ts'
import { site } from '#lib/content/index.ts'
import type { Page } from '#lib/content/schema.ts'
import { donationStart, donationTerms } from '#lib/donation/checkout.ts'
import { notStored } from '#lib/enquiries/sentences.ts'
import { widgetOffer } from '#lib/forms/challenge.ts'
import { signStartedAt } from '#lib/forms/started-at.ts'
import { sponsorshipStart, sponsorshipTerms } from '#lib/sponsorship/checkout.ts'
import { dayInWords } from '#lib/sponsorship/promotional-items.ts'
import { type BlockComponents, type BlockProps, leadIndex } from './block.ts'

/** What a page reads of the request that asks for it. `cookieHeader`: as it was sent. */
export type Visit = { query: Record<string, string | string[] | undefined>; cookieHeader: string }

export const givingBlocks = (visit: Visit): BlockComponents<GivingKind> => ({
  'donation-form': (props) => <DonationFormBlock {...props} visit={visit} />,
  'sponsorship-form': (props) => <SponsorshipFormBlock {...props} visit={visit} />,
  'partner-form': ({ block: { kind: _, sample: __, ...form } }) => <PartnerForm {...form} />,
})

/** Whether the page's form comes back with something to correct: the page's title says so too. */
export async function hasFault(page: Page, visit: Visit): Promise<boolean> {
  const form = paymentForm(page)
  if (!form) return false
  const { fault } =
    form.kind === 'donation-form'
      ? await donationStart(form.currency, form.presets, visit.query, visit.cookieHeader)
      : await sponsorshipStart(form.event, visit.query, visit.cookieHeader)
  return fault !== null
}

type WithVisit = { visit: Visit }

async function DonationFormBlock({ block, page, index, visit }: BlockProps<'donation-form'> & WithVisit) {
  const payments = cardPayments()
  // Without cards one gives by the partner's form, where the page has it.
  if (payments === 'off' && page.blocks.some(({ kind }) => kind === 'partner-form')) return null
  const { currency, presets, heading, mandateAbove = null } = block
  const { cancelled, attemptKey, ...start } = await donationStart(currency, presets, visit.query, visit.cookieHeader)
  const leads = index === leadIndex(page)
  return (
    <section
      id={block.id}
      {...(!leads && { 'aria-label': heading })}
      className={`page ${leads ? 'pt-8 pb-14 desk:pt-12' : 'section scroll-mt-4'}`}
    >
      {leads && <Breadcrumb title={page.title} trail={pageTrail(page)} className="mb-5" />}
      <DonationForm
        offer={{
          presets: presets.map(({ amount, pays }) => ({ amount, pays })),
          terms: donationTerms(currency),
          mandateAbove,
          challenge: widgetOffer(),
        }}
        start={start}
        attemptKey={attemptKey}
        heading={heading}
        headingLevel={leads ? 1 : 2}
        intro={block.intro}
        reassurance={block.reassurance}
        picture={<Picture picture={block.picture} />}
        seams={[<SeamProgress key="1" value={1} steps={2} />, <SeamProgress key="2" value={2} steps={2} />]}
        notices={
          <PaymentNotices payments={payments} email={site().names.email} cancelled={cancelled && !start.fault} />
        }
      />
    </section>
  )
}

async function SponsorshipFormBlock({ block, page, visit }: BlockProps<'sponsorship-form'> & WithVisit) {
  const { id, event, levels, items, reassurance, invoice } = block
  const payments = cardPayments()
  const { cancelled, attemptKey, ...start } = await sponsorshipStart(event, visit.query, visit.cookieHeader)
  return (
    <div id={id} className="page section">
      <SponsorshipForm
        offer={{
          event,
          thankYou: thankYouAddress(page.address),
          terms: sponsorshipTerms(block),
          levelTexts: Object.fromEntries(levels.flatMap(({ id: level, text }) => (text ? [[level, text]] : []))),
          itemsUntil: `They must reach us by ${dayInWords(items.deadline)}.`,
          reassurance,
          cards: payments !== 'off',
          challenge: widgetOffer(),
        }}
        start={{ values: start.values, fault: start.fault }}
        unreached={notStored('eventsEmail')}
        attemptKey={attemptKey}
        spamSignals={
          <>
            <input type="hidden" name="startedAt" value={signStartedAt()} />
            <Honeypot scope="sponsorship" />
          </>
        }
        invoice={<Markdown source={invoice} />}
        notices={
          payments === 'off' ? (
            <InvoiceOnly />
          ) : (
            <PaymentNotices
              payments={payments}
              email={site().names.eventsEmail}
              cancelled={cancelled && !start.fault}
            />
          )
        }
      />
    </div>
  )
}
