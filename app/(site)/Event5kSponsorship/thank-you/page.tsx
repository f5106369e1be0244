/** What became of a sponsorship of the run. */
import { sponsorshipThankYou } from '../../sponsorship-thank-you.tsx'

const { generateMetadata, Page } = sponsorshipThankYou('5k-run', { href: '/Race', label: 'About the race' })

export { generateMetadata }
export default Page
