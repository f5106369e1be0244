/** Removes characters that could manipulate a mail, a terminal or a table from typed text. Pure; keeps every language. */

/** Bidirectional controls, which can make one name look like another. */
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
