/** What became of a gift in rupees. */
import { giftThankYou } from '../../payment-thank-you.tsx'

const { generateMetadata, Page } = giftThankYou('/DonateIndia', {
  href: '/India',
  label: 'Read the stories from India',
})

export { generateMetadata }
export default Page
