/** All gifts of one address, for the holder of a mailed link: monthly gifts and what can be changed in them, receipts, statements, and the donor's data. */

import { outcomesAddress, stageInWords } from '#components/blocks/camps.tsx'
import { TestPayments } from '#components/checkout/notices.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { maskEmail } from '#lib/contact/forms/text.ts'
import { publishesReports } from '#lib/giving/receipts/camp-report.ts'
import { giftsAddress, giftsPath } from '#lib/giving/receipts/links.ts'
import { addresseeOf, receiptOffice } from '#lib/giving/receipts/wording.ts'
import {
  type DonorGift,
  type DonorGifts,
  type GiftResult,
  giverKey,
  type MonthlyGift,
  type StatementYear,
  statementKey,
  yearInWords,
} from '#lib/giving/receipts/your-gifts.ts'
import { now } from '#lib/platform/clock.ts'
import type { Locale } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { campOfGift, stageOf } from '#lib/site/camps/outcomes.ts'
import { camps, currencyWords, receiptTerms } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { dayOf, lineButton, PostForm, Unfold } from './gift-forms.tsx'
import { Monthly, MoveDay } from './monthly-gift.tsx'
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
      {isSample(camp) && ` (${t('sample.camp')})`}{' '}
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
      {status === 'paid' && !gift.imported ? (
        <PostForm
          {...{ token, which: gift.id }}
          intent="receipt"
          submit={t('gifts.receipt')}
          look={`${lineButton} text-small`}
          className="text-end"
        />
      ) : (
        <span className="text-end text-soft">
          {isKeyOf(statuses, status)
            ? t(statuses[status])
            : gift.own_receipt && t('gifts.ownReceipt', { number: gift.own_receipt })}
        </span>
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
        {(hearsReports || publishesReports()) && (
          <section className={`${section} print:hidden`}>
            <h2 className={heading}>{t('reports.heading')}</h2>
            <p className="mt-2">{t(hearsReports ? 'reports.agreed' : 'reports.offText')}</p>
            {!hearsReports && <p className="mt-2">{t('reports.text')}</p>}
            <PostForm
              token={token}
              intent={hearsReports ? 'no-reports' : 'reports'}
              submit={t(hearsReports ? 'reports.end' : 'reports.submit')}
              className="mt-4"
            />
          </section>
        )}
        <section className={`${section} print:hidden`}>
          <h2 className={heading}>{t('gifts.data')}</h2>
          <p className="mt-2">{t('gifts.fileText')}</p>
          <PostForm token={token} intent="file" submit={t('gifts.file')} className="mt-4" />
          <div className="mt-6">
            <Unfold summary={t('gifts.erase')}>
              <p>{t('gifts.eraseText')}</p>
              <p className="mt-3">{t('gifts.eraseKept')}</p>
              <PostForm token={token} intent="erase" submit={t('gifts.eraseIt')} className="mt-4" />
            </Unfold>
          </div>
        </section>
        <Office {...receiptOffice(gifts[0]?.currency ?? null)} over />
      </div>
    </SiteFrame>
  )
}
