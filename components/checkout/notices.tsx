/** What a donor must know about the payment service before typing anything. */

import { FactList, Notice } from '#components/ui/card.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import type { RecentPayment } from '#lib/giving/checkout/recent-payment.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, giftInWords } from '#lib/platform/money.ts'
import { receiptTerms } from '#lib/site/content/index.ts'

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

/** Disclosures that US states require. */
export function StateDisclosures({ currency }: { currency: Currency }) {
  const { disclosures } = receiptTerms(currency)
  if (!disclosures) return null
  return (
    <details className="mt-8 max-w-measure text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {messages()('notices.disclosures')}
      </summary>
      <FactList
        lang="en"
        look="details"
        className="mt-2 text-soft"
        facts={disclosures.texts.map(({ state, text }) => [state, text])}
      />
    </details>
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

/** "You gave ₹1,000 just now. Give again?" */
function JustPaid({ money, frequency, kind, href }: RecentPayment) {
  const t = messages()
  return (
    <Notice role="status" look="good">
      <p className="font-bold">
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

/** Everything above a form with a payment. `cancelled`: the visitor returned from the payment page without paying. */
export function PaymentNotices({ payments, email, cancelled, recent }: PaymentNoticesProps) {
  return (
    <>
      {payments === 'test' && <TestPayments />}
      {payments === 'off' && <NoCardPayments email={email} />}
      {recent && <JustPaid {...recent} />}
      {cancelled && !recent && <Notice role="status">{messages()('notices.cancelled')}</Notice>}
    </>
  )
}
