/** /Event5kSponsorship: sponsoring the run, at as many levels as wanted. */
import { sponsorshipFormPage } from '../sponsorship-pages.tsx'

const { generateMetadata, Page } = sponsorshipFormPage('5k-run')

export { generateMetadata }
export default Page
