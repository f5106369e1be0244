/**
 * Without a link: the form to request one; with that of a mail about a camp, the button that ends such mails. With a mailed link: all gifts of that address, or its statement of a year. A visit changes
 * nothing.
 */
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { GiftStatement } from '#components/donation/gift-statement.tsx'
import { AskForLink, EndReports } from '#components/donation/stop-gift.tsx'
import { YourGifts } from '#components/donation/your-gifts.tsx'
import { cardPayments, cardProvider, hasCustomerPortal } from '#lib/giving/orders/card-payments.ts'
import { paymentPageLimit } from '#lib/giving/orders/limits.ts'
import { giftsAddress, giftsField, readGiftsToken, reportsField } from '#lib/giving/receipts/links.ts'
import { isOffered } from '#lib/giving/receipts/request-link.ts'
import { donorGifts, giftsInYear, monthlyGifts, statementKey, statementYears } from '#lib/giving/receipts/your-gifts.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { describedIn, type QueryProps } from '../params.ts'

export const generateMetadata = describedIn('gifts', giftsAddress, { holdsKey: true })

const textIn = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/** app/routing.ts has rejected every link with an invalid signature. `result` only selects a sentence. */
export default async function YourGiftsPage({ searchParams }: QueryProps) {
  await connection()
  const query = await searchParams
  const [token, result, statement] = [textIn(query[giftsField]), textIn(query.result), textIn(query.statement)]
  const reports = textIn(query[reportsField])
  if (reports) return <EndReports token={reports} ended={result === 'no-reports'} />
  const moving = { which: textIn(query.which), day: textIn(query.day) }
  const test = cardPayments() === 'test'
  const link = readGiftsToken(token)
  if (!link) return <AskForLink result={isOffered() ? result : 'not-offered'} />
  if (link.expired) return <AskForLink result="expired" />
  const within = limitPage(await headers(), paymentPageLimit)
  const found = await donorGifts(link.giftId).catch((error) => {
    log.error('The gifts of a donor could not be read', { error })
    return 'unavailable' as const
  })
  if (found === 'unavailable') return <AskForLink result="unavailable" />
  if (!found) return <AskForLink result="expired" />
  const years = statementYears(found.gifts)
  const year = years.find((year) => statementKey(year) === statement)
  if (year) return <GiftStatement token={token} year={year} {...found} gifts={giftsInYear(found.gifts, year)} />
  const monthly = await monthlyGifts(found, within.ok ? cardProvider() : null)
  return (
    <YourGifts {...{ token, result, years, monthly, moving, test }} {...found} canChangeCard={hasCustomerPortal()} />
  )
}
