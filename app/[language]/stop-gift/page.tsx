/** The page behind the link in a monthly gift's receipt: the gift, and the button that stops it. A visit changes nothing. */
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { StopGift } from '#components/donation/stop-gift.tsx'
import { cardPayments, cardProvider } from '#lib/giving/orders/card-payments.ts'
import { paymentPageLimit } from '#lib/giving/orders/limits.ts'
import { giftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { stopAddress, stopField, stopPath } from '#lib/giving/receipts/links.ts'
import { linkRecipient } from '#lib/giving/receipts/request-link.ts'
import { receiptOffice } from '#lib/giving/receipts/wording.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { describedIn, type QueryProps } from '../params.ts'

export const generateMetadata = describedIn('stop', stopAddress, { holdsKey: true })

/** `result` only selects a sentence; the state of the gift comes from Stripe. app/routing.ts has rejected every link with an invalid signature. */
export default async function StopGiftPage({ searchParams }: QueryProps) {
  await connection()
  const { [stopField]: given, result } = await searchParams
  const token = typeof given === 'string' ? given : ''
  const within = limitPage(await headers(), paymentPageLimit)
  const gift = within.ok ? await giftToStop(token, cardProvider()) : { state: 'unreachable' as const }
  return (
    <StopGift
      gift={gift}
      token={token}
      result={typeof result === 'string' ? result : ''}
      linkTo={await linkRecipient(token)}
      test={cardPayments() === 'test'}
      office={receiptOffice('money' in gift ? (gift.money?.currency ?? null) : null)}
      again={stopPath(token)}
    />
  )
}
