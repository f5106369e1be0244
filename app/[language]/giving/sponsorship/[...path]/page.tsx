/** Pages with a sponsorship form. proxy.ts sends their addresses here. */
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { sponsorshipStart } from '#lib/giving/sponsorship/checkout.ts'
import { paymentForm } from '#lib/site/content/giving-pages.ts'
import { givingPage } from '../../giving-page.tsx'

const { generateMetadata, Page } = givingPage(sponsorshipBlocks, async (page, { query, cookieHeader }) => {
  const form = paymentForm(page)
  return form?.kind === 'sponsorship-form' && (await sponsorshipStart(form.event, query, cookieHeader)).fault !== null
})

export { generateMetadata }
export default Page
