/** What a donor must know about the payment service before typing anything. */

import { Notice } from '#components/ui/card.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import type { RecentPayment } from '#lib/giving/orders/recent-payment.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, giftInWords } from '#lib/platform/money.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { stateDisclosures } from '#lib/site/content/index.ts'

/** Shown while Stripe's test keys, or the sandbox, are in use. */
export function TestPayments() {
  return (
    <Notice>
      <span aria-hidden="true" className="me-3">
        ⚑
      </span>
      {messages()('notices.test')}
    </Notice>
  )
}

type Disclosures = ReturnType<typeof stateDisclosures>

function DisclosureList({ disclosures, columns = 'max-w-measure' }: { disclosures: Disclosures; columns?: string }) {
  return (
    <>
      {disclosures.some(({ isSample }) => isSample) && <SampleNote of="disclosures" className="mt-3" />}
      <dl lang="en" className={`mt-3 gap-x-8 leading-snug ${columns}`}>
        {disclosures.map(({ state, text }) => (
          <div key={state} className="mb-3 break-inside-avoid">
            <dt className="font-bold">{state}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const inColumns = 'lg:columns-2 xl:columns-3'

/**
 * Words that states of the USA require beside the request for a gift, for all visitors: a finished page is the same in every country. Those
 * that a statute wants conspicuous where gifts are made online are open; the others are folded, but come before the payment.
 */
export function StateDisclosures({ currency }: { currency: Currency }) {
  const t = messages()
  const { open = [], folded = [] } = Object.groupBy(stateDisclosures(currency), ({ isOpen }) =>
    isOpen ? 'open' : 'folded',
  )
  if (open.length + folded.length === 0) return null
  return (
    <aside aria-label={t('notices.disclosures')} className="mt-10 border-t border-line pt-5 text-small">
      {open.length > 0 && <DisclosureList disclosures={open} />}
      {folded.length > 0 && (
        <details data-first-step>
          <summary className="w-fit cursor-pointer py-2 font-semibold">
            {t(open.length > 0 ? 'notices.otherDisclosures' : 'notices.disclosures')}
          </summary>
          <DisclosureList disclosures={folded} columns={inColumns} />
        </details>
      )}
    </aside>
  )
}

/** The disclosures of all states, for the page on which the organisation states its registrations. */
export function AllDisclosures() {
  const disclosures = currencies().flatMap(({ code }) => stateDisclosures(code))
  if (disclosures.length === 0) return null
  return (
    <section id="disclosures" aria-labelledby="state-disclosures" className="mt-10 text-small">
      <h3 id="state-disclosures">{messages()('notices.disclosures')}</h3>
      <DisclosureList disclosures={disclosures} columns={inColumns} />
    </section>
  )
}

/** Shown while no payment service is set up. */
function NoCardPayments({ email }: { email: string }) {
  return <Notice>{messages().rich('notices.off', contactLinks(email, 'underline'))}</Notice>
}

/** Shown above a sponsorship form while no payment service is set up. */
export function InvoiceOnly() {
  return <Notice>{messages()('notices.invoiceOnly')}</Notice>
}

const justPaid = { gift: 'notices.justGave', sponsorship: 'notices.justPaid', ticket: 'tickets.justPaid' } as const

/** "You gave ₹1,000 just now. Give again?" */
function JustPaid({ money, frequency, kind, href }: RecentPayment) {
  const t = messages()
  return (
    <Notice role="status" look="good">
      <p className="font-bold">
        {t(justPaid[kind], {
          amount: giftInWords(money, frequency, textsIn().money, currentLocale()),
        })}
      </p>
      <p className="mt-1">
        {t.rich('notices.safe', {
          link: (chunks) => (
            <a href={href} className="underline">
              {chunks}
            </a>
          ),
        })}
      </p>
    </Notice>
  )
}

type PaymentNoticesProps = {
  payments: 'live' | 'test' | 'off'
  email: string
  cancelled: boolean
  /** The payment that this browser has just made here. */
  recent: RecentPayment | null
}

/** Above a form with a payment. `cancelled`: the visitor returned from the payment page without paying. */
export function PaymentNotices({ payments, email, cancelled, recent }: PaymentNoticesProps) {
  return (
    <>
      {payments === 'off' && <NoCardPayments email={email} />}
      {recent && <JustPaid {...recent} />}
      {cancelled && !recent && <Notice role="status">{messages()('notices.cancelled')}</Notice>}
    </>
  )
}
