/** What became of a sponsorship of the dance. */
import { sponsorshipThankYou } from '../../sponsorship-thank-you.tsx'

const next = { href: '/FatherDaughterDance', label: 'About the dance' }
const { generateMetadata, Page } = sponsorshipThankYou('father-daughter-dance', next)

export { generateMetadata }
export default Page
