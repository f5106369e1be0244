/** The block of pages with a sponsorship form, which shows what was typed when the server refused it. */
import { InvoiceOnly, PaymentNotices } from '#components/checkout/notices.tsx'
import { Honeypot } from '#components/forms/posted-form.tsx'
import { SponsorshipForm } from '#components/sponsorship/sponsorship-form.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { recentPayment } from '#lib/checkout/recent-payment.ts'
import { thankYouAddress } from '#lib/content/giving-pages.ts'
import { site } from '#lib/content/index.ts'
import { dayInWords } from '#lib/dates.ts'
import { notStored } from '#lib/enquiries/sentences.ts'
import { widgetOffer } from '#lib/forms/challenge.ts'
import { signStartedAt } from '#lib/forms/started-at.ts'
import { sponsorshipStart, sponsorshipTerms } from '#lib/sponsorship/checkout.ts'
import type { BlockProps, SponsorshipBlocks, Visit } from './block.ts'

export const sponsorshipBlocks = (visit: Visit): SponsorshipBlocks => ({
  'sponsorship-form': (props) => <SponsorshipFormBlock {...props} visit={visit} />,
})

type WithVisit = { visit: Visit }

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
          terms: sponsorshipTerms({ ...block, page }),
          levelTexts: Object.fromEntries(levels.flatMap(({ id: level, text }) => (text ? [[level, text]] : []))),
          itemsUntil: `They must reach us by ${dayInWords(items.deadline, page.locale)}.`,
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
              recent={await recentPayment(visit.cookieHeader, page.address, 'sponsorship')}
            />
          )
        }
      />
    </div>
  )
}
