/** What became of a gift in dollars. */
import { giftThankYou } from '../../payment-thank-you.tsx'

const { generateMetadata, Page } = giftThankYou('/Donate', { href: '/YourImpact', label: 'See what gifts do' })

export { generateMetadata }
export default Page
