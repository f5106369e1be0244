/** Says whether a receipt is genuine: by the code in its QR code, or the number and the code that somebody types. A visit changes nothing. */
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { ReceiptCheck } from '#components/donation/receipt-check.tsx'
import { paymentPageLimit } from '#lib/giving/orders/limits.ts'
import { checkAddress, checkReceipt } from '#lib/giving/receipts/check.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { describedIn, type QueryProps } from '../params.ts'

export const generateMetadata = describedIn('check', checkAddress)

export default async function CheckPage({ searchParams }: QueryProps) {
  await connection()
  const query = await searchParams
  const isAsked = query.code !== undefined
  const [code, number] = [query.code, query.number].map((value) => [value].flat()[0] ?? '') as [string, string]
  const within = limitPage(await headers(), paymentPageLimit)
  try {
    const result = isAsked && (within.ok ? await checkReceipt(code, number) : 'limited')
    return <ReceiptCheck number={number} result={result || null} />
  } catch (error) {
    log.error('A receipt could not be checked', { error })
    return <ReceiptCheck number={number} result="unavailable" />
  }
}
