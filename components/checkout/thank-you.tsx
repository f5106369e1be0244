/**
 * The page of an order, to which payers return and mails lead: one heading by state, what was ordered, and what happens next. Also correct on
 * every later visit.
 */
import type { ReactNode } from 'react'
import { LanguageField } from '#components/forms/posted-form.tsx'
import { Share, shareTargets } from '#components/share/share.tsx'
import { ButtonLink, ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Card, Notice } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { cardPayments } from '#lib/giving/orders/card-payments.ts'
import { formAddress } from '#lib/giving/orders/form-start.ts'
import { giftsPath } from '#lib/giving/receipts/links.ts'
import { chosenLevels } from '#lib/giving/sponsorship/form.ts'
import { isStopped, type MonthlyGift, type OrderResult, type OrderState } from '#lib/giving/thanks/order-result.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isReference } from '#lib/platform/reference.ts'
import { trackClick, trackView } from '#lib/site/analytics/counted.ts'
import { currencyOf, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, giftShare, reasons } from '#lib/site/content/index.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { TestPayments } from './notices.tsx'
import { dayFor, OrderSummary } from './order-summary.tsx'
import {
  type FormProps,
  NextSteps,
  officeOf,
  PrintedOrganisation,
  splitClass,
  ThankYouFrame,
} from './thank-you-frame.tsx'
import { FreePlaces, Tickets } from './tickets.tsx'
import { TransferDetails } from './transfer-details.tsx'

/**
 * `isGlad`: with a picture and a seam. `isPayment`: through the payment service. `leads`: where the button leads: onward, to this page again, or
 * back to the form, with what was chosen (`retry`) or without it (`afresh`).
 */
type Look = {
  isGlad?: boolean
  isPayment?: boolean
  leads: 'onward' | 'again' | 'retry' | 'afresh'
  questions: 'questions' | 'questionsPayment' | 'questionsInvoice'
}
const payment = { isPayment: true, questions: 'questionsPayment' } as const
const glad = { isGlad: true, leads: 'onward' } as const
const looks: Record<OrderState, Look> = {
  confirmed: { ...payment, ...glad },
  confirming: { ...payment, isGlad: true, leads: 'again' },
  unreachable: { ...payment, leads: 'again' },
  unrecorded: { ...payment, leads: 'again' },
  failed: { ...payment, leads: 'retry' },
  expired: { ...payment, leads: 'retry' },
  refunded: { ...payment, leads: 'afresh' },
  disputed: { ...payment, leads: 'afresh' },
  unknown: { ...payment, leads: 'afresh' },
  transfer: { leads: 'onward', questions: 'questionsPayment' },
  invoiced: { ...glad, questions: 'questionsInvoice' },
  reserved: { ...glad, questions: 'questionsInvoice' },
  invoice: { leads: 'onward', questions: 'questionsInvoice' },
  held: { ...glad, questions: 'questions' },
  keepable: { ...glad, questions: 'questions' },
  registered: { ...glad, questions: 'questions' },
  unregistered: { leads: 'onward', questions: 'questions' },
}

/** `sessionId`, `keep`: from the address. */
type Props = FormProps & { result: OrderResult; sessionId: string; keep: string }

/** The purpose of the order, with its words and picture on this page. */
function purposeOf({ result: { reason, levels }, form }: Pick<Props, 'result' | 'form'>) {
  if (form.kind === 'donation-form') {
    const { label, does, picture, next } = reasons().find(({ code }) => code === reason) ?? {}
    return { label, does, picture: picture ?? form.picture, next: next ?? form.next, share: giftShare() }
  }
  if (form.kind === 'ticket-form')
    return { label: charityEvent(form.event)?.title, does: undefined, ...form.thanks, next: form.next }
  const chosen = chosenLevels({ levels }, form.levels).map(({ name }) => name)
  const label = chosen.length > 0 ? `${chosen.join(', ')}: ${form.name}` : form.name
  return { label, does: undefined, picture: form.thanks.picture, next: form.next, share: form.thanks.share }
}

