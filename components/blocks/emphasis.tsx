/** The coloured words of a heading, written as *words* in content. */

export type Run = { text: string; coloured: boolean }

/** Splits at pairs of asterisks; one without a partner is an asterisk. */
export function emphasis(heading: string): Run[] {
  return heading
    .split(/\*([^*]+)\*/)
    .map((text, place) => ({ text, coloured: place % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

export function Emphasis({ heading }: { heading: string }) {
  return emphasis(heading).map(({ text, coloured }) =>
    coloured ? (
      <em key={text} className="text-coral not-italic">
        {text}
      </em>
    ) : (
      text
    ),
  )
}
