/** /FatherDaughterSponser: sponsoring the dance, at one level. */
import { sponsorshipFormPage } from '../sponsorship-pages.tsx'

const { generateMetadata, Page } = sponsorshipFormPage('father-daughter-dance')

export { generateMetadata }
export default Page
