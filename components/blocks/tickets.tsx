/** The block of pages with a ticket form. It is a plain form, with a script or without: Stripe's own page takes the payment, if there is one. */
import { PaymentNotices, StateDisclosures, TestPayments } from '#components/checkout/notices.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import {
  describedBy,
  ErrorMessage,
  FieldGroup,
  type FieldProps,
  FormField,
  fieldClass,
  fieldId,
  fieldsOf,
  TickField,
} from '#components/forms/field.tsx'
import { DataNotice, Honeypot, LanguageField } from '#components/forms/posted-form.tsx'
import { PageRecordEntry, ShowsLive } from '#components/layout/page-record.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { cardPayments } from '#lib/giving/orders/card-payments.ts'
import { cancelledOrder } from '#lib/giving/orders/form-start.ts'
import { minOpenMinutes } from '#lib/giving/orders/order.ts'
import { recentPayment } from '#lib/giving/orders/recent-payment.ts'
import { datedTickets, ticketStart, ticketTerms } from '#lib/giving/products/tickets.ts'
import { describeTickets, fieldsOfKind, isFree, priceInWords } from '#lib/giving/tickets/form.ts'
import { takenPlaces } from '#lib/giving/tickets/places.ts'
import { currentLocale, localizedHref } from '#lib/platform/languages/current.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { TicketKind } from '#lib/site/content/event-schema.ts'
import { charityEvent, site, ticketForm } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { placeInWords, timesInWords } from '#lib/site/events/occurrence.ts'
import { type BlockProps, ClosedForm, type GivingBlocks, type Visit } from './block.tsx'

export const ticketBlocks = (visit: Visit): Pick<GivingBlocks, 'ticket-form'> => ({
  'ticket-form': (props) => <TicketFormBlock {...props} visit={visit} />,
})

async function TicketFormBlock({ block, page, visit }: BlockProps<'ticket-form'> & { visit: Visit }) {
  const form = ticketForm(`tickets-${block.event}`)
  const terms = ticketTerms({ ...block, page })
  const event = charityEvent(block.event)
  if (terms.day === null || !event?.tickets) return <Closed block={block} />
  const t = messages()
  const { texts, day, kinds } = terms
  const { cancelled, values, fault, suggestion, returned } = await ticketStart(form, visit.query)
  const description = describeTickets(terms)
  const field = fieldsOf(description, texts.form, { values, errors: fault?.errors ?? [], suggestion })
  const instead = cancelledOrder(visit.query.attempt)
  const taken = await takenPlaces({ event: event.id, day, instead }).catch((error: unknown) => {
    log.warn('The places of an event could not be counted', { event: event.id, error })
    return new Map<string, number>()
  })
  const payments = cardPayments()
  const isSold = !kinds.every(isFree)
  const hasFree = kinds.some(isFree)
  return (
    <div id={block.id} className="page section [&>:not(aside)]:max-w-200">
      <ShowsLive names={['today']} />
      <PageRecordEntry needs={['card-form']} />
      <p className="mb-6 max-w-measure border-gold border-s-4 ps-4 text-lead">
        <a href={event.href} className="font-semibold underline underline-offset-4 hover:text-coral">
          {datedTickets(form, day)}
        </a>
        <span className="block text-soft">
          {timesInWords(event.starts, event.ends)}, {placeInWords(event)}
        </span>
      </p>
      {isSold && payments === 'test' && <TestPayments />}
      {isSold && (
        <PaymentNotices
          payments={payments}
          email={site().names.eventsEmail}
          cancelled={cancelled && !fault}
          recent={await recentPayment(visit.cookieHeader, page.address, 'ticket')}
        />
      )}
      {kinds.some((kind) => isSample(kind, 'price') || isSample(kind, 'places')) && (
        <SampleNote of="tickets" className="mb-6" />
      )}
      {fault && <ErrorSummary texts={texts.form} message={fault.sentence} errors={fault.errors} autoFocus={returned} />}
      <form method="post" action={localizedHref(page.address)} noValidate className="grid gap-8">
        <input type="hidden" name="form" value={form.id} />
        <input type="hidden" name="day" value={day} />
        {instead && <input type="hidden" name="attempt" value={String(visit.query.attempt)} />}
        <LanguageField />
        <FieldGroup legend={texts.tickets.choose}>
          <div className="grid gap-3">
            {kinds.map((kind) => (
              <Kind
                key={kind.id}
                kind={kind}
                left={Math.max(0, kind.places - (taken.get(kind.id) ?? 0))}
                field={field}
              />
            ))}
            {'consent' in description.fields && <TickField {...field('consent')} />}
          </div>
        </FieldGroup>
        <FieldGroup legend={texts.tickets.you}>
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <FormField {...field('name')} />
            <FormField {...field('email')} />
          </div>
        </FieldGroup>
        <Honeypot scope="tickets" />
        <div className="grid gap-3">
          <p>{event.tickets.refunds}</p>
          <button type="submit" disabled={!hasFree && payments === 'off'} className={buttonClass('solid', 'w-fit')}>
            {hasFree ? (isSold ? t('tickets.continue') : t('tickets.register')) : texts.tickets.buy}
          </button>
          {hasFree && isSold && <p className="text-small">{t('tickets.freeAlone')}</p>}
          {isSold && <p className="text-small">{t('tickets.held', { minutes: minOpenMinutes })}</p>}
          {isSold && <p className="text-small text-soft">{block.reassurance}</p>}
          <DataNotice purpose="ticket" className="max-w-measure" />
        </div>
      </form>
      {isSold && <StateDisclosures currency={block.currency} />}
    </div>
  )
}

