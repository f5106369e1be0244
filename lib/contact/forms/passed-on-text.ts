/**
 * What a stranger may write to another stranger by way of us, in a mail or on a page: no web or e-mail address, and in a name at least one
 * letter. Pure and browser-safe.
 */

/**
 * As a mail program or a browser would read it: full-width and other forms of a character become the plain one, and invisible characters
 * disappear. An ideographic full stop separates the labels of a host name (UTS 46), unless it ends a Chinese or Japanese sentence.
 */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(
      /(?<![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])。|。(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/gu,
      '.',
    )

/** "evil.example" and "203.0.113.5". Whoever writes "Dr.Lee" is asked for a space, because many endings are names and words too. */
const address = /\/\/|@|[^\s.]{2}\.[\p{L}\p{M}]{2}|\.[\p{L}\p{M}]{2,}\/|(?:\d{1,3}\.){3}\d/u

/**
 * A label of one character: "x.com" and "😀.ws", but not the initials of "K.V.Rao". Those are capitals, and the name after the last one has
 * three letters or more.
 */
const shortAddress =
  /(?<![^\s.])(?!\p{Lu}\.(?!(?:C[Oo][Mm]|N[Ee][Tt]|O[Rr][Gg])(?!\p{L}))\p{Lu}\p{L}{2})[^\s.]\.[\p{L}\p{M}]{2}/u

export function holdsAddress(text: string): boolean {
  const read = asRead(text)
  return address.test(read) || shortAddress.test(read)
}

/** Whether anybody would see a letter, in any script. */
export const holdsLetter = (text: string): boolean => /\p{L}/u.test(asRead(text))
