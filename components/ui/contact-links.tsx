/** Links to people: by mail and by telephone. */
import type { ReactNode } from 'react'

/** A tel: link (RFC 3966): digits, and the plus before a country code. */
export const telephoneHref = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`

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
