/** The sponsorship form in the browser. */
import { SponsorshipForm } from '#components/sponsorship/sponsorship-form.tsx'
import { hydrate } from './hydrate.tsx'

export const start = hydrate(SponsorshipForm)
