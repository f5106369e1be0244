/** Keeps untouched lines of a Markdown text as they were written: a rich-text field prints all of them in its own style. Pure. */

/** A line with text, and the empty lines (including those of a quotation) above it. */
type Line = { text: string; above: string; key: string }

/** `next`, in which each line that means the same as in `before` is written as there, with the same empty lines between two such lines. */
export function keepMarkdown(before: string, next: string): string {
  const old = linesOf(before)
  const origins = matches(old, linesOf(next))
  const lines = linesOf(next).map((line, at) => {
    const origin = origins[at]
    const was = origin !== undefined && old[origin]
    if (!was) return line
    const followsItsOld = at > 0 ? origins[at - 1] === origin - 1 : origin === 0
    return { text: was.text, above: followsItsOld ? was.above : line.above }
  })
  return lines.map(({ text, above }) => `${above}${text}`).join('\n')
}

function linesOf(markdown: string): Line[] {
  const indents: number[] = []
  let above = ''
  return markdown.split('\n').flatMap((text): Line[] => {
    if (/^[\s>]*$/.test(text)) {
      above += `${text}\n`
      return []
    }
    const indent = text.length - text.trimStart().length
    while (indents.length > 0 && (indents.at(-1) ?? 0) > indent) indents.pop()
    if (indents.at(-1) !== indent) indents.push(indent)
    const line = { text, above, key: `${indent === 0 ? 0 : indents.length} ${meaningOf(text)}` }
    above = ''
    return [line]
  })
}

/** The same for two ways to write one line: `*so*` and `_so_`, `a * b` and `a \* b`, `* item` and `- item`. Two spaces at its end break a line. */
const meaningOf = (text: string) =>
  text
    .trim()
    .replace(/^[*+-] /, '- ')
    .replace(/(?<=\s)\\(?=[*_] )/g, '')
    .replace(/(?<!\w)_|_(?!\w)/g, '*')
    .replace(/\s+/g, ' ') + (/ {2,}$/.test(text) ? '  ' : '')

/** For each next line the index of the old line that it is, in the order of both: the longest such sequence. */
function matches(old: readonly Line[], next: readonly Line[]): (number | undefined)[] {
  const longest = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      (longest[i] as number[])[j] =
        old[i]?.key === next[j]?.key ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const origins: (number | undefined)[] = []
  for (let i = 0, j = 0; j < next.length; )
    if (i < old.length && old[i]?.key === next[j]?.key) {
      origins.push(i++)
      j++
    } else if (at(i + 1, j) >= at(i, j + 1) && i < old.length) i++
    else {
      origins.push(undefined)
      j++
    }
  return origins
}
