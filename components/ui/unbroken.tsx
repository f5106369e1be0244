/**
 * Keeps a telephone number on one line, and a name such as 501(c)(3), where browsers may break between adjacent brackets (UAX #14). A span
 * rather than joining characters, so that copied and searched text is what the editor wrote.
 */

/** Letters or digits directly followed by brackets, or an international telephone number. */
const touching = /(\w+(?:\(\w+\)){2,}|\+\d[\d ]{6,}\d)/

export function Unbroken({ children }: { children: string }) {
  // Odd parts are the captures.
  return children.split(touching).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
