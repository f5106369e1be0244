/** The rows of the books that an import makes. Pure, but for the content. */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { ImportedSignUp } from '#lib/contact/enquiries/newsletter.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { ImportRow } from '#lib/giving/exchange/read-rows.ts'
import { donorName } from '#lib/giving/exchange/verdicts.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { newReference } from '#lib/platform/reference.ts'
import type { Database } from '#lib/platform/store/index.ts'
import { currencyTerms, usualCurrency } from '#lib/site/content/currencies.ts'
import { campaigns, reasons } from '#lib/site/content/index.ts'

export type StagedRow = ImportRow & { number: number }

const plain = (text: string) => text.trim().toLowerCase()
/** The purpose and the campaign that content has under these names; null for others. */
function purposeOf({ purpose, campaign }: { purpose: string; campaign: string }) {
  const named = (one: string, ...others: string[]) => one !== '' && others.some((other) => plain(other) === plain(one))
  return {
    reason: reasons().find(({ code, label }) => named(purpose, String(code), label))?.code ?? null,
    campaign: campaigns().find(({ slug, title }) => named(campaign, slug, title))?.slug ?? null,
  }
}

/** Noon UTC is on the same day in India and in the USA. */
const noonOf = (day: string) => `${day}T12:00:00.000Z`

/** @param references of monthly gifts, by their ids at the payment service. */
export function giftsOf(id: string, rows: readonly StagedRow[], references: ReadonlyMap<string, string>): Gift[] {
  const time = utcNow()
  return rows.flatMap((row): Gift[] => {
    const { gift, email, subscription, number } = row
    if (!gift) return []
    const at = noonOf(gift.day)
    return [
      {
        id: randomUUID(),
        object_id: gift.id ?? `import:${id}:${number}`,
        kind: subscription ? 'monthly' : gift.kind,
        status: gift.status,
        ...gift.money,
        ...purposeOf(gift),
        reference: (subscription && references.get(subscription)) || newReference('G'),
        session_id: null,
        subscription_id: subscription,
        donor_name: donorName(row),
        donor_email: email,
        occurred_at: at,
        recorded_at: time,
        updated_at: time,
        paid_at: at,
        answer_by: null,
        method: gift.method,
        given_back: gift.refunded,
        ...{ provider_fee: null, provider_net: null, fee_currency: null, payout: null, paid_out_at: null },
        imported: id,
        own_receipt: gift.receipt,
        own_receipt_day: gift.receiptDay,
      },
    ]
  })
}

type OrderRow = Insertable<Database['orders']>
/** An order that another system took. `from`: the import; of a monthly gift that the payment service has to be asked about, `adopted:` and the import. */
export function orderRow(
  row: StagedRow,
  { reference, key, from, ...more }: { reference: string; key: string; from: string } & Partial<OrderRow>,
): OrderRow {
  const time = utcNow()
  const { currency, amount } = row.gift?.money ?? { currency: usualCurrency(), amount: 0 }
  const { purpose = '', campaign = '' } = row.gift ?? {}
  const known = purposeOf({ purpose, campaign })
  const answers = {
    ...row.answers,
    ...(row.organisation && { donorType: '2' }),
    ...(known.reason !== null ? { reason: String(known.reason) } : purpose && { importedPurpose: purpose }),
    ...(known.campaign !== null ? { campaign: known.campaign } : campaign && { importedCampaign: campaign }),
  }
  return {
    id: randomUUID(),
    reference,
    product: 'gift',
    form: currencyTerms(currency).form,
    pay_by: 'office',
    state: 'paid',
    currency,
    amount,
    frequency: 'once',
    closes_at: null,
    page_id: null,
    key,
    request_hash: from,
    donor_name: row.name,
    organisation: row.organisation || null,
    email: row.email,
    email_key: normalEmail(row.email),
    language: null,
    answers: JSON.stringify(answers),
    created_at: row.gift ? noonOf(row.gift.day) : time,
    updated_at: time,
    erase_after: null,
    ended_at: null,
    ...more,
  }
}

/** Only for gifts of which more is known than the books have room for. */
export function ordersFor(id: string, rows: readonly StagedRow[], gifts: readonly Gift[]): OrderRow[] {
  const withGift = rows.filter(({ gift }) => gift)
  return withGift.flatMap((row, index) => {
    const made = gifts[index]
    if (!made?.reference || row.subscription) return []
    const isMore =
      Object.keys(row.answers).length > 0 ||
      row.organisation !== '' ||
      (row.gift?.purpose && made.reason === null) ||
      (row.gift?.campaign && made.campaign === null)
    return isMore ? [orderRow(row, { reference: made.reference, key: `import:${id}:${row.number}`, from: id })] : []
  })
}

export const signUpsOf = (id: string, rows: readonly StagedRow[]): ImportedSignUp[] =>
  rows.flatMap(({ number, name, email, consent }) =>
    consent
      ? [
          {
            name,
            email,
            source: consent.source,
            key: `import:${id}:${number}`,
            since: consent.since ? noonOf(consent.since) : utcNow(),
          },
        ]
      : [],
  )
