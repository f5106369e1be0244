import { gzipSync } from 'node:zlib'
import { GET } from '#app/suggestions/[file]/route.ts'
import { suggestionsFor } from '#components/behaviours/suggest.ts'
import { languageCodes } from '#lib/platform/languages/index.ts'
import { budgets, kilobytes } from '#tests/support/budgets.ts'

const get = (file: string) => GET(new Request('http://localhost'), { params: Promise.resolve({ file }) })

test.each(languageCodes)('the suggestions in %s are within their budget', async (language) => {
  const answer = await get(`${language}.json`)
  expect(answer.headers.get('cache-control')).toContain('max-age')
  expect(kilobytes(gzipSync(await answer.text()).length)).toBeLessThanOrEqual(budgets.suggestions.titles)
})

test.each(['xx.json', 'en.txt', 'en', '__proto__.json'])('there is no file %s', async (file) =>
  expect((await get(file)).status).toBe(404),
)

test('titles come first, then those whose phrases match, which browsers find by their label', async () => {
  const phrases = await (await get('en.json')).json()
  expect(suggestionsFor('dance ref', phrases)).toEqual([
    { value: 'Money back for a dance ticket', label: 'refund dance' },
  ])
  expect(suggestionsFor('PRESS k', phrases)).toContainEqual({ value: 'Press kit' })
  expect(suggestionsFor('a', phrases).length).toBeLessThanOrEqual(8)
  expect(suggestionsFor('  ', phrases)).toEqual([])
})
