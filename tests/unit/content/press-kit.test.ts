/** The press kit says what its headings promise. */
import { logoInOneColour } from '#lib/site/content/brand.ts'
import { page } from '#lib/site/content/index.ts'

test.each([25, 50, 100])('the organisation in %d words has that many', (count) => {
  const block = page('/PressKit')?.blocks.find((each) => 'id' in each && each.id === 'words')
  const [, text = ''] = block?.kind === 'prose' ? block.text.split(`### In ${count} words\n`) : []
  expect(text.split('###')[0]?.trim().split(/\s+/)).toHaveLength(count)
})

test('the logo in one colour is black and white', () => {
  expect(new Set(logoInOneColour.match(/#[\da-f]{6}/gi))).toEqual(new Set(['#000000', '#ffffff']))
})
