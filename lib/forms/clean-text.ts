/** What a stranger typed, made into text that no mail, terminal or table can be tricked with. Pure; keeps every language. */

/** Characters that turn the direction of the text around them, by which a name can be made to look like another. */
const turnsText = /[\u202a-\u202e\u2066-\u2069]/g
const composed = (text: string) => text.toWellFormed().normalize('NFC').replace(turnsText, '')

/** For names, addresses, numbers: one line, without control characters, so that nothing can begin a mail header. */
export const oneLine = (text: string): string =>
  composed(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** For messages: lines end in \n, tabs stay, other control characters go. */
export const manyLines = (text: string): string =>
  composed(text)
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
