/**
 * The account for a gift by transfer, with the reference, and for UPI a code to scan. Shown until the transfer is confirmed. The link is
 * also mailed to an unproven address, so the page says nothing about the donor.
 */
import { ButtonLink, ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { FactList } from '#components/ui/card.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import type { WaitingPledge } from '#lib/giving/checkout/transfers.ts'
import { upiLink } from '#lib/giving/checkout/transfers.ts'
import { standingOrderSteps } from '#lib/giving/pledges/mail.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney, giftInWords, inDecimals } from '#lib/platform/money.ts'
import { qrPath } from '#lib/platform/qr.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { transferAccount } from '#lib/site/content/index.ts'
import { type FormProps, NextSteps, officeOf, ThankYouFrame } from './thank-you-page.tsx'

type Account = NonNullable<ReturnType<typeof transferAccount>>

export function PledgePage({ page, form, pledge }: FormProps & { pledge: WaitingPledge }) {
  const t = messages()
  const { money, reference, isMonthly, isByUpi, isMailed } = pledge
  const locale = readerLocale(page.locale)
  const amount = formatMoney(money, locale)
  const account = transferAccount(money.currency)
  const { upi } = account ?? {}
  return (
    <ThankYouFrame
      address={thankYouAddress(page.address)}
      heading={t('transfer.heading')}
      picture={null}
      next={<ButtonLink href={form.next.href}>{form.next.label}</ButtonLink>}
      questions="questionsPayment"
      email={officeOf(form)}
    >
      <p className="mt-6 text-lead">{t(isMonthly ? 'transfer.sentenceMonthly' : 'transfer.sentence', { amount })}</p>
      {account?.sample && <SampleNote of="account" className="mt-5" />}
      <FactList
        framed
        facts={[
          [t('transfer.amount'), isMonthly ? giftInWords(money, 'monthly', textsIn().money, locale) : amount, true],
          [
            t('transfer.reference'),
            <span key="reference" className="whitespace-nowrap">
              {reference}
            </span>,
          ],
        ]}
      />
      <p>{t(isMonthly ? 'transfer.quoteMonthly' : 'transfer.quote')}</p>
      {isMonthly && (
        <section aria-labelledby="every-month">
          <h2 id="every-month" className="mt-9 text-h3">
            {t('transfer.everyMonth')}
          </h2>
          {standingOrderSteps(amount, reference, isByUpi && upi !== undefined).map((sentence) => (
            <p key={sentence} className="mt-3">
              {sentence}
            </p>
          ))}
        </section>
      )}
      {account && upi && isByUpi && (
        <Upi
          link={upiLink({ ...upi, name: account.holder }, money, reference)}
          copies={{ address: upi.address, amount: inDecimals(money), reference }}
          {...{ upi, amount, reference }}
        />
      )}
      {account && <Bank account={account} heading={t(upi && isByUpi ? 'transfer.orByBank' : 'transfer.byBank')} />}
      <NextSteps>
        <li>{t(isMonthly ? 'transfer.arrivesMonthly' : 'transfer.arrives')}</li>
        {isMailed && <li>{t('transfer.mailed')}</li>}
        <li className="print:hidden">{t('transfer.stays')}</li>
      </NextSteps>
    </ThankYouFrame>
  )
}

type UpiProps = {
  link: string
  upi: NonNullable<Account['upi']>
  amount: string
  reference: string
  /** What donors type into their app where the link is refused. */
  copies: Readonly<Record<'address' | 'amount' | 'reference', string>>
}

/**
 * The link comes first where the account is a merchant's: several apps refuse it from others. The code is dark on white in every color
 * scheme, because many cameras read nothing else.
 */
export function Upi({ link, upi, amount, reference, copies }: UpiProps) {
  const t = messages()
  const { path, size } = qrPath(link)
  const isMerchant = Boolean(upi.merchantCode ?? upi.signedLink)
  const opener = (
    <div className="mt-4 grid max-w-measure gap-2 print:hidden">
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
    <section aria-labelledby="by-upi">
      <h2 id="by-upi" className="mt-9 text-h3">
        {t('transfer.byUpi')}
      </h2>
      {isMerchant && opener}
      <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-5">
        <svg
          role="img"
          aria-label={t('transfer.code', { amount, reference })}
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          className="size-52 rounded-card border border-line forced-color-adjust-none"
        >
          <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
          <path fill="#000" d={path} />
        </svg>
        <div className="grid max-w-72 gap-4">
          <p>{t('transfer.scan')}</p>
          <p>
            <span className="text-soft">{t('transfer.upiAddress')}</span>
            <br />
            <strong className="wrap-anywhere">{upi.address}</strong>
          </p>
          <div hidden data-behaviour="copy" className="print:hidden">
            <ButtonRow>
              {(['address', 'amount', 'reference'] as const).map((what) => (
                <button key={what} type="button" value={copies[what]} className={buttonClass('outline')}>
                  {t('transfer.copy', { what })}
                </button>
              ))}
            </ButtonRow>
            <p
              role="status"
              data-copied={t('share.copied')}
              data-failed={t('transfer.notCopied')}
              className="mt-2 min-h-6"
            />
          </div>
        </div>
      </div>
      {!isMerchant && opener}
    </section>
  )
}

function Bank({ account, heading }: { account: Account; heading: string }) {
  const details = account.details.map(({ label, value }) => [label, value] as const)
  return (
    <section aria-labelledby="by-bank">
      <h2 id="by-bank" className="mt-9 text-h3">
        {heading}
      </h2>
      <FactList className="mt-3" facts={[[messages()('transfer.holder'), account.holder], ...details]} />
    </section>
  )
}
