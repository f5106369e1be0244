/** The tickets of an order, each with the QR code that leads staff at the door to it, and the page of those that are free. Printed, none is cut in two. */
import type { ReactNode } from 'react'
import { LanguageField } from '#components/forms/posted-form.tsx'
import { ButtonLink, buttonClass } from '#components/ui/button-link.tsx'
import { cardClass } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import { datedTickets } from '#lib/giving/products/tickets.ts'
import { mayGiveBack, mayKeep } from '#lib/giving/tickets/free.ts'
import type { SoldTicket } from '#lib/giving/tickets/places.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { officeAddress } from '#lib/platform/office.ts'
import type { BlockOf } from '#lib/site/content/block-schema.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { calendarFileAddress } from '#lib/site/events/calendar.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { officeOf, ThankYouFrame } from './thank-you-page.tsx'

type Props = { form: Pick<BlockOf<'ticket-form'>, 'event'>; tickets: readonly SoldTicket[] }

export function Tickets({ form, tickets }: Props) {
  const t = messages()
  const event = charityEvent(form.event)
  return (
    <section aria-labelledby="tickets" className="mt-9">
      <h2 id="tickets" className="text-h3">
        {t('tickets.yours')}
      </h2>
      <p className="mt-2">{t('tickets.show')}</p>
      <ul className="my-4 grid gap-4 sm:grid-cols-2">
        {tickets.map(({ code, kind, name, used_at }) => (
          <li key={code} className={`flex break-inside-avoid flex-wrap items-center gap-x-5 gap-y-3 p-4 ${cardClass}`}>
            <QrCode
              text={absoluteUrl(`${officeAddress}/tickets/${code}`)}
              label={t('tickets.code', { code })}
              className="size-40 rounded-field"
            />
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-bold wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              <p>{event?.tickets?.kinds.find(({ id }) => id === kind)?.name ?? kind}</p>
              <p className="figure whitespace-nowrap">{code}</p>
              {used_at && <p className="font-bold">{t('tickets.used')}</p>}
            </div>
          </li>
        ))}
      </ul>
      {event && (
        <p className="print:hidden">
          <ContentLink href={calendarFileAddress(event.id)} className="underline underline-offset-4">
            {t('event.addToCalendar')}
          </ContentLink>
        </p>
      )}
      {event?.tickets && <p className="mt-3 text-small text-soft">{event.tickets.refunds}</p>}
    </section>
  )
}

/** `sessionId`: of their order, from the address. */
type FreeProps = {
  page: Page
  form: BlockOf<'ticket-form'>
  sessionId: string
  tickets: readonly SoldTicket[]
  isKept: boolean
  /** From the mailed link. */
  keep: string
}

/** The page after registering without a payment; also mailed. Without tickets they were given back, went back, or the order does not exist. */
export function FreeTickets({ page, form, sessionId, tickets, isKept, keep }: FreeProps) {
  const t = messages()
  const [ticket] = tickets
  const isFromMail = mayKeep(sessionId, keep)
  const heading = !ticket ? 'notRegistered' : isKept ? 'registered' : isFromMail ? 'keepTitle' : 'confirm'
  return (
    <ThankYouFrame
      address={thankYouAddress(page.address)}
      heading={t(`tickets.${heading}`)}
      lead={
        <p className="mt-4 max-w-measure text-lead">
          {ticket && (isKept || isFromMail)
            ? datedTickets({ ...form, page }, ticket.day)
            : t(ticket ? 'tickets.confirmDetail' : 'tickets.notRegisteredDetail')}
        </p>
      }
      picture={ticket ? form.thanks.picture : null}
      next={
        <>
          <ButtonLink href={form.next.href}>{form.next.label}</ButtonLink>
          {ticket && isKept && (
            <button hidden type="button" data-behaviour="print" className={buttonClass('outline')}>
              {t('aftercare.print')}
            </button>
          )}
        </>
      }
      questions="questions"
      email={officeOf(form)}
    >
      {ticket && isKept && <Tickets form={form} tickets={tickets} />}
      {ticket && !isKept && isFromMail && (
        <OrderForm intent="keep" fields={{ session_id: sessionId, keep }}>
          <button type="submit" className={buttonClass()}>
            {t('tickets.keep')}
          </button>
        </OrderForm>
      )}
      {ticket && (isKept || isFromMail) && mayGiveBack(tickets) && (
        <OrderForm intent="give-back" fields={{ session_id: sessionId }}>
          <p className="mb-3">{t('tickets.giveBackText')}</p>
          <button type="submit" className={buttonClass('outline')}>
            {t('tickets.giveBack')}
          </button>
        </OrderForm>
      )}
    </ThankYouFrame>
  )
}

type OrderFormProps = { intent: string; fields: Record<string, string>; children: ReactNode }

function OrderForm({ intent, fields, children }: OrderFormProps) {
  return (
    <form method="post" action="/api/your-gifts" className="mt-6 print:hidden">
      {Object.entries({ intent, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <LanguageField />
      {children}
    </form>
  )
}
