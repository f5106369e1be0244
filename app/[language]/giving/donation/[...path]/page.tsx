/** Pages with a donation form or the giving partner’s. proxy.ts sends their addresses here. */
import { donationBlocks } from '#components/blocks/donation.tsx'
import { givingPage } from '../../giving-page.tsx'

const { generateMetadata, Page } = givingPage(donationBlocks)

export { generateMetadata }
export default Page
