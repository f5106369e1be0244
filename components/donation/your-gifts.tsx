/** All gifts of one address, for the holder of a mailed link: monthly gifts and what can be changed in them, receipts, statements, and the donor's data. */

import type { ReactNode } from 'react'
import { outcomesAddress, stageInWords } from '#components/blocks/camps.tsx'
import { TestPayments } from '#components/checkout/notices.tsx'
import { LanguageField } from '#components/forms/posted-form.tsx'
import { PageRecordEntry } from '#components/layout/page-record.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Card, FactList, Notice } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { maskEmail } from '#lib/contact/forms/text.ts'
import { askAmount } from '#lib/giving/donation/amount.ts'
import { donationTerms } from '#lib/giving/donation/checkout.ts'
import { describeGift } from '#lib/giving/donation/form.ts'
import { giftsAddress, giftsField, giftsPath, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { addresseeOf, receiptOffice } from '#lib/giving/receipts/wording.ts'
import type { DonorGift, DonorGifts, GiftAction, GiftResult, MonthlyGift } from '#lib/giving/receipts/your-gifts.ts'
import { giverKey, movedDays, type StatementYear, statementKey, yearInWords } from '#lib/giving/receipts/your-gifts.ts'
import { now } from '#lib/platform/clock.ts'
import { dayInWords, type Locale, monthsAfter } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, giftInWords } from '#lib/platform/money.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { isReference } from '#lib/platform/reference.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { campOfGift, stageOf } from '#lib/site/camps/outcomes.ts'
import { bankAsksAbove, camps, currencyWords, hasMandates, receiptTerms } from '#lib/site/content/index.ts'
import { Office, Result } from './stop-gift.tsx'

const good = {
  'amount-confirming': 'gifts.amountConfirming',
  'amount-changed': 'gifts.amountChanged',
  'day-changed': 'gifts.dayChanged',
  paused: 'gifts.paused',
  resumed: 'gifts.resumed',
  'receipt-sent': 'gifts.receiptSent',
  reports: 'reports.agreed',
  'no-reports': 'reports.ended',
  erased: 'gifts.erased',
} as const satisfies Partial<Record<GiftResult, string>>
const bad = {
  'amount-kept': 'gifts.amountKept',
  'too-soon': 'gifts.tooSoon',
  'wrong-amount': 'gifts.wrongAmount',
  unknown: 'gifts.unknown',
  unreachable: 'gifts.unreachable',
  limited: 'gifts.limited',
} as const satisfies Record<Exclude<GiftResult, keyof typeof good>, string>

const section = 'mt-12'
const heading = 'text-h3'
const lineButton = 'min-h-11 cursor-pointer font-bold underline underline-offset-4'

/** A day as the office of that currency counts it. */
function dayOf(moment: Date, currency: Currency): string {
  const { locale, zone } = receiptTerms(currency)
  return dayInWords(moment, readerLocale(locale), { zone })
}

type Post = { token: string; intent: GiftAction | 'file'; which?: string; className?: string; children: ReactNode }

function PostForm({ token, intent, which, className, children }: Post) {
  return (
    <form method="post" action="/api/your-gifts" className={className}>
      <PageRecordEntry needs={['portal']} />
      <input type="hidden" name={giftsField} value={token} />
      <input type="hidden" name="intent" value={intent} />
      {which && <input type="hidden" name="which" value={which} />}
      <LanguageField />
      {children}
    </form>
  )
}

function Unfold({ summary, open, children }: { summary: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group/more border-t border-line">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2 font-bold">
        {summary}
        <Icon name="chevron" className="size-4 transition-transform group-open/more:rotate-180" />
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  )
}

/** What the donor's bank asks, in currencies whose mandates only the bank changes. */
function bankNote(currency: Currency): string {
  const limit = bankAsksAbove(currency)
  const amount = limit ? formatMoney(limit, readerLocale(receiptTerms(currency).locale)) : 'none'
  return messages()('gifts.bankNote', { amount })
}

type Question = {
  id: string
  note?: string | false
  label: string
  hint?: string | undefined
  submit: string
  children: (common: object) => ReactNode
}

/** One question with its button. */
function Ask({ id, note, label, hint, submit, children }: Question) {
  const common = {
    id,
    name: 'value',
    required: true,
    ...(hint && { 'aria-describedby': `${id}-hint` }),
    className:
      'mt-1.5 block min-h-12 w-full max-w-96 rounded-field border-[1.5px] border-field bg-card px-4 py-3 text-ink',
  }
  return (
    <>
      {note && <p className="mb-4">{note}</p>}
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
      {children(common)}
      <button type="submit" className={buttonClass('outline', 'mt-4')}>
        {submit}
      </button>
    </>
  )
}