/** Small print below the thanks: the words of the specification. */
function Success({ children }: { children: string }) {
  return (
    <p className="mt-5 flex items-center gap-2 font-bold">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="seam size-5 shrink-0">
        <circle cx="12" cy="12" r="11" className="fill-gold" />
        <path d="m7 12.4 3.4 3.4L17 9" className="fill-none stroke-night" strokeWidth="2.4" strokeLinecap="round" />
      </svg>
      {children}
    </p>
  )
}

const strong = (chunks: ReactNode) => <strong className="wrap-anywhere">{chunks}</strong>
const unbroken = (chunks: ReactNode) => <span className="whitespace-nowrap">{chunks}</span>

function ReceiptStep({ result: { donor, reference, state }, email }: { result: OrderResult; email: string }) {
  const t = messages()
  if (!donor?.email) return null
  if (state === 'confirming') return <li>{t.rich('thanks.receiptThen', { address: donor.email, strong })}</li>
  return (
    <li>
      {t.rich('thanks.receipt', { address: donor.email, strong })}{' '}
      <span className="text-soft">
        {t.rich('thanks.receiptWrong', { email, reference: reference ?? '', nowrap: unbroken })}
      </span>
    </li>
  )
}

/** The tribute message to the family of the person who is honored. */
function TributeStep({ result: { cardTo, state } }: { result: OrderResult }) {
  if (!cardTo) return null
  const name = () => <bdi className="font-bold">{cardTo}</bdi>
  return <li>{messages().rich(state === 'confirming' ? 'thanks.cardThen' : 'thanks.card', { name })}</li>
}

function MonthlyStep({ monthly, result, page }: Pick<Props, 'result' | 'page'> & { monthly: MonthlyGift }) {
  const t = messages()
  const { gift, stopHref, canChange } = monthly
  if (isStopped(monthly)) return <li>{t('thanks.stopped')}</li>
  const isOrder = 'id' in gift && isReference(gift.id)
  const next = gift.state === 'running' && gift.next && result.money ? { day: gift.next, ...result.money } : null
  return (
    <>
      {next && (
        <li>
          {t.rich('thanks.nextGift', {
            amount: formatMoney((gift.state === 'running' && gift.money) || next, readerLocale(page.locale)),
            day: dayFor(next.currency, next.day, page),
            strong,
          })}
        </li>
      )}
      <li>
        {t(isOrder ? 'transfer.orderEnds' : 'thanks.yours')}{' '}
        <span className="print:hidden">
          <a href={stopHref} className="font-bold underline underline-offset-4">
            {t(isOrder ? 'stop.endedIt' : canChange ? 'thanks.changeOrStop' : 'thanks.stop')}
          </a>
        </span>
        {result.donor?.email && <span className="hidden print:inline">{t('thanks.linkInReceipt')}</span>}
      </li>
    </>
  )
}

/** After a gift whose donor can be mailed: one tick, kept with the donor's address. */
function Hearing({ sessionId, hears }: { sessionId: string; hears: boolean }) {
  const t = messages()
  return (
    <Card as="section" id="hear" aria-labelledby="hear-heading" className="scroll-mt-6">
      <h2 id="hear-heading" className="text-h3">
        {t('reports.heading')}
      </h2>
      {hears ? (
        <p className="mt-2">{t('reports.agreed')}</p>
      ) : (
        <form method="post" action="/api/your-gifts">
          <p className="mt-2">{t('reports.text')}</p>
          <input type="hidden" name="intent" value="hear" />
          <input type="hidden" name="session_id" value={sessionId} />
          <LanguageField />
          <label className="my-4 flex min-h-11 gap-3">
            <input type="checkbox" name="agree" value="yes" required className="mt-1 size-5 shrink-0" />
            {t('reports.agree')}
          </label>
          <button type="submit" className={buttonClass('outline')}>
            {t('reports.submit')}
          </button>
        </form>
      )}
    </Card>
  )
}

