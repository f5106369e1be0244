/** Submits the sign-up without leaving the page. */
import { describeNewsletter } from '#lib/contact/enquiries/form.ts'
import { submitInPlace } from './posted-form.ts'

export const start = (root: HTMLElement): void => submitInPlace(root, (texts) => describeNewsletter(texts))
