/** What was ordered, for whom, for how much and how often, and its reference: on the thank-you page of everything that is paid for. */
import { FactList } from '#components/ui/card.tsx'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import type { OrderResult } from '#lib/giving/thanks/order-result.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, giftInWords } from '#lib/platform/money.ts'
import { paymentNoun } from '#lib/site/content/giving-pages.ts'
import { recordedCampaign } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import type { FormProps } from './thank-you-frame.tsx'

const yours = {
  gift: 'thanks.yourGift',
  sponsorship: 'thanks.yourSponsorship',
  ticket: 'tickets.yours',
} as const

/** The day of a moment, in the zone of receipts in that currency and the reader's date format. */
export function dayFor(currency: Currency, moment: Date, { locale }: Page): string {
  return dayInWords(moment, readerLocale(locale), { zone: receiptOffice(currency).zone })
}

type Props = FormProps & {
  result: OrderResult
  /** What it is for. */
  purpose: string | undefined
}

export function OrderSummary({ page, form, result, purpose }: Props) {
  const locale = readerLocale(page.locale)
  const t = messages(locale)
  const { money, fee, returned, donor, frequency, paidAt, reference, tribute } = result
  if (!money && !reference) return null
  const title = recordedCampaign(result.campaign)?.title
  return (
    <FactList
      framed
      facts={[
        money && [t(yours[paymentNoun(form)]), giftInWords(money, frequency ?? 'once', textsIn().money, locale), true],
        fee && [t('thanks.fees'), formatMoney(fee, locale)],
        returned && [t('thanks.returned'), formatMoney(returned, locale)],
        purpose && [t('thanks.for'), purpose],
        title && title !== purpose && [t('thanks.campaign'), title],
        tribute && [
          t(tribute.kind === 'memory' ? 'thanks.inMemoryOf' : 'thanks.inHonorOf'),
          <bdi key="tribute">{tribute.name}</bdi>,
        ],
        donor && [
          t('thanks.givenBy', { noun: paymentNoun(form) }),
          <bdi key="donor">{donor.organisation ?? donor.name}</bdi>,
        ],
        money && paidAt && [t('thanks.date'), dayFor(money.currency, paidAt, page)],
        reference && [
          t('thanks.reference'),
          <span key="reference" className="whitespace-nowrap">
            {reference}
          </span>,
        ],
      ]}
    />
  )
}