/** Shown after a single gift if content names an amount: a link to the form. */
function MonthlyOffer({
  page,
  form,
  result: { state, frequency, reason, campaign },
}: Pick<Props, 'page' | 'form' | 'result'>) {
  if (state !== 'confirmed' || frequency !== 'once' || form.kind !== 'donation-form' || !form.monthlyAfter) return null
  const t = messages()
  const amount = formatMoney(form.monthlyAfter, readerLocale(page.locale))
  const choices = { money: form.monthlyAfter, frequency: 'monthly', reason, campaign } as const
  return (
    <Card
      className="flex flex-wrap items-center justify-between gap-4 lg:nth-3:col-span-full"
      {...trackView({ name: 'offer', offer: 'monthly', taken: false })}
    >
      <p>{t('thanks.monthlyText')}</p>
      <ButtonLink
        href={formAddress(page, form, choices)}
        variant="outline"
        {...trackClick({ name: 'offer', offer: 'monthly', taken: true })}
      >
        {t('thanks.makeMonthly', { amount })}
      </ButtonLink>
    </Card>
  )
}

function Sharing({ share, form, page }: Pick<Props, 'form' | 'page'> & { share: string }) {
  const t = messages()
  const url = absoluteUrl(form.kind === 'donation-form' ? page.address : form.next.href)
  const [whatsApp] = shareTargets(url, share).filter(({ network }) => network === 'whatsapp')
  return (
    <Card as="section" aria-labelledby="share-heading">
      <h2 id="share-heading" className="text-h3">
        {t('thanks.shareHeading')}
      </h2>
      <p className="mt-2">{t('thanks.shareText')}</p>
      <ButtonRow className="mt-4">
        {whatsApp && (
          <a href={whatsApp.href} target="_blank" rel="noopener" className={buttonClass('ink')}>
            <Icon name="whatsapp" />
            {t('thanks.shareOnWhatsApp')}
            <span className="sr-only"> {t('frame.newWindow')}</span>
          </a>
        )}
        <Share url={url} title={share} />
      </ButtonRow>
    </Card>
  )
}

/** What happens next, by state. */
function Steps({ page, form, result }: Props) {
  const t = messages()
  const { state, donor, monthly, transfer, frequency } = result
  const email = officeOf(form)
  const ofSponsors = form.kind === 'sponsorship-form' && form.thanks.text && <li>{form.thanks.text}</li>
  switch (state) {
    case 'confirmed':
      return (
        <NextSteps>
          <ReceiptStep result={result} email={email} />
          <TributeStep result={result} />
          {ofSponsors}
          {monthly && <MonthlyStep monthly={monthly} result={result} page={page} />}
          {form.kind === 'donation-form' && donor?.email && (
            <li className="print:hidden">
              <a href={giftsPath(null)} className="font-bold underline underline-offset-4">
                {t('mail.gifts')}
              </a>
            </li>
          )}
        </NextSteps>
      )
    case 'confirming':
      return (
        <NextSteps heading={t('thanks.untilBank')}>
          <li>{t('thanks.notLost')}</li>
          <ReceiptStep result={result} email={email} />
          <TributeStep result={result} />
          <li>{t('thanks.lookAgain')}</li>
        </NextSteps>
      )
    case 'transfer':
      return (
        <NextSteps>
          <li>{t(frequency === 'monthly' ? 'transfer.arrivesMonthly' : 'transfer.arrives')}</li>
          {transfer?.isMailed && <li>{t('transfer.mailed')}</li>}
          <li className="print:hidden">{t('transfer.stays')}</li>
        </NextSteps>
      )
    case 'invoice':
      return (
        <NextSteps>
          <li className="print:hidden">{t('invoice.stays')}</li>
        </NextSteps>
      )
    case 'invoiced':
    case 'reserved':
      return (
        <NextSteps>
          <li>{t(state === 'reserved' ? 'sponsorshipDate.reserved' : 'thanks.invoiceNext')}</li>
          {ofSponsors}
        </NextSteps>
      )
    case 'failed':
      return (
        monthly?.gift.state === 'running' && (
          <Notice look="bad" className="mt-6">
            {t.rich('thanks.stillSetUp', {
              link: (chunks) => (
                <a href={monthly.stopHref} className="font-bold underline underline-offset-4">
                  {chunks}
                </a>
              ),
            })}
          </Notice>
        )
      )
    default:
      return null
  }
}