type MonthlyProps = { token: string; monthly: MonthlyGift; place: number; canChangeCard: boolean; wrongAmount: boolean }

function Monthly({ token, monthly, canChangeCard, wrongAmount, place }: MonthlyProps) {
  const { id, purpose, gift, reading, failedOn } = monthly
  const t = messages()
  const isOrder = isReference(id)
  const { currency } = gift
  const locale = readerLocale(receiptTerms(currency).locale)
  const money = reading?.money ?? gift
  return (
    <Card as="li">
      <h3>{giftInWords(money, 'monthly', textsIn().money, locale)}</h3>
      <p className="text-soft">{purpose}</p>
      {reading?.paused && <p className="mt-3 font-bold">{t('gifts.pausedNow')}</p>}
      {reading && (
        <FactList
          className="my-4"
          facts={[
            [t('stop.since'), dayOf(reading.since, currency)],
            reading.next && [t('stop.nextPayment'), dayOf(reading.next, currency)],
          ]}
        />
      )}
      {failedOn && canChangeCard && reading?.state === 'running' && (
        <Notice look="bad" className="my-4">
          <p>{t('gifts.lastFailed', { day: dayOf(failedOn, currency) })}</p>
          <PostForm token={token} intent="card" which={id} className="mt-4">
            <button type="submit" className={buttonClass()}>
              {t('gifts.card')}
            </button>
          </PostForm>
        </Notice>
      )}
      {!reading && <p className="my-4">{t('gifts.notShown')}</p>}
      {reading?.state === 'ending' && <p className="my-4">{t('stop.endsItself')}</p>}
      {isOrder && <p className="my-4">{t('gifts.orderNote')}</p>}
      {reading?.state === 'running' && !isOrder && (
        <Changes {...{ token, id, currency, reading, wrongAmount, place }} canChangeCard={canChangeCard && !failedOn} />
      )}
      {reading?.state !== 'ending' && (
        <p className="border-t border-line pt-4">
          <a href={stopPath(stopToken(id))} className={`inline-flex items-center ${lineButton}`}>
            {t(isOrder ? 'stop.endedIt' : 'gifts.stop')}
          </a>
        </p>
      )}
    </Card>
  )
}

/** The step before a gift moves to another day: when it is charged then. Without agreement it is not charged twice within twenty days. */
function MoveDay({ token, day, moving: { id, gift, reading } }: { token: string; day: string; moving: MonthlyGift }) {
  const t = messages()
  const days = movedDays(day, { gift, reading })
  if (!days) return <Result>{t('gifts.unknown')}</Result>
  const { currency } = gift
  const [first, second] = [dayOf(days.first, currency), dayOf(days.second, currency)]
  const money = giftInWords(
    reading?.money ?? gift,
    'monthly',
    textsIn().money,
    readerLocale(receiptTerms(currency).locale),
  )
  return (
    <Card as="section" className="mt-6" aria-labelledby="move-day">
      <h2 id="move-day" className="text-h3">
        {t('gifts.moveTitle', { money, day })}
      </h2>
      <p className="mt-3">{t('gifts.nextDays', { first, second })}</p>
      <PostForm token={token} intent="day" which={id} className="mt-4">
        <input type="hidden" name="value" value={days.first.toISOString()} />
        {days.soon && (
          <label className="mb-4 flex min-h-11 gap-3">
            <input type="checkbox" name="soon" value={days.soon.toISOString()} className="mt-1 size-5 shrink-0" />
            {t('gifts.soon', { day: dayOf(days.soon, currency), last: dayOf(new Date(gift.occurred_at), currency) })}
          </label>
        )}
        <button type="submit" className={buttonClass()}>
          {t('gifts.changeDay')}
        </button>
        <a href={giftsPath(token)} className={`inline-flex sm:ms-6 items-center ${lineButton}`}>
          {t('gifts.keepDay')}
        </a>
      </PostForm>
    </Card>
  )
}

type ChangesProps = Omit<MonthlyProps, 'monthly'> & {
  id: string
  currency: Currency
  reading: NonNullable<MonthlyGift['reading']>
}

