/** Pages are ready for languages that are written from right to left: no style says left or right where it means start or end. */
import { globSync, readFileSync } from 'node:fs'

const utilities =
  /(?<=["'` :]-?)(?:[mp][lr]-(?=[\d[]|auto)|text-(?:left|right)(?=["'` ])|(?:left|right)-(?=[\d[])|border-[lr]-)/
const properties = /^\s*(?:(?:margin|padding|border)-)?(?:left|right)\s*:|text-align:\s*(?:left|right)/m

test.each([...globSync('{app,components}/**/*.tsx'), ...globSync('{app,components}/**/*.css')])('%s', (file) => {
  const written = readFileSync(file, 'utf8')
  expect((file.endsWith('.css') ? properties : utilities).exec(written)?.[0]).toBeUndefined()
})