/** Who confirms the payment or the request. Printed only. */
function Printed({ form, result: { state, money, paidAt, donor } }: Pick<Props, 'form' | 'result'>) {
  const isInvoice = state === 'invoiced' || state === 'reserved'
  if (state !== 'confirmed' && !isInvoice) return null
  const note = isInvoice ? 'printedInvoice' : donor?.email ? 'printedPayment' : 'printedOnly'
  return (
    <PrintedOrganisation
      currency={money?.currency ?? currencyOf(form)}
      at={paidAt}
      note={messages()(`thanks.${note}`)}
    />
  )
}

const withoutFee = ({ money, fee }: OrderResult) => money && { ...money, amount: money.amount - (fee?.amount ?? 0) }

function Onward({ page, form, result, sessionId, purpose }: Props & { purpose: ReturnType<typeof purposeOf> }) {
  const t = messages()
  const { state } = result
  switch (looks[state].leads) {
    case 'onward':
      return (
        <>
          <ButtonLink href={purpose.next.href}>{purpose.next.label}</ButtonLink>
          {(state === 'confirmed' || state === 'registered') && (
            <button hidden type="button" data-behaviour="print" className={buttonClass('outline')}>
              {t('aftercare.print')}
            </button>
          )}
        </>
      )
    case 'again':
      return (
        <ButtonLink href={`${thankYouAddress(page.address)}?session_id=${encodeURIComponent(sessionId)}`}>
          {t('thanks.checkAgain')}
        </ButtonLink>
      )
    case 'retry':
      return (
        <ButtonLink href={formAddress(page, form, { ...result, money: withoutFee(result) }, { cancelled: true })}>
          {t('thanks.backToForm')}
        </ButtonLink>
      )
    case 'afresh':
      return <ButtonLink href={page.address}>{t('thanks.backToForm')}</ButtonLink>
  }
}

export function ThankYou(props: Props) {
  const { page, form, result, sessionId, keep } = props
  const { state, heading, sentence, donor, money, frequency, reference, hears, tickets, transfer } = result
  const { isGlad, isPayment, leads, questions } = looks[state]
  const isPaid = state === 'confirmed'
  const t = messages()
  const purpose = purposeOf(props)
  return (
    <ThankYouFrame
      address={thankYouAddress(page.address)}
      heading={
        !isPaid
          ? heading
          : donor
            ? t.rich('thanks.headingTo', { name: () => <bdi>{donor.name}</bdi> })
            : t('thanks.heading')
      }
      lead={
        <>
          {isPaid && purpose.does && <p className="mt-4 max-w-[44rem] text-lead">{purpose.does}</p>}
          {isPaid && <Success>{heading}</Success>}
          <p className={`max-w-measure ${isPaid ? 'text-soft' : transfer ? 'mt-3' : 'mt-4 text-lead'}`}>{sentence}</p>
        </>
      }
      picture={isGlad ? purpose.picture : null}
      sewn={isPaid}
      notice={isPayment && cardPayments() === 'test' && <TestPayments />}
      next={<Onward {...props} purpose={purpose} />}
      cards={
        isPaid && (
          <>
            {hears !== null && <Hearing sessionId={sessionId} hears={hears} />}
            <Sharing share={purpose.share} form={form} page={page} />
            <MonthlyOffer page={page} form={form} result={result} />
          </>
        )
      }
      questions={questions}
      email={officeOf(form)}
    >
      <div
        data-undecided={leads === 'again' ? '' : undefined}
        data-forget={isGlad && isPayment && form.kind === 'sponsorship-form' ? 'sponsorship' : undefined}
        className={isGlad ? splitClass : ''}
        {...(isGlad && isPayment && { 'data-behaviour': 'payment-status' })}
      >
        {transfer && money && frequency && reference ? (
          <TransferDetails {...{ page, money, frequency, reference }} isByUpi={transfer.isByUpi} />
        ) : (
          <OrderSummary {...{ page, form, result }} purpose={purpose.label} />
        )}
        {form.kind === 'ticket-form' && tickets.length > 0 && <Tickets form={form} tickets={tickets} />}
        <Printed form={form} result={result} />
        <Steps {...props} />
      </div>
      <FreePlaces {...{ sessionId }} keepKey={state === 'keepable' ? keep : null} canGiveBack={result.canGiveBack} />
    </ThankYouFrame>
  )
}