function Changes({ token, id, currency, reading, place, canChangeCard, wrongAmount }: ChangesProps) {
  const t = messages()
  const { next, paused } = reading
  const terms = donationTerms(currency)
  const { zone } = receiptTerms(currency)
  const days = Array.from({ length: 28 }, (_, index) => index + 1)
  return (
    <>
      <Unfold summary={t('gifts.amount')} open={wrongAmount}>
        <PostForm token={token} intent="amount" which={id}>
          <Ask
            id={`amount-${place}`}
            note={hasMandates(currency) && bankNote(currency)}
            label={askAmount(terms, 'howMuchMonthly')}
            hint={describeGift(terms).fields.otherMoney?.hint}
            submit={t('gifts.changeAmount')}
          >
            {(common) => <input {...common} type="text" inputMode="numeric" autoComplete="off" maxLength={40} />}
          </Ask>
        </PostForm>
      </Unfold>
      {next && !paused && (
        <>
          <Unfold summary={t('gifts.day')}>
            <form action={giftsPath(null)}>
              <input type="hidden" name={giftsField} value={token} />
              <input type="hidden" name="which" value={id} />
              <Ask
                id={`day-${place}`}
                label={t('gifts.dayLabel')}
                hint={t('gifts.dayHint')}
                submit={t('gifts.showDays')}
              >
                {(common) => (
                  <select {...common} name="day" defaultValue={String(Number(wallTime(zone, next).slice(8, 10)))}>
                    {days.map((day) => (
                      <option key={day} value={day}>
                        {day}
                      </option>
                    ))}
                  </select>
                )}
              </Ask>
            </form>
          </Unfold>
          <Unfold summary={t('gifts.pause')}>
            <PostForm token={token} intent="pause" which={id}>
              <Ask id={`pause-${place}`} label={t('gifts.pauseLabel')} submit={t('gifts.pauseIt')}>
                {(common) => (
                  <select {...common}>
                    {[1, 2, 3].map((count) => (
                      <option key={count} value={count}>
                        {t('gifts.pauseFor', { count, day: dayOf(monthsAfter(next, count), currency) })}
                      </option>
                    ))}
                  </select>
                )}
              </Ask>
            </PostForm>
          </Unfold>
        </>
      )}
      {paused && (
        <PostForm token={token} intent="resume" which={id} className="border-t border-line py-4">
          <button type="submit" className={buttonClass('outline')}>
            {t('gifts.resume')}
          </button>
        </PostForm>
      )}
      {canChangeCard && (
        <PostForm token={token} intent="card" which={id} className="border-t border-line">
          <button type="submit" className={lineButton}>
            {t('gifts.card')}
          </button>
        </PostForm>
      )}
    </>
  )
}

const statuses = {
  pending: 'gifts.pending',
  refunded: 'gifts.refunded',
  disputed: 'gifts.disputed',
  lost: 'gifts.lost',
} as const

/** What it was for, with what of it was added for the fees. */
export const giftInFull = (what: string, { fee }: DonorGift, locale: Locale) =>
  fee ? messages()('gifts.withFees', { what, amount: formatMoney(fee, locale) }) : what

/** The camp that the gift helped to pay for, how far it is, and its report. */
function WentTo({ gift }: { gift: DonorGift }) {
  const camp = gift.kind !== 'sponsorship' && gift.status === 'paid' && campOfGift(camps(), gift)
  if (!camp) return null
  const t = messages()
  const stage = stageInWords(stageOf(camp, now()))
  return (
    <span className="block text-small text-soft">
      {t('reports.wentTo', { camp: camp.title, stage })}
      {camp.labelled && ` (${t('sample.camp')})`}{' '}
      {camp.report && (
        <ContentLink href={`${outcomesAddress()}#${camp.id}`} className="underline underline-offset-4">
          {t('reports.report')}
        </ContentLink>
      )}
    </span>
  )
}

function GiftRow({ token, gift }: { token: string; gift: DonorGift }) {
  const t = messages()
  const { status, currency, purpose } = gift
  const locale = readerLocale(receiptTerms(currency).locale)
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-b border-line py-3">
      <span className="text-soft">{dayOf(new Date(gift.occurred_at), currency)}</span>
      <b className="text-end">{formatMoney(gift, locale)}</b>
      <span className="wrap-anywhere">
        {giftInFull(purpose, gift, locale)}
        <WentTo gift={gift} />
      </span>
      {status === 'paid' ? (
        <PostForm token={token} intent="receipt" which={gift.id} className="text-end">
          <button type="submit" className={`${lineButton} text-small`}>
            {t('gifts.receipt')}
          </button>
        </PostForm>
      ) : (
        <span className="text-end text-soft">{isKeyOf(statuses, status) && t(statuses[status])}</span>
      )}
    </li>
  )
}

