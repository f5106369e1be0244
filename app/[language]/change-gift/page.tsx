/** Where the link leads that a donor was mailed: the button that opens Stripe's customer portal. A visit changes nothing. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ChangeGift, type ChangeNotice } from '#components/donation/change-gift.tsx'
import { cardPayments } from '#lib/giving/checkout/card-payments.ts'
import { changeAddress, changeField, readChangeToken } from '#lib/giving/receipts/change-link.ts'
import { receiptOffice } from '#lib/giving/receipts/office.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, readParams } from '../params.ts'
import type { QueryProps } from '../query.ts'

export async function generateMetadata(props: Params): Promise<Metadata> {
  await readParams(props)
  const t = messages()
  const [title, description] = [t('change.heading'), t('change.description')]
  return codePageMetadata({ address: changeAddress, title, description, holdsKey: true })
}

const notices: readonly unknown[] = ['limited', 'unreachable', 'unknown'] satisfies ChangeNotice[]
const isNotice = (result: unknown): result is ChangeNotice => notices.includes(result)

/** proxy.ts has turned away every link that is not signed. `result` only chooses among sentences. */
export default async function ChangeGiftPage({ searchParams }: QueryProps) {
  await connection()
  const { [changeField]: given, result } = await searchParams
  const token = typeof given === 'string' ? given : ''
  return (
    <ChangeGift
      token={token}
      expired={readChangeToken(token)?.expired ?? true}
      notice={isNotice(result) ? result : null}
      test={cardPayments() === 'test'}
      office={receiptOffice(null)}
    />
  )
}
