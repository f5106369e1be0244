/** Where a telephone number leads: RFC 3966 takes digits, and the plus in front of a country's code. */
export const telephoneHref = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`
