/** What became of a sponsorship of the dance. */
import { sponsorshipThankYou } from '../../sponsorship-pages.tsx'

const next = { href: '/FatherDaughterDance', label: 'About the dance' }
const { generateMetadata, Page } = sponsorshipThankYou('father-daughter-dance', next)

export { generateMetadata }
export default Page
