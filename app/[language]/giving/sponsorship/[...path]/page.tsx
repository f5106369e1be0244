/** Pages with a sponsorship form. proxy.ts sends their addresses here. */
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { givingPage } from '../../giving-page.tsx'

const { generateMetadata, Page } = givingPage(sponsorshipBlocks)

export { generateMetadata }
export default Page
