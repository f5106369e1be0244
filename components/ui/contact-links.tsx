/** Links to people: by mail and by telephone. */
import type { ReactNode } from 'react'
import { telephoneHref } from '#lib/site/content/contact-links.ts'

/** For a sentence of the catalogue that names an address, in `<email>`, and perhaps a telephone, in `<phone>`. */
export const contactLinks = (address: string, className: string, number = '') => ({
  address,
  number,
  email: (words: ReactNode) => (
    <a href={`mailto:${address}`} className={className}>
      {words}
    </a>
  ),
  phone: (words: ReactNode) => (
    <a href={telephoneHref(number)} className={className}>
      {words}
    </a>
  ),
})
