/** The pages that a payment, or a request for an invoice, ends on: what became of it, and where to go from there. */
import type { ReactNode } from 'react'
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch, Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { paymentTitle } from '#lib/content/code-pages.ts'
import { type PaymentForm, thankYouAddress } from '#lib/content/giving-pages.ts'
import { donationForm, reasons, site } from '#lib/content/index.ts'
import type { Page } from '#lib/content/schema.ts'
import { thankYou } from '#lib/enquiries/sentences.ts'
import type { PaymentResult } from '#lib/ledger/payment-result.ts'
import { giftInWords } from '#lib/money.ts'
import { chosenLevels, invoiceNext } from '#lib/sponsorship/form.ts'
import { TestPayments } from './notices.tsx'

/** The page with the form, and the form. */
type FormProps = { page: Page; form: PaymentForm }

type FrameProps = FormProps & {
  heading: string
  sentence: string
  /** Above the heading. */
  notice?: ReactNode
  /** Below the sentence. */
  children?: ReactNode
  /** Where to go from here, beside Home. */
  next: ReactNode
  /** Asked before it says whom to write to. */
  questions: string
  /** Shows a smiling child. */
  glad?: boolean
}

function ThankYouFrame({ page, form, heading, sentence, notice, children, next, questions, glad }: FrameProps) {
  const { names } = site()
  const email = form.kind === 'sponsorship-form' ? names.eventsEmail : names.email
  return (
    <SiteFrame
      address={thankYouAddress(page.address)}
      className="page section grid items-center gap-12 desk:grid-cols-[1.6fr_.6fr]"
    >
      <div className="min-w-0 max-w-measure">
        {notice}
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">{heading}</h1>
        <SeamRule className="mt-4" />
        <p className="mt-6 text-[1.2rem]">{sentence}</p>
        {children}
        <div className="mt-8 flex flex-wrap gap-4">
          {next}
          <ButtonLink href="/" variant="outline">
            Home
          </ButtonLink>
        </div>
        <p className="mt-8 text-soft">
          {questions} Write to{' '}
          <a href={`mailto:${email}`} className="underline">
            {email}
          </a>
          .
        </p>
      </div>
      <Arch className="hidden h-96 w-full max-w-74 justify-self-center desk:block">
        {glad ? <Picture picture={donationForm('INR').picture} decorative /> : <PatternFill name="india" />}
      </Arch>
    </SiteFrame>
  )
}

const NextStep = ({ form }: Pick<FormProps, 'form'>) => <ButtonLink href={form.next.href}>{form.next.label}</ButtonLink>

type PaymentThankYouProps = FormProps & {
  result: PaymentResult
  /** Of the payment, as the address names it. */
  sessionId: string
}

function NextStepAfter({ page, form, result, sessionId }: PaymentThankYouProps) {
  switch (result.state) {
    case 'confirmed':
      return <NextStep form={form} />
    case 'confirming':
      return (
        <ButtonLink href={`${thankYouAddress(page.address)}?session_id=${encodeURIComponent(sessionId)}`}>
          Check again
        </ButtonLink>
      )
    case 'failed':
    case 'unknown':
      return <ButtonLink href={page.address}>Back to the form</ButtonLink>
  }
}

/** What the payment is for, where that is known. */
function purposeIn({ reason, levels }: PaymentResult, form: PaymentForm): string | undefined {
  if (form.kind === 'donation-form') return reasons().find(({ code }) => code === reason)?.label
  const chosen = chosenLevels({ levels }, form.levels).map(({ name }) => name)
  return chosen.length > 0 ? `${chosen.join(', ')}: ${form.name}` : undefined
}

export function PaymentThankYou(props: PaymentThankYouProps) {
  const { page, form, result } = props
  const purpose = purposeIn(result, form)
  return (
    <ThankYouFrame
      page={page}
      form={form}
      heading={result.heading}
      sentence={result.sentence}
      notice={cardPayments() === 'test' && <TestPayments />}
      next={<NextStepAfter {...props} />}
      questions="Questions about a payment?"
      glad={result.state === 'confirmed'}
    >
      {result.money && result.frequency && (
        <dl className="my-8 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 rounded-card border border-line bg-card p-6">
          <dt className="text-soft">{paymentTitle[form.kind]}</dt>
          <dd className="figure text-right text-[1.5rem]">{giftInWords(result.money, result.frequency)}</dd>
          {purpose && (
            <>
              <dt className="text-soft">For</dt>
              <dd className="text-right font-[650]">{purpose}</dd>
            </>
          )}
        </dl>
      )}
    </ThankYouFrame>
  )
}

/** After asking for an invoice. `reference`: of the request. */
export function InvoiceThankYou({ reference, ...props }: FormProps & { reference: string }) {
  return (
    <ThankYouFrame
      {...props}
      heading="Thank you"
      sentence={thankYou()}
      next={<NextStep form={props.form} />}
      questions="Questions about your invoice?"
    >
      <h2 className="mt-8 text-[1.5rem]">What happens next</h2>
      <p className="mt-3">{invoiceNext}</p>
      <p className="mt-4 text-soft">
        Your reference is <strong className="text-ink">{reference}</strong>.
      </p>
    </ThankYouFrame>
  )
}
