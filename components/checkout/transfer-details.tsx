/** The account for a gift by transfer, with the reference, and for UPI a code to scan. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { cardClass } from '#components/ui/card.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import { standingOrderSteps } from '#lib/giving/mails/pledge.ts'
import { upiLink } from '#lib/giving/orders/own-pages.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Frequency, formatMoney, giftInWords, inDecimals, type Money } from '#lib/platform/money.ts'
import { transferAccount } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'

type Account = NonNullable<ReturnType<typeof transferAccount>>

type Props = { page: Page; money: Money; frequency: Frequency; reference: string; isByUpi: boolean }

export function TransferDetails({ page, money, frequency, reference, isByUpi }: Props) {
  const t = messages()
  const locale = readerLocale(page.locale)
  const isMonthly = frequency === 'monthly'
  const account = transferAccount(money.currency)
  const { upi } = account ?? {}
  const gift: Row[] = [
    {
      label: t('transfer.amount'),
      value: giftInWords(money, frequency, textsIn().money, locale),
      copied: inDecimals(money),
    },
    { label: t('transfer.reference'), value: reference, copied: reference },
  ]
  const everyMonth = isMonthly && (
    <section aria-labelledby="every-month">
      <h2 id="every-month" className="mt-9 text-h3">
        {t('transfer.everyMonth')}
      </h2>
      {standingOrderSteps(formatMoney(money, locale), reference, isByUpi && upi !== undefined).map((sentence) => (
        <p key={sentence} className="mt-3">
          {sentence}
        </p>
      ))}
    </section>
  )
  return (
    <>
      {isSample(account) && <SampleNote of="account" className="mt-3" />}
      {account && upi && isByUpi ? (
        <>
          <Upi link={upiLink({ ...upi, name: account.holder }, money, reference)} upi={upi} gift={gift} />
          {everyMonth}
          <h2 className="mt-9 text-h3">{t('transfer.orByBank')}</h2>
          <CopyList rows={bankRows(account)} />
        </>
      ) : (
        <>
          <h2 className="mt-6 text-h3">{t('transfer.byBank')}</h2>
          <CopyList rows={[...gift, ...(account ? bankRows(account) : [])]} />
          {everyMonth}
        </>
      )}
      <p className="mt-4">{t(isMonthly ? 'transfer.quoteMonthly' : 'transfer.quote')}</p>
    </>
  )
}

/** `copied`: what its button copies; without it there is no button. */
type Row = { label: string; value: string; copied?: string | undefined }

/** The rows of the account. Numbers have a copy button. */
const bankRows = ({ holder, details }: Account): Row[] => [
  { label: messages()('transfer.holder'), value: holder },
  ...details.map(({ label, value }) => ({ label, value, copied: /\d/.test(value) ? value : undefined })),
]

/** What donors type into their app or their bank's form. */
function CopyList({ rows }: { rows: readonly Row[] }) {
  const t = messages()
  return (
    <div data-behaviour="copy" className={`mt-3 px-4 ${cardClass}`}>
      <dl className="divide-y divide-line">
        {rows.map(({ label, value, copied }) => (
          <div
            key={label}
            className="grid min-h-14 grid-cols-[1fr_auto] content-center items-center gap-x-4 py-1 sm:grid-cols-[8rem_1fr_auto]"
          >
            <dt className="text-small leading-tight text-soft">{label}</dt>
            <dd className="min-w-0 font-bold wrap-anywhere max-sm:col-start-1">{value}</dd>
            {copied && (
              <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 print:hidden">
                <button
                  type="button"
                  hidden
                  value={copied}
                  className={buttonClass('outline', '[--pill-side:0.9rem] text-small')}
                >
                  {t('transfer.copy')} <span className="sr-only">{label}</span>
                </button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p
        role="status"
        data-copied={t('share.copied')}
        data-failed={t('transfer.notCopied')}
        className="text-small empty:hidden not-empty:pb-3 print:hidden"
      />
    </div>
  )
}

type UpiProps = {
  link: string
  upi: NonNullable<Account['upi']>
  /** Amount and reference. */
  gift: readonly Row[]
}

/** The link comes first where the account is a merchant's: several apps refuse it from others. Link, list and code fit in one screen of a phone. */
export function Upi({ link, upi, gift }: UpiProps) {
  const t = messages()
  const isMerchant = Boolean(upi.merchantCode ?? upi.signedLink)
  const [amount = '', reference = ''] = gift.map(({ value }) => value)
  const opener = (
    <div className="mt-3 grid max-w-measure gap-2 print:hidden">
      <p>
        <a href={upi.signedLink ?? link} className={buttonClass('ink')}>
          {t('transfer.open')}
        </a>
      </p>
      {upi.signedLink && <p>{t('transfer.fillIn')}</p>}
      {!isMerchant && <p className="text-soft">{t('transfer.refused')}</p>}
    </div>
  )
  return (
    <section aria-label={t('transfer.byUpi')}>
      {isMerchant && opener}
      <CopyList rows={[{ label: t('transfer.upiAddress'), value: upi.address, copied: upi.address }, ...gift]} />
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <QrCode
          text={link}
          label={t('transfer.code', { amount, reference })}
          className="size-44 rounded-field border border-line sm:size-52"
        />
        <p className="max-w-72 flex-1 basis-32">{t('transfer.scan')}</p>
      </div>
      {!isMerchant && opener}
    </section>
  )
}
