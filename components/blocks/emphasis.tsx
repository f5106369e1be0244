/** The coloured words of a heading, written as *words* in content. */

export type Run = { text: string; coloured: boolean }

/** Splits at pairs of asterisks; a single one stays an asterisk. */
export function emphasis(heading: string): Run[] {
  return heading
    .split(/\*([^*]+)\*/)
    .map((text, index) => ({ text, coloured: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** The length of a heading's longest word, which limits its size: `long` from 12 letters, `longer` from 14, `longest` from 17. A hyphen ends a word. */
export function wordLength(heading: string): 'usual' | 'long' | 'longer' | 'longest' {
  const letters = Math.max(
    ...heading
      .replaceAll('*', '')
      .split(/\s+|(?<=-)/)
      .map((word) => word.length),
  )
  if (letters > 16) return 'longest'
  if (letters > 13) return 'longer'
  return letters > 11 ? 'long' : 'usual'
}

export function Emphasis({ heading }: { heading: string }) {
  return emphasis(heading).map(({ text, coloured }) =>
    coloured ? (
      // A short word never breaks, not even at a hyphen: no-more, cleft-free.
      <em key={text} className={`text-coral not-italic ${/^\S{1,11}$/.test(text) ? 'whitespace-nowrap' : ''}`}>
        {text}
      </em>
    ) : (
      text
    ),
  )
}
