/** The frame of every thank-you page, after an order or an enquiry. Printed, it is a confirmation: print.css hides what can be pressed. */
import type { ReactNode } from 'react'
import { Arch, Picture } from '#components/art/picture.tsx'
import { ArchSeam, Seam } from '#components/art/seam.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonRow } from '#components/ui/button-link.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { addressOf, registrationOf } from '#lib/giving/receipts/wording.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Currency } from '#lib/platform/money.ts'
import type { Picture as PictureContent } from '#lib/site/content/fields.ts'
import type { PaymentForm } from '#lib/site/content/giving-pages.ts'
import { receiptTerms, site } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** The page with the form, and the form. */
export type FormProps = { page: Page; form: PaymentForm }

type FrameProps = {
  address: `/${string}`
  /** Above the heading. */
  notice?: ReactNode
  heading: ReactNode
  /** Below the heading. */
  lead?: ReactNode
  /** Null for a result that is no success: the page then has one column and no seam. */
  picture: PictureContent | null
  /** Whether the picture is framed with the seam too: something was given. */
  sewn?: boolean
  /** In two columns on wide screens. */
  children: ReactNode
  /** Cards of equal width below. */
  cards?: ReactNode
  /** Links to continue. */
  next: ReactNode
  /** The question before the contact in the last line. */
  questions: 'questions' | 'questionsPayment' | 'questionsInvoice'
  email: string
}

export function ThankYouFrame(props: FrameProps) {
  const { address, notice, heading, lead, picture, sewn, children, cards, next, questions, email } = props
  const narrow = picture ? '' : 'mx-auto w-full max-w-measure'
  return (
    <SiteFrame address={address} className="grid grid-cols-1 pt-6 pb-14 lg:pt-10 lg:pb-20">
      <div
        className={`page grid w-full grid-cols-1 items-center gap-x-14 gap-y-5 ${picture ? 'sm:grid-cols-[1fr_auto]' : ''}`}
      >
        <div className={`min-w-0 ${narrow}`}>
          {notice}
          {picture ? <h1>{heading}</h1> : <PageHeading>{heading}</PageHeading>}
          {lead}
        </div>
        {picture && (
          <div className="relative w-fit max-sm:order-first print:hidden">
            <Arch className="h-52 w-40 lg:h-80 lg:w-62">
              <Picture picture={picture} decorative />
            </Arch>
            {sewn && <ArchSeam />}
          </div>
        )}
      </div>
      {picture && <Seam className="mt-4 print:hidden" />}
      <div className="page w-full">
        <div className={narrow}>
          {children}
          {cards && (
            <div className="mt-6 grid gap-5 empty:hidden lg:has-[>:nth-child(2)]:grid-cols-2 print:hidden">{cards}</div>
          )}
          <ButtonRow className="mt-9 print:hidden">{next}</ButtonRow>
          <p className="mt-8 text-soft">{messages().rich(`thanks.${questions}`, contactLinks(email, 'underline'))}</p>
        </div>
      </div>
    </SiteFrame>
  )
}

/** Facts on one side and what happens next on the other; sections go across, below them. */
export const splitClass =
  'grid grid-cols-1 gap-x-14 lg:grid-cols-2 lg:items-start lg:[&>section]:order-last lg:[&>section]:col-span-full'

export const officeOf = (form: PaymentForm): string => {
  const { email, eventsEmail } = site().names
  return form.kind === 'donation-form' ? email : eventsEmail
}

/** The recipient and its registrations, as of the day of the payment: printed only, because the confirmation may be filed. */
export function PrintedOrganisation({ currency, note, at }: { currency: Currency; note: string; at?: Date | null }) {
  const { legalName, registrations, locale, ...place } = receiptTerms(currency, at ?? undefined)
  return (
    <section aria-label={messages()('thanks.whoWasPaid')} className="hidden print:block">
      <p>
        <strong>{legalName}</strong>, <span lang={defaultLanguage}>{addressOf(place).join(', ')}</span>
      </p>
      {registrations.length > 0 && (
        <p>{registrations.map((each) => `${each.label}: ${registrationOf(each, readerLocale(locale))}`).join(' · ')}</p>
      )}
      <p>{note}</p>
    </section>
  )
}

/** The next steps, one per line. */
export function NextSteps({
  heading = messages()('thanks.next'),
  children,
}: {
  heading?: string
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <h2 className="mt-8 text-h3">{heading}</h2>
      <ul className="mt-3 grid gap-2.5 ps-5 [&>li]:list-disc [&>li]:marker:text-coral">{children}</ul>
    </div>
  )
}
