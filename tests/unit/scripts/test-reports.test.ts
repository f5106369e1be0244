import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { slowestFiles } from '#scripts/support/test-reports.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'charity-reports-'))
const reportOf = (content: object) => {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
const at = (name: string) => path.resolve('tests', name)

test('Jest’s report names the slowest files first, as many as are asked for', () => {
  const times = { 'a.test.ts': 500, 'b.test.ts': 3000, 'c.test.ts': 1000 }
  const testResults = Object.entries(times).map(([name, time]) => ({ name: at(name), startTime: 7, endTime: 7 + time }))
  expect(slowestFiles(reportOf({ testResults }), 2)).toEqual([
    { file: 'tests/b.test.ts', seconds: 3 },
    { file: 'tests/c.test.ts', seconds: 1 },
  ])
})

test('Playwright’s report counts every try of every test of a file, in groups and projects too', () => {
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
  const suites = [
    { file: 'pages/a.spec.ts', specs: [spec(1000, 2000)], suites: [{ file: 'pages/a.spec.ts', specs: [spec(500)] }] },
    { file: 'pages/b.spec.ts', specs: [spec(100)] },
    { file: 'pages/a.spec.ts', specs: [spec(250)] },
  ]
  expect(slowestFiles(reportOf({ config: { rootDir: path.resolve('tests') }, suites }), 15)).toEqual([
    { file: 'tests/pages/a.spec.ts', seconds: 3.75 },
    { file: 'tests/pages/b.spec.ts', seconds: 0.1 },
  ])
})

test('a runner that wrote no report has no slow files', () => {
  expect(slowestFiles(path.join(folder, 'missing.json'), 15)).toEqual([])
})
