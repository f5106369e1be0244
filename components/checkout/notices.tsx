/** What a donor must know about the payment service before typing anything. */

const noticeClass = 'mb-6 flex gap-3 rounded-card bg-sand px-5 py-3.5 text-[0.98rem]'

/** Shown while Stripe's test keys, or the sandbox, are in use. */
export function TestPayments() {
  return (
    <p className={noticeClass}>
      <span aria-hidden="true">⚑</span>
      Test payments: no card is charged.
    </p>
  )
}

/** Shown while no payment service is set up. */
export function NoCardPayments({ email }: { email: string }) {
  return (
    <p className={noticeClass}>
      <span>
        Card payments are not set up on this site yet. To give, write to{' '}
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
      Card payments are not set up on this site yet. Choose your level here, and we send you an invoice.
    </p>
  )
}

type PaymentNoticesProps = { payments: 'live' | 'test' | 'off'; email: string; cancelled: boolean }

/** Everything above a form with a payment. `cancelled`: came back from the payment page without paying. */
export function PaymentNotices({ payments, email, cancelled }: PaymentNoticesProps) {
  return (
    <>
      {payments === 'test' && <TestPayments />}
      {payments === 'off' && <NoCardPayments email={email} />}
      {cancelled && (
        <p role="status" className="mb-6 rounded-card bg-sand px-5 py-4">
          You came back without paying. No money was taken.
        </p>
      )}
    </>
  )
}
