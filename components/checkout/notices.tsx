/** What a donor must know about the payment service before typing anything. */
import { contactLinks } from '#components/ui/content-link.tsx'
import type { RecentPayment } from '#lib/giving/checkout/recent-payment.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, giftInWords } from '#lib/platform/money.ts'
import { receiptTerms } from '#lib/site/content/index.ts'

const noticeClass = 'mb-6 flex gap-3 rounded-card bg-sand px-5 py-3.5 text-[0.98rem]'

/** Shown while Stripe's test keys, or the sandbox, are in use. */
export function TestPayments() {
  return (
    <p className={noticeClass}>
      <span aria-hidden="true">⚑</span>
      {messages()('notices.test')}
    </p>
  )
}

/** Disclosures that US states require. */
export function StateDisclosures({ currency }: { currency: Currency }) {
  const { disclosures } = receiptTerms(currency)
  if (!disclosures) return null
  return (
    <details className="mt-8 max-w-measure text-[0.95rem]">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {messages()('notices.disclosures')}
      </summary>
      <dl lang="en" className="mt-2 grid gap-3 text-soft">
        {disclosures.texts.map(({ state, text }) => (
          <div key={state}>
            <dt className="font-semibold">{state}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Shown while no payment service is set up. */
function NoCardPayments({ email }: { email: string }) {
  return (
    <p className={noticeClass}>
      <span>{messages().rich('notices.off', contactLinks(email, 'underline'))}</span>
    </p>
  )
}

/** Shown above a sponsorship form while no payment service is set up. */
export function InvoiceOnly() {
  return <p className="mb-6 rounded-card bg-sand px-5 py-3.5 text-[0.98rem]">{messages()('notices.invoiceOnly')}</p>
}

/** "You gave ₹1,000 just now. Give again?" */
function JustPaid({ money, frequency, kind, href }: RecentPayment) {
  const t = messages()
  return (
    <div role="status" className="mb-6 rounded-card border-2 border-gold bg-card px-5 py-4">
      <p className="font-[650]">
        {t(kind === 'gift' ? 'notices.justGave' : 'notices.justPaid', {
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
    </div>
  )
}

type PaymentNoticesProps = {
  payments: 'live' | 'test' | 'off'
  email: string
  cancelled: boolean
  /** The payment that this browser has just made here. */
  recent: RecentPayment | null
}

/** Everything above a form with a payment. `cancelled`: the visitor returned from the payment page without paying. */
export function PaymentNotices({ payments, email, cancelled, recent }: PaymentNoticesProps) {
  return (
    <>
      {payments === 'test' && <TestPayments />}
      {payments === 'off' && <NoCardPayments email={email} />}
      {recent && <JustPaid {...recent} />}
      {cancelled && !recent && (
        <p role="status" className="mb-6 rounded-card bg-sand px-5 py-4">
          {messages()('notices.cancelled')}
        </p>
      )}
    </>
  )
}
