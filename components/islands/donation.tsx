/** The donation form in the browser. */
import { DonationForm } from '#components/donation/donation-form.tsx'
import { hydrate } from './hydrate.tsx'

export const start = hydrate(DonationForm)
