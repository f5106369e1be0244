/** A page that shows a live figure is rendered again only if a component declares the figure (components/layout/page-record.tsx). */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const readers = /\b(campSummary|campaignTotals|monthlyDonors)\(/

const showing = globSync('{app,components}/**/*.tsx', { cwd: root }).filter((file) =>
  readers.test(readFileSync(path.join(root, file), 'utf8')),
)

test('there are components that show live figures', () => expect(showing.length).toBeGreaterThan(2))

test.each(showing)('%s names the live figures that it shows', (file) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toMatch(/ live=|<ShowsLive /)
})
