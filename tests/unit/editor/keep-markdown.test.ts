/** A text edited as rich text keeps the lines that were not edited as they were written. */
import { keepMarkdown } from '#editor/keep-markdown.ts'

const text = `It began with *one* name,
and a list.

## Lists
- one
- two, with **bold**
  - nested
- three

1. first
2. second

> A quotation
> of two lines

A hard break  
and 2 * 2 with [words](/India "title").

Last paragraph.`

/** As the rich-text field prints it. */
const reprinted = text
  .replace('*one*', '_one_')
  .replace('## Lists', '## Lists\n')
  .replace('  - nested', '    - nested')
  .replace('2 * 2', String.raw`2 \* 2`)
  .replace('> of', '>  of')

test.each<[string, (text: string) => string]>([
  ['nothing', (text) => text],
  ['a word', (text) => text.replace('Last paragraph', 'The last paragraph')],
  ['a line with emphasis', (text) => text.replace('and a list', 'and a _long_ list')],
  ['a new paragraph', (text) => text.replace('\n1. first', '\nIn between.\n\n1. first')],
  ['an item that is taken out', (text) => text.replace('- three\n', '')],
])('%s is changed, and nothing else', (_name, change) => {
  expect(keepMarkdown(text, change(reprinted))).toBe(change(text))
})

test('what an editor does to a line is a change', () => {
  expect(keepMarkdown('- one\n- two', '- one\n    - two')).toBe('- one\n    - two')
  expect(keepMarkdown('one  \ntwo', 'one\ntwo')).toBe('one\ntwo')
  expect(keepMarkdown('so', '*so*')).toBe('*so*')
  expect(keepMarkdown(String.raw`\*so\*`, '*so*')).toBe('*so*')
  expect(keepMarkdown('a_b_c', 'a*b*c')).toBe('a*b*c')
  expect(keepMarkdown('one\ntwo', 'two\none')).toBe('two\none')
})
