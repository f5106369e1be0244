/** The block of pages with a sponsorship form, which shows refused answers again. */
import { InvoiceOnly, PaymentNotices, StateDisclosures, TestPayments } from '#components/checkout/notices.tsx'
import { DataNotice, Honeypot, LanguageField } from '#components/forms/posted-form.tsx'
import { Island } from '#components/islands/island.tsx'
import { PageRecordEntry, ShowsLive } from '#components/layout/page-record.tsx'
import { SponsorshipForm } from '#components/sponsorship/sponsorship-form.tsx'
import type { SponsorshipOffer } from '#components/sponsorship/sponsorship-levels.tsx'
import { LevelList } from '#components/sponsorship/sponsorship-levels.tsx'
import { Notice } from '#components/ui/card.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { notStored } from '#lib/contact/enquiries/sentences.ts'
import { widgetOffer } from '#lib/contact/forms/challenge.ts'
import { cardPayments } from '#lib/giving/orders/card-payments.ts'
import { recentPayment } from '#lib/giving/orders/recent-payment.ts'
import { closedSentence, sponsorshipStart } from '#lib/giving/products/sponsorship.ts'
import { isFixed } from '#lib/giving/sponsorship/form.ts'
import { datedEvent, sponsorshipTerms } from '#lib/giving/sponsorship/terms.ts'
import { dayInWords, type Locale, monthInWords } from '#lib/platform/dates.ts'
import { currentLocale, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { currencyOf, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, site } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { placeInWords, timesInWords } from '#lib/site/events/occurrence.ts'
import { type BlockProps, ClosedForm, type GivingBlocks, type Visit } from './block.tsx'

export const sponsorshipBlocks = (visit: Visit): Pick<GivingBlocks, 'sponsorship-form'> => ({
  'sponsorship-form': (props) => <SponsorshipFormBlock {...props} visit={visit} />,
})

type WithVisit = { visit: Visit }

async function SponsorshipFormBlock({ block, page, visit }: BlockProps<'sponsorship-form'> & WithVisit) {
  const { id, event, levels, reassurance, invoice } = block
  const terms = sponsorshipTerms({ ...block, page })
  const includes = Object.fromEntries(levels.map((level) => [level.id, includedIn(level)]))
  if (terms.day === null) return <Closed id={id} block={block} offer={{ terms, includes }} />
  const isReservation = !isFixed(terms.day)
  const payments = isReservation ? 'off' : cardPayments()
  const { cancelled, ...start } = await sponsorshipStart(event, visit.query)
  const props = {
    offer: {
      event,
      page: localizedHref(page.address),
      thankYou: thankYouAddress(page.address),
      terms,
      includes,
      sponsored: datedEvent({ ...block, page }, terms.day),
      reassurance,
      cards: payments !== 'off',
      challenge: widgetOffer(),
    },
    start,
    unreached: notStored('eventsEmail'),
  }
  return (
    <div id={id} className="page section">
      <ShowsLive names={['today']} />
      <EventDate block={block} day={terms.day} locale={page.locale} />
      <SampleLevels block={block} />
      <PageRecordEntry needs={['card-form', 'challenge']} />
      <Island name="sponsorship" props={props} keptAs={event}>
        <SponsorshipForm
          {...props}
          spamSignals={
            <>
              <Honeypot scope="sponsorship" />
              <LanguageField />
            </>
          }
          privacy={<DataNotice purpose="sponsorship" className="max-w-measure" />}
          invoice={!isReservation && <Markdown source={invoice} />}
          notices={
            isReservation ? (
              <Notice>{messages()('sponsorshipDate.reserve')}</Notice>
            ) : payments === 'off' ? (
              <InvoiceOnly />
            ) : (
              <>
                {payments === 'test' && <TestPayments />}
                <PaymentNotices
                  payments={payments}
                  email={site().names.eventsEmail}
                  cancelled={cancelled && !start.fault}
                  recent={await recentPayment(visit.cookieHeader, page.address, 'sponsorship')}
                />
              </>
            )
          }
        />
      </Island>
      <StateDisclosures currency={currencyOf(block)} />
    </div>
  )
}

type Block = BlockProps<'sponsorship-form'>['block']

/** The benefits of a level and their value. */
function includedIn({ includes = [], fairValue }: Block['levels'][number]): string[] | undefined {
  const value = fairValue && messages()('gifts.fairValue', { value: formatMoney(fairValue.amount, currentLocale()) })
  const lines = [...includes, ...(value ? [value] : [])]
  return lines.length > 0 ? lines : undefined
}

function SampleLevels({ block: { levels } }: { block: Block }) {
  return levels.some((level) => isSample(level, 'includes')) && <SampleNote of="levels" className="mb-6" />
}

/** Date and place of the sponsored event. */
function EventDate({ block, day, locale }: { block: Block; day: string; locale: Locale }) {
  const event = charityEvent(block.calendarEvent)
  if (!event) return null
  return (
    <p className="mb-8 max-w-measure border-gold border-s-4 ps-4 text-lead">
      <a href={event.href} className="font-semibold underline underline-offset-4 hover:text-coral">
        {event.title}
      </a>
      <span className="block">
        {isFixed(day) ? (
          <>
            <time dateTime={day} className="font-semibold">
              {dayInWords(day, readerLocale(locale), { weekday: true })}
            </time>
            , {timesInWords(event.starts, event.ends)}
          </>
        ) : (
          messages()('sponsorshipDate.dayFollows', { month: monthInWords(day, readerLocale(locale)) })
        )}
      </span>
      <span className="block text-soft">{placeInWords(event)}</span>
    </p>
  )
}

/** Instead of the form, while the event has no coming date. */
function Closed({
  id,
  block,
  offer,
}: {
  id?: string | undefined
  block: Block
  offer: Pick<SponsorshipOffer, 'terms' | 'includes'>
}) {
  const t = messages()
  return (
    <div id={id} className="page section grid items-start gap-8 lg:grid-cols-[1fr_1fr] lg:gap-14">
      <ShowsLive names={['today']} />
      <ClosedForm heading={t('sponsorshipDate.closed')} sentence={closedSentence(block.name)} closed={block.closed} />
      <div className="min-w-0">
        <h2 className="mb-4 text-h3">{t('sponsorshipDate.levelsInclude')}</h2>
        <SampleLevels block={block} />
        <LevelList {...offer} />
      </div>
    </div>
  )
}
