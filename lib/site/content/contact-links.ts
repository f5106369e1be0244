/** Links that call a number, or open WhatsApp with a message to it. Pure. */

/** RFC 3966: digits, and the plus before a country code. */
export const telephoneHref = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`

/** https://faq.whatsapp.com/5913398998672934: digits only. `message`: the prefilled text, which the visitor can change. */
export const whatsappHref = (number: string, message = '') =>
  `https://wa.me/${number.replace(/\D/g, '')}${message && `?text=${encodeURIComponent(message)}`}`
