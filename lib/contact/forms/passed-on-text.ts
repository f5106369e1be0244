/**
 * Rules for text that one stranger writes to another through us, in a mail or on a page: no web or e-mail address, and in a name at least
 * one letter. Pure and browser-safe.
 */

/**
 * Normalises text as a mail program or a browser would read it: full-width and other forms of a character become the plain one, and
 * invisible characters disappear. An ideographic full stop separates the labels of a host name (UTS 46); before a Chinese or Japanese word
 * it ends a sentence.
 */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/。(?!\p{Lo})/gu, '.')

/**
 * "evil.example", "x.com" and "203.0.113.5". Whoever writes "Dr.Lee" is asked for a space, because many endings are names and words too. The
 * initials of "K.V.Rao" pass: single capitals, before a capitalised name of three letters or more (hosts of one letter
 * are few and well known). Without lookbehind, which Safari 16.3 does not know.
 */
const address =
  /\/\/|@|\.\p{L}{2,}\/|\d\.\d+\.\d+\.\d|(?:[^\s.]{2}|(?:^|[\s.])(?!\p{Lu}\.\p{Lu}\p{L}{2})[^\s.])\.\p{L}[\p{L}\p{M}]/u

export const holdsAddress = (text: string): boolean => address.test(asRead(text))

/** Whether the text contains a visible letter, in any script. */
export const holdsLetter = (text: string): boolean => /\p{L}/u.test(asRead(text))
