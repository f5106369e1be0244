/**
 * Text in which a name such as 501(c)(3) stays on one line: browsers may break between two brackets that touch (UAX #14). A span
 * and not a joining character, so that what is copied, searched for or given to machines is what the editor wrote.
 */

/** Letters or digits, and brackets that follow at once. */
const touching = /(\w+(?:\(\w+\)){2,})/

export function Unbroken({ children }: { children: string }) {
  // Every other part is what the brackets caught.
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