type KindProps = { kind: TicketKind; left: number; field: (name: string) => FieldProps }

/** How many of one kind, and for whom. */
function Kind({ kind, left, field }: KindProps) {
  const t = messages()
  const names = fieldsOfKind(kind)
  const count = field(names.count)
  const most = Math.min(left, (count.options?.length ?? 1) - 1)
  return (
    <Card className="group/kind grid grid-cols-[1fr_auto] items-center gap-x-5">
      <div>
        <h2 className="font-sans text-base font-bold wrap-anywhere">{kind.name}</h2>
        {kind.value && (
          <p className="text-small text-soft">
            {t('gifts.fairValue', { value: formatMoney(kind.value.amount, currentLocale()) })}
          </p>
        )}
        <p className="text-small text-soft">{t('tickets.left', { count: left })}</p>
      </div>
      <div className="w-28">
        <p className="figure text-h3">{priceInWords(kind, { free: t('tickets.free') }, currentLocale())}</p>
        {left > 0 && (
          <>
            <label htmlFor={fieldId(count.name)} className="text-small font-semibold">
              {count.label}
              <span className="sr-only"> ({kind.name})</span>
            </label>
            <ErrorMessage name={count.name} error={count.error} texts={count.texts} />
            <select
              id={fieldId(count.name)}
              name={count.name}
              defaultValue={String(count.value || 0)}
              aria-invalid={count.error ? true : undefined}
              aria-describedby={describedBy(count)}
              className={fieldClass}
            >
              {count.options?.slice(0, most + 1).map(({ value }) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </>
        )}
      </div>
      {/* Of a kind that nobody takes there are no names to ask for. */}
      {left > 0 && (
        <div className="col-span-full mt-4 group-has-[option:first-child:checked]/kind:hidden">
          <FormField {...field(names.names)} />
        </div>
      )}
    </Card>
  )
}

/** While the event has no coming date. */
function Closed({ block }: { block: BlockProps<'ticket-form'>['block'] }) {
  const t = messages()
  return (
    <div id={block.id} className="page section">
      <ShowsLive names={['today']} />
      <ClosedForm
        heading={t('tickets.closed')}
        sentence={t('tickets.none', { name: charityEvent(block.event)?.title ?? '' })}
        closed={block.closed}
      />
    </div>
  )
}
