/** The page to which Stripe sends a payer back: what became of the payment, what it does, and what happens next. Right on every later visit, too. */
import type { ReactNode } from 'react'
import { shareTargets } from '#components/share/links.ts'
import { Share } from '#components/share/share.tsx'
import { ButtonLink, buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { countsAs } from '#lib/analytics/events.ts'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { formAddress } from '#lib/checkout/form-address.ts'
import { now } from '#lib/clock.ts'
import { paymentTitle } from '#lib/content/code-pages.ts'
import { thankYouAddress } from '#lib/content/giving-pages.ts'
import { giftShare, reasons, recordedCampaign } from '#lib/content/index.ts'
import { dayInWords } from '#lib/dates.ts'
import type { PaymentResult } from '#lib/ledger/payment-result.ts'
import { type Currency, formatMoney, giftInWords } from '#lib/money.ts'
import type { GiftToStop } from '#lib/receipts/cancel-subscription.ts'
import { receiptOffice } from '#lib/receipts/office.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'
import { chosenLevels } from '#lib/sponsorship/form.ts'
import { TestPayments } from './notices.tsx'
import { Facts, type FormProps, NextSteps, officeOf, PrintedOrganisation, ThankYouFrame } from './thank-you-page.tsx'

/** A monthly gift as it is now, with the page that stops it. `canChange`: that page also mails a link for amount and card. */
export type MonthlyGift = { gift: GiftToStop; stopHref: string; canChange: boolean }

type Props = FormProps & {
  result: PaymentResult
  /** Of the payment, as the address names it. */
  sessionId: string
  monthly: MonthlyGift | null
}

/** As on the receipt in that currency. */
function dayFor(currency: Currency, moment: Date): string {
  const { zone, locale } = receiptOffice(currency)
  return dayInWords(moment, locale, { zone })
}

/** Counted once, soon after the payment; a page that is opened again later is no new gift. */
function counted({ state, money, frequency, paidAt }: PaymentResult, form: FormProps['form']) {
  if (state !== 'confirmed' || !money || !frequency || !paidAt || now().getTime() - paidAt.getTime() > hour) return {}
  const kind = form.kind === 'sponsorship-form' ? 'sponsorship' : frequency
  return countsAs({ name: 'gift', ...money, kind })
}

/** Milliseconds. */
const hour = 3_600_000

/** What the payment is for, with its words and picture on this page. */
function purposeOf({ result: { reason, levels }, form }: Pick<Props, 'result' | 'form'>) {
  if (form.kind === 'donation-form') {
    const { label, does, picture, next } = reasons().find(({ code }) => code === reason) ?? {}
    return { label, does, picture: picture ?? form.picture, next: next ?? form.next, share: giftShare() }
  }
  const chosen = chosenLevels({ levels }, form.levels).map(({ name }) => name)
  const label = chosen.length > 0 ? `${chosen.join(', ')}: ${form.name}` : form.name
  return { label, does: undefined, picture: form.thanks.picture, next: form.next, share: form.thanks.share }
}

const inCapital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const wasStopped = (monthly: MonthlyGift | null) =>
  monthly?.gift.state === 'stopped' || monthly?.gift.state === 'ending'

/** The line above the thanks: the words of the payment service's answer. */
function Success({ children }: { children: string }) {
  return (
    <p className="mb-4 flex items-center gap-2.5 font-[650] text-soft">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0">
        <circle cx="12" cy="12" r="11" className="fill-gold" />
        <path d="m7 12.4 3.4 3.4L17 9" fill="none" stroke="#231a33" strokeWidth="2.4" strokeLinecap="round" />
      </svg>
      {children}
    </p>
  )
}

function ReceiptStep({ result: { donor, reference, state }, email }: { result: PaymentResult; email: string }) {
  if (!donor?.email) return null
  const address = <strong className="wrap-anywhere">{donor.email}</strong>
  if (state === 'confirming') return <li>Then your receipt goes to {address} by email.</li>
  return (
    <li>
      Your receipt goes to {address} by email.{' '}
      <span className="text-soft">
        Is that address wrong, or has nothing come after an hour? Write to {email} and name{' '}
        <span className="whitespace-nowrap">{reference}</span>.
      </span>
    </li>
  )
}

/** The card to the family of whoever is honored. */
function CardStep({ result: { cardTo, state } }: { result: PaymentResult }) {
  if (!cardTo) return null
  return (
    <li>
      {state === 'confirming' ? 'Then a card goes' : 'A card goes'} to <bdi className="font-[650]">{cardTo}</bdi> by
      email. It names you, and never the amount.
    </li>
  )
}

function MonthlyStep({ monthly, result }: { monthly: MonthlyGift; result: PaymentResult }) {
  const { gift, stopHref, canChange } = monthly
  const link = (
    <a href={stopHref} className="font-[650] underline underline-offset-4">
      {canChange ? 'Change or stop this gift' : 'Stop this gift'}
    </a>
  )
  if (gift.state === 'stopped' || gift.state === 'ending')
    return <li>No further month is charged. You can start again whenever you like.</li>
  const next = gift.state === 'running' && gift.next && result.money ? { day: gift.next, ...result.money } : null
  return (
    <>
      {next && (
        <li>
          Your next gift of {formatMoney((gift.state === 'running' && gift.money) || next)} is charged on{' '}
          <strong>{dayFor(next.currency, next.day)}</strong>, and then every month.
        </li>
      )}
      <li>
        It is yours to change: no account, no call, no reason needed. <span className="print:hidden">{link}</span>
        <span className="hidden print:inline">The link is in your receipt.</span>
      </li>
    </>
  )
}

function Sharing({ share, form, page }: Pick<Props, 'form' | 'page'> & { share: string }) {
  const url = absoluteUrl(form.kind === 'donation-form' ? page.address : form.next.href)
  const [whatsApp] = shareTargets(url, share).filter(({ network }) => network === 'whatsapp')
  return (
    <section className="mt-10 rounded-card bg-sand p-5 desk:p-6 print:hidden" aria-labelledby="share-heading">
      <h2 id="share-heading" className="text-[1.4rem]">
        One more person makes it two
      </h2>
      <p className="mt-2">Tell a friend about it. Nobody can say it better than you.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {whatsApp && (
          <a href={whatsApp.href} target="_blank" rel="noopener" className={buttonClass('ink')}>
            <Icon name="whatsapp" />
            Share on WhatsApp
            <span className="sr-only"> (opens a new window)</span>
          </a>
        )}
        <Share url={url} title={share} />
      </div>
    </section>
  )
}

function Confirmation(props: Props & { purpose: ReturnType<typeof purposeOf> }) {
  const { form, result, monthly, purpose } = props
  const { money, returned, donor, frequency, paidAt, reference, state, tribute } = result
  const title = recordedCampaign(result.campaign)?.title
  const currency = money?.currency ?? (form.kind === 'donation-form' ? form.currency : 'USD')
  return (
    <>
      {money && frequency && (
        <Facts
          facts={[
            [paymentTitle[form.kind], giftInWords(money, frequency)],
            returned && ['Returned to you', formatMoney(returned)],
            purpose.label && ['For', purpose.label],
            title && title !== purpose.label && ['Campaign', title],
            tribute && [inCapital(tribute.words), <bdi key="tribute">{tribute.name}</bdi>],
            donor && ['Given by', <bdi key="donor">{donor.organisation ?? donor.name}</bdi>],
            paidAt && ['Date', dayFor(currency, paidAt)],
            reference && [
              'Reference',
              <span key="reference" className="whitespace-nowrap">
                {reference}
              </span>,
            ],
          ]}
        />
      )}
      {state === 'confirmed' && (
        <PrintedOrganisation currency={currency} note="This confirms your payment. Your receipt comes by email." />
      )}
      {state === 'confirmed' && (
        <NextSteps>
          <ReceiptStep result={result} email={officeOf(form)} />
          <CardStep result={result} />
          {form.kind === 'sponsorship-form' && <li>{form.thanks.text}</li>}
          {monthly && <MonthlyStep monthly={monthly} result={result} />}
        </NextSteps>
      )}
      {state === 'confirming' && money && (
        <NextSteps heading="Until your bank confirms">
          <li>Nothing is lost, and you need not pay again. A bank takes up to five working days.</li>
          <ReceiptStep result={result} email={officeOf(form)} />
          <CardStep result={result} />
          <li>This address always shows how it stands: press the button now and then, or come back later.</li>
        </NextSteps>
      )}
      {state === 'failed' && monthly?.gift.state === 'running' && (
        <p className="mt-6 rounded-card border-2 border-danger bg-card px-5 py-4">
          Your monthly gift is still set up, and the payment service may try your bank again.{' '}
          <a href={monthly.stopHref} className="font-[650] underline underline-offset-4">
            Stop this gift
          </a>{' '}
          before you start another one, so that you are not charged for both.
        </p>
      )}
    </>
  )
}

function NextStepAfter({
  page,
  form,
  result,
  sessionId,
  purpose,
}: Props & { purpose: ReturnType<typeof purposeOf> }): ReactNode {
  switch (result.state) {
    case 'confirmed':
      return <ButtonLink href={purpose.next.href}>{purpose.next.label}</ButtonLink>
    case 'confirming':
      return (
        <ButtonLink href={`${thankYouAddress(page.address)}?session_id=${encodeURIComponent(sessionId)}`}>
          Check again
        </ButtonLink>
      )
    case 'failed':
    case 'expired':
      return <ButtonLink href={formAddress(page, form, result, { cancelled: true })}>Back to the form</ButtonLink>
    case 'refunded':
    case 'disputed':
    case 'unknown':
      return <ButtonLink href={page.address}>Back to the form</ButtonLink>
  }
}

export function PaymentThankYou(props: Props) {
  const { page, form, result, monthly } = props
  const { state, donor, money } = result
  const purpose = purposeOf(props)
  const stopped = state === 'confirmed' && wasStopped(monthly)
  const isGlad = state === 'confirmed' || (state === 'confirming' && money !== null)
  return (
    <ThankYouFrame
      address={thankYouAddress(page.address)}
      heading={
        state !== 'confirmed' ? (
          result.heading
        ) : donor ? (
          <>
            Thank you, <bdi>{donor.name}</bdi>
          </>
        ) : (
          'Thank you'
        )
      }
      picture={isGlad ? purpose.picture : null}
      notice={
        <>
          {cardPayments() === 'test' && <TestPayments />}
          {state === 'confirmed' && <Success>{stopped ? 'Your monthly gift is stopped.' : result.heading}</Success>}
        </>
      }
      next={<NextStepAfter {...props} purpose={purpose} />}
      questions="Questions about a payment?"
      email={officeOf(form)}
    >
      {state === 'confirmed' && purpose.does && (
        <p className="mt-6 font-display text-[1.45rem] leading-snug print:hidden">{purpose.does}</p>
      )}
      <div
        data-payment={state}
        {...counted(result, form)}
        {...(state === 'confirming' && { 'data-behaviour': 'payment-status' })}
      >
        <p className={isGlad && purpose.does ? 'mt-4' : 'mt-6 text-[1.2rem]'}>
          {stopped ? 'Thank you for every month that you gave. What you gave stays given.' : result.sentence}
        </p>
        <Confirmation {...props} purpose={purpose} />
      </div>
      {state === 'confirmed' && <Sharing share={purpose.share} form={form} page={page} />}
    </ThankYouFrame>
  )
}
