/** The page behind the link in a receipt: the gift, the button that stops it, and the result. Does not name the donor. */

import type { ReactNode } from 'react'
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch } from '#components/art/picture.tsx'
import { TestPayments } from '#components/checkout/notices.tsx'
import { FormField } from '#components/forms/field.tsx'
import { LanguageField } from '#components/forms/posted-form.tsx'
import { PageRecordEntry } from '#components/layout/page-record.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonLink, ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { FactList, Notice } from '#components/ui/card.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { emailField } from '#lib/contact/forms/form.ts'
import type { GiftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { giftsAddress, reportsField, stopAddress } from '#lib/giving/receipts/links.ts'
import { type ReceiptOffice, receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayInWords, monthInWords } from '#lib/platform/dates.ts'
import { localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { giftInWords } from '#lib/platform/money.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { isReference } from '#lib/platform/reference.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { usualCloth } from '#lib/site/content/index.ts'

type Known = Extract<GiftToStop, { money: unknown }>

/** Results of the last press of a button that the gift itself does not show, and those of a request for a link. */
const notices = {
  limited: 'stop.limited',
  unreachable: 'stop.unreachable',
  'link-again': 'stop.linkAgain',
  'link-limited': 'stop.linkLimited',
  'link-unavailable': 'stop.linkUnavailable',
} as const
const linkNotices = {
  sent: 'gifts.sent',
  again: 'gifts.sentBefore',
  limited: 'gifts.limited',
  unavailable: 'gifts.unavailable',
  'not-offered': 'gifts.notOffered',
  expired: 'gifts.expiredText',
} as const

export function Office({ email, phone, over }: ReceiptOffice & { over: boolean }) {
  return (
    <p className="mt-8 text-soft">
      {messages().rich(over ? 'stop.questions' : 'stop.orWrite', contactLinks(email, 'underline', phone))}
    </p>
  )
}

/** The result of the last press of a button. `good`: whether it succeeded. */
export function Result({ good = false, children }: { good?: boolean; children: string }) {
  return (
    <Notice role={good ? 'status' : 'alert'} look={good ? 'good' : 'bad'} className="mt-6">
      {children}
    </Notice>
  )
}

/** The frame of a page behind a mailed link. */
export function StopGiftFrame({
  address = stopAddress,
  heading,
  test = false,
  over = false,
  office,
  children,
}: {
  address?: string
  heading: string
  test?: boolean
  /** Nothing is left to stop. */
  over?: boolean
  /** For questions about gifts. */
  office?: ReceiptOffice
  children: ReactNode
}) {
  return (
    <SiteFrame address={address} className="page section grid items-center gap-12 lg:grid-cols-[1.2fr_.8fr]">
      <div className="max-w-measure">
        {test && <TestPayments />}
        <PageHeading>{heading}</PageHeading>
        {children}
        {office && <Office {...office} over={over} />}
      </div>
      <Arch className="hidden h-100 w-76 justify-self-center lg:block">
        <PatternFill name={usualCloth(4)} scale={1.6} />
      </Arch>
    </SiteFrame>
  )
}

function Facts({ gift: { money, since, next, endedAt }, office }: { gift: Known; office: ReceiptOffice }) {
  const t = messages()
  const { zone } = office
  const locale = readerLocale(office.locale)
  return (
    <FactList
      framed
      facts={[
        money && [t('thanks.yourGift'), giftInWords(money, 'monthly', textsIn().money, locale), true],
        [t('stop.since'), monthInWords(wallTime(zone, since).slice(0, 7), locale)],
        next && [t('stop.nextPayment'), dayInWords(next, locale, { zone })],
        endedAt && [t('stop.stoppedOn'), dayInWords(endedAt, locale, { zone })],
      ]}
    />
  )
}

function Button({ token, intent, children }: { token: string; intent: 'stop' | 'link'; children: string }) {
  return (
    <form method="post" action="/api/stop-gift">
      <input type="hidden" name="gift" value={token} />
      <input type="hidden" name="intent" value={intent} />
      <LanguageField />
      <button type="submit" className={buttonClass(intent === 'stop' ? 'solid' : 'outline')}>
        {children}
      </button>
    </form>
  )
}

const lead = 'mt-6 text-lead'

const headingOf = (gift: GiftToStop, justStopped: boolean): string => {
  const t = messages()
  switch (gift.state) {
    case 'running':
      return t(isReference(gift.id) ? 'stop.askOrder' : 'stop.ask')
    case 'ending':
      return t('stop.ending')
    case 'ended':
      return t(justStopped ? 'stop.stopped' : 'stop.alreadyStopped')
    case 'unknown':
      return t('stop.unknown')
    case 'unreachable':
      return t('stop.cannotLookUp')
  }
}

type StopGiftProps = {
  gift: GiftToStop
  token: string
  /** Result of the last press of a button, from the query string, so untrusted. */
  result: string
  /** The masked address to which a link for changing the amount or the card can be mailed; null offers none. */
  linkTo: string | null
  test: boolean
  office: ReceiptOffice
  /** The address of this page. */
  again: string
}

export function StopGift({ gift, token, result, linkTo, test, office, again }: StopGiftProps) {
  const t = messages()
  const justStopped = result === 'stopped'
  const isOrder = 'id' in gift && isReference(gift.id)
  return (
    <StopGiftFrame heading={headingOf(gift, justStopped)} test={test} over={gift.state === 'ended'} office={office}>
      {result === 'link-sent' && gift.state === 'running' && linkTo && (
        <Result good>{t('stop.linkSent', { address: linkTo })}</Result>
      )}
      {isKeyOf(notices, result) && gift.state === 'running' && <Result>{t(notices[result])}</Result>}
      {gift.state === 'running' && (
        <>
          <p className={lead}>{t('stop.nothingYet')}</p>
          <Facts gift={gift} office={office} />
          <p>{t(isOrder ? 'stop.howToEnd' : 'stop.whatHappens')}</p>
          <ButtonRow className="mt-8">
            <Button token={token} intent="stop">
              {t(isOrder ? 'stop.endedIt' : 'stop.stopIt')}
            </Button>
            <ButtonLink href={localizedHref('/')} variant="outline">
              {t('stop.keep')}
            </ButtonLink>
          </ButtonRow>
          {linkTo && !isOrder && (
            <>
              <h2 className="mt-12 text-h3">{t('stop.another')}</h2>
              <p className="my-4">{t('stop.linkGoesTo', { address: linkTo })}</p>
              <Button token={token} intent="link">
                {t('stop.sendLink')}
              </Button>
            </>
          )}
        </>
      )}
      {gift.state === 'ending' && (
        <>
          <p className={lead}>{t('stop.endsItself')}</p>
          <Facts gift={gift} office={office} />
        </>
      )}
      {gift.state === 'ended' && (
        <>
          <p className={lead} {...(justStopped && { role: 'status' })}>
            {t(isOrder ? 'stop.orderThanks' : 'stop.thanks')}
          </p>
          <Facts gift={gift} office={office} />
          <ButtonLink href={localizedHref('/')} variant="outline">
            {t('frame.home')}
          </ButtonLink>
        </>
      )}
      {gift.state === 'unknown' && <p className={lead}>{t('stop.unknownText')}</p>}
      {gift.state === 'unreachable' && (
        <>
          <p className={lead} {...(isKeyOf(notices, result) && { role: 'alert' })}>
            {t('stop.lookAgainText')}
          </p>
          <p className="mt-8">
            <ButtonLink href={again}>{t('stop.lookAgain')}</ButtonLink>
          </p>
        </>
      )}
    </StopGiftFrame>
  )
}

/** The page of the link in a mail about a camp: one button. `ended`: it was pressed. */
export function EndReports({ token, ended }: { token: string; ended: boolean }) {
  const t = messages()
  return (
    <StopGiftFrame address={giftsAddress} heading={t('reports.endHeading')} over office={receiptOffice(null)}>
      {ended ? (
        <Result good>{t('reports.ended')}</Result>
      ) : (
        <form method="post" action="/api/your-gifts" className="mt-6 space-y-6">
          <p className="text-lead">{t('reports.endText')}</p>
          <input type="hidden" name="intent" value="end-reports" />
          <input type="hidden" name={reportsField} value={token} />
          <LanguageField />
          <button type="submit" className={buttonClass()}>
            {t('reports.end')}
          </button>
        </form>
      )}
    </StopGiftFrame>
  )
}

/** The form with which a donor requests a link to all their gifts. Its response is the same for every address.
 * `result`: that of the last post, from the query string, so untrusted. */
export function AskForLink({ result }: { result: string }) {
  const t = messages()
  const { rules, form } = textsIn()
  const heading = result === 'expired' ? t('gifts.expired') : t('gifts.title')
  return (
    <StopGiftFrame address={giftsAddress} heading={heading} over office={receiptOffice(null)}>
      {isKeyOf(linkNotices, result) && (
        <Result good={result === 'sent' || result === 'again'}>{t(linkNotices[result])}</Result>
      )}
      {result !== 'sent' && result !== 'not-offered' && (
        <form method="post" action="/api/your-gifts" className="mt-6 space-y-6">
          <PageRecordEntry needs={['portal']} />
          <p className="text-lead">{t('gifts.askText')}</p>
          <input type="hidden" name="intent" value="request" />
          <LanguageField />
          <FormField
            {...emailField(rules, form.email)}
            hint={t('gifts.emailHint')}
            name="email"
            texts={form}
            error={result === 'wrong-email' ? rules.email : undefined}
          />
          <button type="submit" className={buttonClass()}>
            {t('gifts.send')}
          </button>
        </form>
      )}
    </StopGiftFrame>
  )
}
