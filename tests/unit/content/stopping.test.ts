/** How a monthly gift is stopped stands on several pages, on the form and on the receipt: all say the same, in each language. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadContent } from '#lib/site/content/load.ts'

const original = ['Donate', 'DonateIndia', 'TermsAndCondition', 'MonthlyCircle']
const read = (file: string) => readFileSync(path.join('content/pages', file), 'utf8').replace(/\s+/g, ' ')

test.each([
  ['en', original.map((name) => `${name}.yaml`)],
  ['hi', ['Donate.hi.yaml', 'DonateIndia.hi.yaml']],
  ['sw', ['Donate.sw.yaml', 'DonateIndia.sw.yaml']],
])('in %s, every text on stopping a monthly gift is that of the form', (language, files) => {
  const { donation } = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'))
  for (const file of files) expect(read(file)).toContain(donation.stopAnyTime)
})

test('the ten working days apply only to those who write or call', () => {
  const loaded = loadContent(path.resolve('content'))
  if (!loaded.ok) throw new Error('The content has problems')
  const texts = loaded.content.entries.map(({ source }) => JSON.stringify(source.raw))
  for (const text of texts)
    for (const [, before] of text.matchAll(/([^.]*)10 working days/g))
      expect(before).toMatch(/If you write or call instead/)
})
