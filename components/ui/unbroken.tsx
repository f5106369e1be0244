/**
 * Keeps a name such as 501(c)(3) on one line: browsers may break between adjacent brackets (UAX #14). A span rather than a
 * joining character, so that copied and searched text is what the editor wrote.
 */

/** Letters or digits directly followed by brackets. */
const touching = /(\w+(?:\(\w+\)){2,})/

export function Unbroken({ children }: { children: string }) {
  // Odd parts are the captures.
  return children.split(touching).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
