/** Reads the JSON reports of Jest and Playwright. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

type JestReport = { testResults: { name: string; startTime: number; endTime: number }[] }
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { tests: { results: { duration: number }[] }[] }[]
}
type PlaywrightReport = { config: { rootDir: string }; suites: PlaywrightSuite[] }

const millisecondsOf = ({ specs, suites = [] }: PlaywrightSuite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0) + suites.reduce((sum, suite) => sum + millisecondsOf(suite), 0)

/** The test files that took longest, slowest first. None if the runner wrote no report. */
export function slowestFiles(report: string, count: number): { file: string; seconds: number }[] {
  if (!existsSync(report)) return []
  const read = JSON.parse(readFileSync(report, 'utf8')) as JestReport | PlaywrightReport
  const times =
    'testResults' in read
      ? read.testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime] as const)
      : read.suites.map((suite) => [path.join(read.config.rootDir, suite.file), millisecondsOf(suite)] as const)
  const total = new Map<string, number>()
  for (const [name, milliseconds] of times) {
    const file = path.relative(process.cwd(), name)
    total.set(file, (total.get(file) ?? 0) + milliseconds)
  }
  return [...total]
    .map(([file, milliseconds]) => ({ file, seconds: milliseconds / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}
