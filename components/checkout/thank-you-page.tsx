/** The frame of every thank-you page, and the page after asking for an invoice. Printed, it is a confirmation: print.css hides what can be pressed. */
import type { ReactNode } from 'react'
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch, Picture } from '#components/art/picture.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonLink, ButtonRow } from '#components/ui/button-link.tsx'
import { FactList } from '#components/ui/card.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { thankYou } from '#lib/contact/enquiries/sentences.ts'
import { addressOf, registrationOf } from '#lib/giving/receipts/wording.ts'
import { chosenLevels, sponsorshipTotal } from '#lib/giving/sponsorship/form.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney } from '#lib/platform/money.ts'
import type { Picture as PictureContent } from '#lib/site/content/fields.ts'
import { type PaymentForm, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { receiptTerms, site, usualCloth } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** The page with the form, and the form. */
export type FormProps = { page: Page; form: PaymentForm }

type FrameProps = {
  address: `/${string}`
  /** Above the heading. */
  notice?: ReactNode
  heading: ReactNode
  /** Null shows a cloth, if the result is not a reason for joy. */
  picture: PictureContent | null
  children: ReactNode
  /** Below the picture on desktops, else last. */
  beside?: ReactNode
  /** Links to continue. */
  next: ReactNode
  /** The question before the contact in the last line. */
  questions: 'questions' | 'questionsPayment' | 'questionsInvoice'
  email: string
}

export function ThankYouFrame(props: FrameProps) {
  const { address, notice, heading, picture, children, beside, next, questions, email } = props
  return (
    <SiteFrame
      address={address}
      className="page grid items-start gap-x-14 gap-y-8 pt-8 pb-14 lg:grid-cols-[1.4fr_.9fr] lg:grid-rows-[auto_1fr] lg:pt-14 lg:pb-20"
    >
      <div className="min-w-0 max-w-measure lg:row-span-2">
        {notice}
        <PageHeading>{heading}</PageHeading>
        {children}
        <ButtonRow className="mt-9 print:hidden">{next}</ButtonRow>
        <p className="mt-8 text-soft">{messages().rich(`thanks.${questions}`, contactLinks(email, 'underline'))}</p>
      </div>
      <Arch
        className={`w-44 max-lg:order-first lg:h-[27rem] lg:w-full lg:max-w-80 lg:justify-self-center print:hidden ${picture ? 'h-56' : 'max-lg:hidden'}`}
      >
        {picture ? <Picture picture={picture} decorative /> : <PatternFill name={usualCloth()} />}
      </Arch>
      {beside}
    </SiteFrame>
  )
}

export const officeOf = (form: PaymentForm): string => {
  const { email, eventsEmail } = site().names
  return form.kind === 'sponsorship-form' ? eventsEmail : email
}

/** The recipient and its registrations: printed only, because the confirmation may be filed. */
export function PrintedOrganisation({ currency, note }: { currency: Currency; note: string }) {
  const { legalName, registrations, locale, ...place } = receiptTerms(currency)
  return (
    <section aria-label={messages()('thanks.whoWasPaid')} className="hidden print:block">
      <p>
        <strong>{legalName}</strong>, <span lang="en">{addressOf(place).join(', ')}</span>
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
    <>
      <h2 className="mt-9 text-h3">{heading}</h2>
      <ul className="mt-3 grid gap-2.5 ps-5 [&>li]:list-disc [&>li]:marker:text-coral">{children}</ul>
    </>
  )
}

/** Shown after asking for an invoice. `reference`: that of the request. `levels`: their ids from the address; unknown ones are ignored. */
export function InvoiceThankYou({ page, form, reference, levels }: FormProps & { reference: string; levels: string }) {
  const t = messages()
  const chosen = form.kind === 'sponsorship-form' ? chosenLevels({ levels: levels.split('.') }, form.levels) : []
  const total = sponsorshipTotal({ levels: levels.split('.') }, form.kind === 'sponsorship-form' ? form.levels : [])
  return (
    <ThankYouFrame
      address={thankYouAddress(page.address)}
      heading={t('thanks.heading')}
      picture={form.kind === 'sponsorship-form' ? form.thanks.picture : null}
      next={<ButtonLink href={form.next.href}>{form.next.label}</ButtonLink>}
      questions="questionsInvoice"
      email={officeOf(form)}
    >
      <p className="mt-6 text-lead">{thankYou()}</p>
      <FactList
        framed
        facts={[
          total.amount > 0 && [t('thanks.yourSponsorship'), formatMoney(total), true],
          chosen.length > 0 && [t('thanks.levels'), chosen.map(({ name }) => name).join(', ')],
          form.kind === 'sponsorship-form' && [t('thanks.for'), form.name],
          [t('thanks.yourReference'), reference],
        ]}
      />
      <NextSteps>
        <li>{t('thanks.invoiceNext')}</li>
        {form.kind === 'sponsorship-form' && form.thanks.text && <li>{form.thanks.text}</li>}
      </NextSteps>
      <PrintedOrganisation currency={total.currency} note={t('thanks.printedInvoice')} />
    </ThankYouFrame>
  )
}
