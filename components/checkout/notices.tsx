/** What a donor must know about the payment service before typing anything. */
import type { RecentPayment } from '#lib/checkout/recent-payment.ts'
import { giftInWords } from '#lib/money.ts'

const noticeClass = 'mb-6 flex gap-3 rounded-card bg-sand px-5 py-3.5 text-[0.98rem]'

/** Shown while Stripe's test keys, or the sandbox, are in use. */
export function TestPayments() {
  return (
    <p className={noticeClass}>
      <span aria-hidden="true">⚑</span>
      Test payments: nothing is charged.
    </p>
  )
}

/** Shown while no payment service is set up. */
export function NoCardPayments({ email }: { email: string }) {
  return (
    <p className={noticeClass}>
      <span>
        Online payments are not set up on this site yet. To give, write to{' '}
        <a href={`mailto:${email}`} className="underline">
          {email}
        </a>
        .
      </span>
    </p>
  )
}

/** Shown above a sponsorship form while no payment service is set up. */
export function InvoiceOnly() {
  return (
    <p className="mb-6 rounded-card bg-sand px-5 py-3.5 text-[0.98rem]">
      Online payments are not set up on this site yet. Choose your level here, and we send you an invoice.
    </p>
  )
}

/** "You gave ₹1,000 just now. Give again?" */
function JustPaid({ money, frequency, kind, href }: RecentPayment) {
  const isGift = kind === 'gift'
  return (
    <div role="status" className="mb-6 rounded-card border-2 border-gold bg-card px-5 py-4">
      <p className="font-[650]">
        You {isGift ? 'gave' : 'paid'} {giftInWords(money, frequency)} just now. {isGift ? 'Give' : 'Sponsor'} again?
      </p>
      <p className="mt-1">
        That payment is safe:{' '}
        <a href={href} className="underline">
          see its confirmation
        </a>
        . With the form below you pay once more.
      </p>
    </div>
  )
}

type PaymentNoticesProps = {
  payments: 'live' | 'test' | 'off'
  email: string
  cancelled: boolean
  /** What this browser has just paid here. */
  recent: RecentPayment | null
}

/** Everything above a form with a payment. `cancelled`: came back from the payment page without paying. */
export function PaymentNotices({ payments, email, cancelled, recent }: PaymentNoticesProps) {
  return (
    <>
      {payments === 'test' && <TestPayments />}
      {payments === 'off' && <NoCardPayments email={email} />}
      {recent && <JustPaid {...recent} />}
      {cancelled && !recent && (
        <p role="status" className="mb-6 rounded-card bg-sand px-5 py-4">
          You came back without paying. No money was taken.
        </p>
      )}
    </>
  )
}
