/** Typed text: cleaned of characters that could manipulate a mail, a terminal or a table, and examined. Pure; keeps every language. */
/** Bidirectional controls, which can make one name look like another, and the byte order mark, which JavaScript takes for a space. */
const never = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
const composed = (text: string) => text.toWellFormed().normalize('NFC').replace(never, '')

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

/**
 * Normalises text as a mail program or a browser would read it: full-width and other forms of a character become the plain one, and
 * invisible characters disappear. An ideographic full stop separates the labels of a host name (UTS 46). Before a Chinese or Japanese word that
 * is not a common ending of one (https://data.iana.org/TLD/tlds-alpha-by-domain.txt), it ends a sentence; 我爱你 is left out, which is one.
 */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(
      /。(?:(?![\u3040-\u30ff\u3400-\u9fff])|(?=(?:中[国國]|香港|台[湾灣]|公[司益]|网[址店站络]|商[城店标]|在线|コム|みんな|テスト)(?!\p{L})))/gu,
      '.',
    )

/**
 * "evil.example", "x.com" and "203.0.113.5". Whoever writes "Dr.Lee" is asked for a space, because many endings are names and words too. The
 * initials of "K.V.Rao" pass: single capitals, before a capitalised name of three letters or more that is not an ending of many addresses. Without
 * lookbehind, which Safari 16.3 does not support.
 */
const address =
  /\/\/|@|\.\p{L}{2,}\/|\d\.\d+\.\d+\.\d|(?:[^\s.]{2}|(?:^|[\s.])(?!\p{Lu}\.\p{Lu}\p{L}{2})[^\s.])\.\p{L}[\p{L}\p{M}]/u
const likeInitials =
  /(?:^|[\s.])[^\s.]\.(?:com|net|org|info|app|dev|page|xyz|top|site|online|shop|store|live|link|today|world|vip)(?!\p{L})/iu

/** What a stranger may write to another stranger by way of us, in a mail or on a page, holds no web or e-mail address. */
export function holdsAddress(text: string): boolean {
  const read = asRead(text)
  return address.test(read) || likeInitials.test(read)
}

/** Whether the text contains a visible letter, in any script. */
export const holdsLetter = (text: string): boolean => /\p{L}/u.test(asRead(text))

/** Without what does not distinguish two mailboxes, to compare addresses: spaces around, case, full width, invisible characters. */
export const normalEmail = (email: string): string =>
  email
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .trim()
    .toLowerCase()

/** d•••@example.org: enough for its owner to recognise the mailbox, too little for anybody else to write to it. Pure. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
