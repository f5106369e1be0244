/** The tickets of an order, each with the QR code that leads staff at the door to it; printed, none is cut in two. And the buttons for free places. */
import type { ReactNode } from 'react'
import { LanguageField } from '#components/forms/posted-form.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { cardClass } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import type { SoldTicket } from '#lib/giving/tickets/places.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { officeAddress } from '#lib/platform/office.ts'
import type { BlockOf } from '#lib/site/content/block-schema.ts'
import { charityEvent } from '#lib/site/content/index.ts'
import { calendarFileAddress } from '#lib/site/events/calendar.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'

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

/** The buttons that keep free places or give them back. `keepKey`: from the mailed link; null for places that are kept. */
type FreeProps = { sessionId: string; keepKey: string | null; canGiveBack: boolean }

export function FreePlaces({ sessionId, keepKey, canGiveBack }: FreeProps) {
  const t = messages()
  return (
    <>
      {keepKey !== null && (
        <OrderForm intent="keep" fields={{ session_id: sessionId, keep: keepKey }}>
          <button type="submit" className={buttonClass()}>
            {t('tickets.keep')}
          </button>
        </OrderForm>
      )}
      {canGiveBack && (
        <OrderForm intent="give-back" fields={{ session_id: sessionId }}>
          <p className="mb-3">{t('tickets.giveBackText')}</p>
          <button type="submit" className={buttonClass('outline')}>
            {t('tickets.giveBack')}
          </button>
        </OrderForm>
      )}
    </>
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
