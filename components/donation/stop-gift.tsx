/** The page of the link in a receipt: what would be stopped, the button that stops it, and what became of it. Names no donor. */

import type { ReactNode } from 'react'
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { TestPayments } from '#components/checkout/notices.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonLink, buttonClass } from '#components/ui/button-link.tsx'
import { telephoneHref } from '#components/ui/telephone-href.ts'
import type { Locale } from '#lib/dates.ts'
import { textsIn } from '#lib/messages/index.ts'
import { giftInWords } from '#lib/money.ts'
import type { GiftToStop } from '#lib/receipts/cancel-subscription.ts'
import { stopAddress } from '#lib/receipts/stop-link.ts'

/** `zone` and `locale`: of the days. */
export type OfficeLines = { email: string; phone: string; zone: string; locale: Locale }
type Known = Extract<GiftToStop, { money: unknown }>

/** What happened on the last press of a button, when it is not what the gift itself shows. */
export type StopNotice = 'limited' | 'unreachable' | 'link-sent' | 'link-limited' | 'link-unavailable' | null

const notices: Record<Exclude<StopNotice, 'link-sent' | null>, string> = {
  limited: 'There were too many tries from your connection. Your gift goes on. Please wait ten minutes and try again.',
  unreachable:
    'The payment service did not answer, and your gift still goes on. Please try again in a few minutes, or tell us.',
  'link-limited': 'You have had enough links for today. Please use the latest one, try again tomorrow, or tell us.',
  'link-unavailable': 'We cannot send you a link just now. Nothing was changed. Please try again, or tell us.',
}

const month = { month: 'long', year: 'numeric' } as const
const day = { day: 'numeric', ...month } as const

function Office({ email, phone, over }: OfficeLines & { over: boolean }) {
  return (
    <p className="mt-8 text-soft">
      {over ? 'Questions about your gifts? Write to ' : 'You can also have a gift stopped: write to '}
      <a href={`mailto:${email}`} className="underline">
        {email}
      </a>{' '}
      or call{' '}
      <a href={telephoneHref(phone)} className="underline">
        {phone}
      </a>
      , and quote the reference on your receipt.
    </p>
  )
}

/** The frame of all that this address can say. */
export function StopGiftFrame({
  heading,
  test = false,
  over = false,
  office,
  children,
}: {
  heading: string
  test?: boolean
  /** Nothing is left to stop. */
  over?: boolean
  office: OfficeLines
  children: ReactNode
}) {
  return (
    <SiteFrame address={stopAddress} className="page section grid items-center gap-12 desk:grid-cols-[1.2fr_.8fr]">
      <div className="max-w-measure">
        {test && <TestPayments />}
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">{heading}</h1>
        <SeamRule className="mt-4" />
        {children}
        <Office {...office} over={over} />
      </div>
      <Arch className="hidden h-100 w-76 justify-self-center desk:block">
        <PatternFill name="uganda" scale={1.6} />
      </Arch>
    </SiteFrame>
  )
}

function Facts({
  gift: { money, since, next, stopped },
  office: { zone, locale },
}: {
  gift: Known
  office: OfficeLines
}) {
  const dated = (moment: Date, form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...form, timeZone: zone }).format(moment)
  const facts = [
    money && ['Your gift', giftInWords(money, 'monthly', textsIn().money, locale)],
    ['Since', dated(since, month)],
    next && ['Next payment', dated(next, day)],
    stopped && ['Stopped on', dated(stopped, day)],
  ].filter((fact) => fact !== null)
  return (
    <dl className="my-8 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 rounded-card border border-line bg-card p-6">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="text-right font-[650]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Button({ token, intent, children }: { token: string; intent: 'stop' | 'link'; children: string }) {
  return (
    <form method="post" action="/api/stop-gift">
      <input type="hidden" name="gift" value={token} />
      <input type="hidden" name="intent" value={intent} />
      <button type="submit" className={buttonClass(intent === 'stop' ? 'solid' : 'outline')}>
        {children}
      </button>
    </form>
  )
}

const lead = 'mt-6 text-[1.2rem]'

const headingOf = (gift: GiftToStop, justStopped: boolean): string => {
  switch (gift.state) {
    case 'running':
      return 'Stop your monthly gift?'
    case 'ending':
      return 'Your monthly gift is ending'
    case 'stopped':
      return justStopped ? 'Your monthly gift is stopped' : 'This monthly gift is already stopped'
    case 'unknown':
      return 'We cannot find this gift'
    case 'unreachable':
      return 'We cannot look up your gift just now'
  }
}

type StopGiftProps = {
  gift: GiftToStop
  token: string
  justStopped: boolean
  notice: StopNotice
  /** The masked address to which a link for changing the amount or the card can be mailed; null offers none. */
  linkTo: string | null
  test: boolean
  office: OfficeLines
  /** This address again. */
  again: string
}

export function StopGift({ gift, token, justStopped, notice, linkTo, test, office, again }: StopGiftProps) {
  return (
    <StopGiftFrame heading={headingOf(gift, justStopped)} test={test} over={gift.state === 'stopped'} office={office}>
      {notice === 'link-sent' && gift.state === 'running' && linkTo && (
        <p role="status" className="mt-6 rounded-card border-2 border-line bg-card px-5 py-4">
          We are sending a link to {linkTo}. It works for half an hour. If it does not come within a few minutes, look
          among the junk mail, or tell us.
        </p>
      )}
      {notice && notice !== 'link-sent' && gift.state === 'running' && (
        <p role="alert" className="mt-6 rounded-card border-2 border-danger bg-card px-5 py-4">
          {notices[notice]}
        </p>
      )}
      {gift.state === 'running' && (
        <>
          <p className={lead}>Nothing is stopped yet. This is the gift that your link is for:</p>
          <Facts gift={gift} office={office} />
          <p>
            When you press the button, no further month is charged. What you have given stays given, and your receipts
            keep their worth.
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <Button token={token} intent="stop">
              Stop my monthly gift
            </Button>
            <ButtonLink href="/" variant="outline">
              Keep giving
            </ButtonLink>
          </div>
          {linkTo && (
            <>
              <h2 className="mt-12 text-[1.5rem]">Another amount, or another card?</h2>
              <p className="my-4">
                We can e-mail you a link for that. It goes to {linkTo}, where your receipts go, so that nobody else can
                use it.
              </p>
              <Button token={token} intent="link">
                E-mail me a link to change my card or amount
              </Button>
            </>
          )}
        </>
      )}
      {gift.state === 'ending' && (
        <>
          <p className={lead}>It ends by itself, and no further month is charged. You need do nothing more.</p>
          <Facts gift={gift} office={office} />
        </>
      )}
      {gift.state === 'stopped' && (
        <>
          <p className={lead} {...(justStopped && { role: 'status' })}>
            No further month is charged. Thank you for every month that you gave.
          </p>
          <Facts gift={gift} office={office} />
          <ButtonLink href="/" variant="outline">
            Home
          </ButtonLink>
        </>
      )}
      {gift.state === 'unknown' && (
        <p className={lead}>The link is a right one, but the payment service knows no such gift. Please tell us.</p>
      )}
      {gift.state === 'unreachable' && (
        <>
          <p className={lead} {...(notice && { role: 'alert' })}>
            The payment service does not answer, so we cannot tell you whether your gift goes on. Please look again in a
            few minutes.
          </p>
          <p className="mt-8">
            <ButtonLink href={again}>Look again</ButtonLink>
          </p>
        </>
      )}
    </StopGiftFrame>
  )
}
