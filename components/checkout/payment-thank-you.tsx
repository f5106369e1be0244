/**
 * The page to which Stripe returns a payer: the result of the payment, what it does, and what happens next. Also correct on every later
 * visit.
 */
import type { ReactNode } from 'react'
import { LanguageField } from '#components/forms/posted-form.tsx'
import { Share, shareTargets } from '#components/share/share.tsx'
import { ButtonLink, ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Card, FactList, Notice } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { PaymentResult } from '#lib/giving/ledger/payment-result.ts'
import { cardPayments } from '#lib/giving/orders/card-payments.ts'
import { formAddress } from '#lib/giving/orders/form-start.ts'
import type { GiftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { giftsPath } from '#lib/giving/receipts/links.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { chosenLevels } from '#lib/giving/sponsorship/form.ts'
import type { SoldTicket } from '#lib/giving/tickets/places.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, giftInWords } from '#lib/platform/money.ts'
import { isReference } from '#lib/platform/reference.ts'
import { trackClick, trackView } from '#lib/site/analytics/counted.ts'
import { currencyOf, paymentNoun, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, giftShare, reasons, recordedCampaign } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { TestPayments } from './notices.tsx'
import {
  type FormProps,
  NextSteps,
  officeOf,
  PrintedOrganisation,
  splitClass,
  ThankYouFrame,
} from './thank-you-page.tsx'
import { Tickets } from './tickets.tsx'

/** A monthly gift as it is now, with the page that stops it. `canChange`: that page also mails a link for amount and card. */
export type MonthlyGift = { gift: GiftToStop; stopHref: string; canChange: boolean }

type Props = FormProps & {
  result: PaymentResult
  /** Id of the payment, from the address. */
  sessionId: string
  monthly: MonthlyGift | null
  /** Whether the donor of this gift hears what it did; null if nobody can be asked. */
  hears: boolean | null
  /** The tickets that were bought, while they are valid. */
  tickets?: readonly SoldTicket[]
}

const yours = {
  gift: 'thanks.yourGift',
  sponsorship: 'thanks.yourSponsorship',
  ticket: 'tickets.yours',
} as const

/** In the zone of receipts in that currency, in the reader's date format. */
function dayFor(currency: Currency, moment: Date, { locale }: Page): string {
  return dayInWords(moment, readerLocale(locale), { zone: receiptOffice(currency).zone })
}

/** The purpose of the payment, with its words and picture on this page. */
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

const wasStopped = (monthly: MonthlyGift | null) => monthly?.gift.state === 'ended' || monthly?.gift.state === 'ending'

/** Small print below the thanks: the words of the specification. */
function Success({ children }: { children: string }) {
  return (
    <p className="mt-5 flex items-center gap-2 font-bold">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
        <circle cx="12" cy="12" r="11" className="fill-gold" />
        <path d="m7 12.4 3.4 3.4L17 9" className="fill-none stroke-night" strokeWidth="2.4" strokeLinecap="round" />
      </svg>
      {children}
    </p>
  )
}

const strong = (chunks: ReactNode) => <strong className="wrap-anywhere">{chunks}</strong>
const unbroken = (chunks: ReactNode) => <span className="whitespace-nowrap">{chunks}</span>

function ReceiptStep({ result: { donor, reference, state }, email }: { result: PaymentResult; email: string }) {
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

/** The card to the family of the person who is honored. */
function CardStep({ result: { cardTo, state } }: { result: PaymentResult }) {
  if (!cardTo) return null
  const name = () => <bdi className="font-bold">{cardTo}</bdi>
  return <li>{messages().rich(state === 'confirming' ? 'thanks.cardThen' : 'thanks.card', { name })}</li>
}

function MonthlyStep({ monthly, result, page }: Pick<Props, 'result' | 'page'> & { monthly: MonthlyGift }) {
  const t = messages()
  const { gift, stopHref, canChange } = monthly
  if (gift.state === 'ended' || gift.state === 'ending') return <li>{t('thanks.stopped')}</li>
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

function Confirmation(props: Props & { purpose: ReturnType<typeof purposeOf> }) {
  const { page, form, result, monthly, purpose, tickets = [] } = props
  const t = messages(readerLocale(page.locale))
  const { money, fee, returned, donor, frequency, paidAt, reference, state, tribute } = result
  const title = recordedCampaign(result.campaign)?.title
  const currency = money?.currency ?? currencyOf(form)
  return (
    <>
      {money && frequency && (
        <FactList
          framed
          facts={[
            [
              t(yours[paymentNoun(form)]),
              giftInWords(money, frequency, textsIn().money, readerLocale(page.locale)),
              true,
            ],
            fee && [t('thanks.fees'), formatMoney(fee, readerLocale(page.locale))],
            returned && [t('thanks.returned'), formatMoney(returned, readerLocale(page.locale))],
            purpose.label && [t('thanks.for'), purpose.label],
            title && title !== purpose.label && [t('thanks.campaign'), title],
            tribute && [
              t(tribute.kind === 'memory' ? 'thanks.inMemoryOf' : 'thanks.inHonorOf'),
              <bdi key="tribute">{tribute.name}</bdi>,
            ],
            donor && [t('thanks.givenBy'), <bdi key="donor">{donor.organisation ?? donor.name}</bdi>],
            paidAt && [t('thanks.date'), dayFor(currency, paidAt, page)],
            reference && [
              t('thanks.reference'),
              <span key="reference" className="whitespace-nowrap">
                {reference}
              </span>,
            ],
          ]}
        />
      )}
      {form.kind === 'ticket-form' && tickets.length > 0 && <Tickets form={form} tickets={tickets} />}
      {state === 'confirmed' && (
        <PrintedOrganisation
          currency={currency}
          at={paidAt}
          note={t(donor?.email ? 'thanks.printedPayment' : 'thanks.printedOnly')}
        />
      )}
      {state === 'confirmed' && (
        <NextSteps>
          <ReceiptStep result={result} email={officeOf(form)} />
          <CardStep result={result} />
          {form.kind === 'sponsorship-form' && form.thanks.text && <li>{form.thanks.text}</li>}
          {monthly && <MonthlyStep monthly={monthly} result={result} page={page} />}
          {form.kind === 'donation-form' && donor?.email && (
            <li className="print:hidden">
              <a href={giftsPath(null)} className="font-bold underline underline-offset-4">
                {t('mail.gifts')}
              </a>
            </li>
          )}
        </NextSteps>
      )}
      {state === 'confirming' && money && (
        <NextSteps heading={t('thanks.untilBank')}>
          <li>{t('thanks.notLost')}</li>
          <ReceiptStep result={result} email={officeOf(form)} />
          <CardStep result={result} />
          <li>{t('thanks.lookAgain')}</li>
        </NextSteps>
      )}
      {state === 'failed' && monthly?.gift.state === 'running' && (
        <Notice look="bad" className="mt-6">
          {t.rich('thanks.stillSetUp', {
            link: (chunks) => (
              <a href={monthly.stopHref} className="font-bold underline underline-offset-4">
                {chunks}
              </a>
            ),
          })}
        </Notice>
      )}
    </>
  )
}

const withoutFee = ({ money, fee }: PaymentResult) => money && { ...money, amount: money.amount - (fee?.amount ?? 0) }

function NextStepAfter({
  page,
  form,
  result,
  sessionId,
  purpose,
}: Props & { purpose: ReturnType<typeof purposeOf> }): ReactNode {
  const t = messages()
  switch (result.state) {
    case 'confirmed':
      return (
        <>
          <ButtonLink href={purpose.next.href}>{purpose.next.label}</ButtonLink>
          <button hidden type="button" data-behaviour="print" className={buttonClass('outline')}>
            {t('aftercare.print')}
          </button>
        </>
      )
    case 'confirming':
      return (
        <ButtonLink href={`${thankYouAddress(page.address)}?session_id=${encodeURIComponent(sessionId)}`}>
          {t('thanks.checkAgain')}
        </ButtonLink>
      )
    case 'failed':
    case 'expired':
      return (
        <ButtonLink href={formAddress(page, form, { ...result, money: withoutFee(result) }, { cancelled: true })}>
          {t('thanks.backToForm')}
        </ButtonLink>
      )
    case 'refunded':
    case 'disputed':
    case 'unknown':
      return <ButtonLink href={page.address}>{t('thanks.backToForm')}</ButtonLink>
  }
}

export function PaymentThankYou(props: Props) {
  const { page, form, result, monthly, sessionId, hears } = props
  const { state, donor, money } = result
  const t = messages()
  const purpose = purposeOf(props)
  const stopped = state === 'confirmed' && wasStopped(monthly)
  const isGlad = state === 'confirmed' || (state === 'confirming' && money !== null)
  return (
    <ThankYouFrame
      address={thankYouAddress(page.address)}
      heading={
        state !== 'confirmed'
          ? result.heading
          : donor
            ? t.rich('thanks.headingTo', { name: () => <bdi>{donor.name}</bdi> })
            : t('thanks.heading')
      }
      lead={
        <>
          {state === 'confirmed' && purpose.does && <p className="mt-4 max-w-[44rem] text-lead">{purpose.does}</p>}
          {state === 'confirmed' && <Success>{stopped ? t('payment.monthlyStopped') : result.heading}</Success>}
          <p className={`max-w-measure ${state === 'confirmed' ? 'text-soft' : 'mt-4 text-lead'}`}>
            {stopped ? t('payment.monthlyStoppedDetail') : result.sentence}
          </p>
        </>
      }
      picture={isGlad ? purpose.picture : null}
      notice={cardPayments() === 'test' && <TestPayments />}
      next={<NextStepAfter {...props} purpose={purpose} />}
      cards={
        state === 'confirmed' && (
          <>
            {hears !== null && form.kind === 'donation-form' && <Hearing sessionId={sessionId} hears={hears} />}
            <Sharing share={purpose.share} form={form} page={page} />
            <MonthlyOffer page={page} form={form} result={result} />
          </>
        )
      }
      questions="questionsPayment"
      email={officeOf(form)}
    >
      <div
        data-payment={state}
        data-forget={isGlad && form.kind === 'sponsorship-form' ? 'sponsorship' : undefined}
        className={isGlad ? splitClass : ''}
        {...(isGlad && { 'data-behaviour': 'payment-status' })}
      >
        <Confirmation {...props} purpose={purpose} />
      </div>
    </ThankYouFrame>
  )
}