type YourGiftsProps = DonorGifts & {
  token: string
  /** Result of the last post, from the query string, so untrusted. */
  result: string
  years: readonly StatementYear[]
  monthly: readonly MonthlyGift[]
  /** The gift that is to move to another day, from the query string, so untrusted. */
  moving: { which: string; day: string }
  canChangeCard: boolean
  test: boolean
}

export function YourGifts(props: YourGiftsProps) {
  const { token, result, email, gifts, hearsReports, years, monthly, moving, canChangeCard, test } = props
  const t = messages()
  const toMove = monthly.find(({ id }) => id === moving.which)
  const hasSeveralGivers = new Set(years.map(({ giver }) => giverKey(giver))).size > 1
  return (
    <SiteFrame address={giftsAddress} className="page section">
      <div className="mx-auto max-w-170">
        {test && <TestPayments />}
        <PageHeading>{t('gifts.title')}</PageHeading>
        {isKeyOf(good, result) && <Result good>{t(good[result])}</Result>}
        {isKeyOf(bad, result) && <Result>{t(bad[result])}</Result>}
        {toMove && <MoveDay token={token} day={moving.day} moving={toMove} />}
        <p className="mt-6 text-lead wrap-anywhere">{t('gifts.all', { address: maskEmail(email) })}</p>
        {monthly.length > 0 && (
          <section className={section}>
            <h2 className={heading}>{t('gifts.monthly')}</h2>
            <ul className="mt-5 space-y-6">
              {monthly.map((gift, index) => (
                <Monthly
                  key={gift.id}
                  {...{ token, place: index, canChangeCard }}
                  wrongAmount={result === 'wrong-amount'}
                  monthly={gift}
                />
              ))}
            </ul>
          </section>
        )}
        {years.length > 0 && (
          <section className={section}>
            <h2 className={heading}>{t('gifts.statements')}</h2>
            <p className="mt-2 text-soft">{t('gifts.statementsText')}</p>
            <ul className="mt-3 flex flex-wrap gap-x-8">
              {years.map((year) => (
                <li key={statementKey(year)}>
                  <a
                    href={giftsPath(token, { statement: statementKey(year) })}
                    className={`inline-flex items-center ${lineButton}`}
                  >
                    {t('gifts.statement', {
                      year: yearInWords(year),
                      currency: currencyWords(year.currency).words,
                    })}
                    {hasSeveralGivers && `: ${addresseeOf(year.giver)}`}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className={section}>
          <h2 className={heading}>{t('gifts.list')}</h2>
          <ul className="mt-3 border-t border-line">
            {gifts.map((gift) => (
              <GiftRow key={gift.id} token={token} gift={gift} />
            ))}
          </ul>
        </section>
        <section className={section}>
          <h2 className={heading}>{t('reports.heading')}</h2>
          <p className="mt-2">{t(hearsReports ? 'reports.agreed' : 'reports.offText')}</p>
          {!hearsReports && <p className="mt-2">{t('reports.text')}</p>}
          <PostForm token={token} intent={hearsReports ? 'no-reports' : 'reports'} className="mt-4">
            <button type="submit" className={buttonClass('outline')}>
              {t(hearsReports ? 'reports.end' : 'reports.submit')}
            </button>
          </PostForm>
        </section>
        <section className={section}>
          <h2 className={heading}>{t('gifts.data')}</h2>
          <p className="mt-2">{t('gifts.fileText')}</p>
          <PostForm token={token} intent="file" className="mt-4">
            <button type="submit" className={buttonClass('outline')}>
              {t('gifts.file')}
            </button>
          </PostForm>
          <div className="mt-6">
            <Unfold summary={t('gifts.erase')}>
              <p>{t('gifts.eraseText')}</p>
              <p className="mt-3">{t('gifts.eraseKept')}</p>
              <PostForm token={token} intent="erase" className="mt-4">
                <button type="submit" className={buttonClass('outline')}>
                  {t('gifts.eraseIt')}
                </button>
              </PostForm>
            </Unfold>
          </div>
        </section>
        <Office {...receiptOffice(gifts[0]?.currency ?? null)} over />
      </div>
    </SiteFrame>
  )
}
