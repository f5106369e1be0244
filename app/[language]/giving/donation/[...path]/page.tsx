/** Pages with a donation form or the giving partner’s. proxy.ts sends their addresses here. */
import { donationBlocks } from '#components/blocks/donation.tsx'
import { donationStart } from '#lib/giving/donation/checkout.ts'
import { paymentForm } from '#lib/site/content/giving-pages.ts'
import { givingPage } from '../../giving-page.tsx'

const { generateMetadata, Page } = givingPage(donationBlocks, async (page, { query, cookieHeader }) => {
  const form = paymentForm(page)
  return (
    form?.kind === 'donation-form' &&
    (await donationStart(form.currency, form.presets, query, cookieHeader)).fault !== null
  )
})

export { generateMetadata }
export default Page
