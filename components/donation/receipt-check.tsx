/** The page on which anybody checks a receipt: the form and the result. Names no donor. */

import { FormField } from '#components/forms/field.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { FactList, Notice } from '#components/ui/card.tsx'
import { type Check, checkAddress } from '#lib/giving/receipts/check.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { StopGiftFrame } from './stop-gift.tsx'

type Known = Exclude<Check, { state: 'unknown' }>

function Found({ check: { state, number, version, money, day, latest } }: { check: Known }) {
  const t = messages()
  const { zone, locale: main } = receiptOffice(money.currency)
  const locale = readerLocale(main)
  const inWords = (moment: Date) => dayInWords(moment, locale, { zone })
  return (
    <>
      <Notice
        role={state === 'genuine' ? 'status' : 'alert'}
        look={state === 'genuine' ? 'good' : 'bad'}
        className="mt-6"
      >
        {t(`check.${state}`, { version: latest.version, day: inWords(latest.issuedAt) })}
      </Notice>
      <FactList
        framed
        className="mt-6"
        facts={[
          [t('check.number'), number],
          [t('check.version'), String(version)],
          [t('check.amount'), formatMoney(money, locale), true],
          [t('check.day'), inWords(day)],
        ]}
      />
      <p className="mt-4 text-soft">{t('check.compare')}</p>
    </>
  )
}

type ReceiptCheckProps = {
  number: string | undefined
  result: Check | 'limited' | 'unavailable' | null
}

export function ReceiptCheck({ number = '', result }: ReceiptCheckProps) {
  const t = messages()
  const { form } = textsIn()
  const failed = result === 'limited' || result === 'unavailable' ? t(`gifts.${result}`) : null
  const problem = failed ?? (result && typeof result === 'object' && result.state === 'unknown' && t('check.unknown'))
  return (
    <StopGiftFrame address={checkAddress} heading={t('check.title')} over office={receiptOffice(null)}>
      {problem && (
        <Notice role="alert" look="bad" className="mt-6">
          {problem}
        </Notice>
      )}
      {result && typeof result === 'object' && result.state !== 'unknown' && <Found check={result} />}
      <form action={localizedHref(checkAddress)} className="mt-8 space-y-6">
        <p className={result ? '' : 'text-lead'}>{t('check.how')}</p>
        <FormField
          name="number"
          label={t('check.number')}
          hint={t('check.numberHint')}
          texts={form}
          maxLength={20}
          value={number}
          required
        />
        <FormField
          name="code"
          label={t('check.code')}
          hint={t('check.codeHint')}
          texts={form}
          maxLength={40}
          required
        />
        <button type="submit" className={buttonClass()}>
          {t('check.submit')}
        </button>
      </form>
    </StopGiftFrame>
  )
}
