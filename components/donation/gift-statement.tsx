/** A donor's gifts of a year on one page, which prints on one sheet. */

import { SiteFrame } from '#components/layout/site-frame.tsx'
import { isInReturn } from '#lib/giving/products/index.ts'
import { giftsAddress, giftsPath } from '#lib/giving/receipts/links.ts'
import { addresseeOf, addressOf } from '#lib/giving/receipts/wording.ts'
import type { DonorGift } from '#lib/giving/receipts/your-gifts.ts'
import { type StatementYear, yearInWords } from '#lib/giving/receipts/your-gifts.ts'
import { now } from '#lib/platform/clock.ts'
import { dayInWords, type Locale, monthInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { receiptTerms } from '#lib/site/content/index.ts'
import { giftInFull } from './your-gifts.tsx'

/** More rows do not fit one sheet; each month is then one row. */
const maxRows = 20

type Row = { key: string; date: string; what: string; reference: string; amount: number }
type Props = { token: string; year: StatementYear; email: string; gifts: readonly DonorGift[] }

/** With the value of the sponsor's benefits, if known. */
const sponsored = ({ purpose, value }: DonorGift, locale: Locale) =>
  value ? `${purpose}. ${messages()('gifts.fairValue', { value: formatMoney(value, locale) })}` : purpose

function rowsOf(gifts: readonly DonorGift[], { currency }: StatementYear): Row[] {
  const t = messages()
  const { zone, locale: main } = receiptTerms(currency)
  const locale = readerLocale(main)
  if (gifts.length <= maxRows)
    return gifts.map((gift) => ({
      key: gift.id,
      date: dayInWords(new Date(gift.occurred_at), locale, { zone }),
      what: isInReturn(gift)
        ? sponsored(gift, locale)
        : giftInFull(t('gifts.giftFor', { purpose: gift.purpose }), gift, locale),
      reference: gift.reference ?? gift.object_id,
      amount: gift.amount,
    }))
  const months = new Map<string, DonorGift[]>()
  for (const gift of gifts) {
    const key = `${wallTime(zone, new Date(gift.occurred_at)).slice(0, 7)} ${isInReturn(gift) ? gift.id : ''}`
    months.set(key, [...(months.get(key) ?? []), gift])
  }
  return [...months].map(([key, ofMonth]) => ({
    key,
    date: monthInWords(key.slice(0, 7), locale),
    what:
      ofMonth[0] && isInReturn(ofMonth[0])
        ? sponsored(ofMonth[0], locale)
        : t('gifts.countOfGifts', { count: ofMonth.length }),
    reference: '',
    amount: ofMonth.reduce((sum, { amount }) => sum + amount, 0),
  }))
}

export function GiftStatement({ token, year, email, gifts }: Props) {
  const t = messages()
  const { currency } = year
  const latest = gifts.at(-1)
  // The legal terms of that year.
  const terms = receiptTerms(currency, latest && new Date(latest.occurred_at))
  const locale = readerLocale(terms.locale)
  const amount = gifts.reduce((sum, gift) => sum + gift.amount, 0)
  const kinds = new Set(gifts.map((gift) => (!isInReturn(gift) ? 'gift' : gift.kind)))
  const shared = 'border-b border-line py-2 align-top font-normal print:py-0.5'
  const cell = `${shared} pe-4 text-start`
  const sumCell = `${shared} text-end whitespace-nowrap`
  return (
    <SiteFrame address={giftsAddress} className="page section print:py-0">
      <article className="statement mx-auto max-w-200 print:text-[10pt] print:leading-snug">
        <p className="mb-6 print:hidden">
          <a href={giftsPath(token)} className="underline">
            {t('gifts.back')}
          </a>
        </p>
        <h1 className="text-h2">{t('gifts.statementOf', { year: yearInWords(year) })}</h1>
        <p className="mt-3 text-soft print:hidden">{t('gifts.printText')}</p>
        <div className="mt-6 grid gap-6 lg:grid-cols-2 print:mt-2 print:grid-cols-2">
          <address className="not-italic">
            <b>{terms.legalName}</b>
            {[...addressOf(terms), ...terms.registrations.map(({ label, value }) => `${label}: ${value}`)].map(
              (line) => (
                <span key={line} lang={defaultLanguage} className="block">
                  {line}
                </span>
              ),
            )}
          </address>
          <p className="wrap-anywhere">
            {t('gifts.for')} <b>{addresseeOf(latest?.donor_name ?? '')}</b>
            <span className="block">{email}</span>
            <span className="block">{t('gifts.made', { day: dayInWords(now(), locale, { zone: terms.zone }) })}</span>
          </p>
        </div>
        <table className="mt-8 w-full border-collapse border-t border-line print:mt-3">
          <thead>
            <tr>
              {(['date', 'what', 'reference'] as const).map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={`${cell} text-soft ${name === 'reference' ? 'max-lg:hidden print:table-cell' : ''}`}
                >
                  {t(`gifts.${name}`)}
                </th>
              ))}
              <th scope="col" className={`${sumCell} text-soft`}>
                {t('gifts.sum')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(gifts, year).map((row) => (
              <tr key={row.key}>
                <td className={cell}>{row.date}</td>
                <td className={`${cell} wrap-anywhere`}>{row.what}</td>
                <td className={`${cell} max-lg:hidden print:table-cell`}>{row.reference}</td>
                <td className={sumCell}>{formatMoney({ ...row, currency }, locale)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2} className="py-3 text-start print:py-1">
                {t('gifts.total')}
              </th>
              <td className="max-lg:hidden print:table-cell" />
              <td className="py-3 text-end font-bold whitespace-nowrap print:py-1">
                {formatMoney({ amount, currency }, locale)}
              </td>
            </tr>
          </tfoot>
        </table>
        {kinds.has('gift') && (
          <p className="mt-6 print:mt-2">{kinds.size > 1 ? t('gifts.giftFor', { purpose: terms.gift }) : terms.gift}</p>
        )}
        {kinds.has('sponsorship') && <p className="mt-4 print:mt-2">{terms.sponsorship}</p>}
        {kinds.has('ticket') && <p className="mt-4 print:mt-2">{t('tickets.unvalued')}</p>}
        <p className="mt-6 print:mt-2">
          {[terms.signatory.name, terms.signatory.role, terms.legalName].filter(Boolean).join(', ')}
        </p>
      </article>
    </SiteFrame>
  )
}
