/** A tel: link (RFC 3966): digits, and the plus before a country code. */
export const telephoneHref = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`
