/** Mutation tests of one folder of lib/, which scripts/mutation.ts names: at least 85 % of the mutants must be killed. */
const folder = process.env.MUTATED_FOLDER ?? 'ledger'

export default {
  testRunner: 'in-process',
  plugins: ['./tests/mutation/runner.mjs', './tests/mutation/ignore-wording.mjs'],
  mutate: [`lib/*/${folder}/**/*.ts`],
  ignorers: ['wording'],
  coverageAnalysis: 'perTest',
  // A mutant in code that runs while modules load would need every test of the folder.
  ignoreStatic: true,
  // Stryker rewrites paths in the tsconfig with TypeScript's old API, which TypeScript 7 does not have. Ours needs no rewriting.
  tsconfigFile: 'none.json',
  ignorePatterns: ['.next', '.cache', 'public', 'test-results', 'tests/e2e'],
  tempDirName: '.cache/stryker',
  incremental: true,
  incrementalFile: `.cache/mutation/${folder}.json`,
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { logTests: false, allowColor: false },
  htmlReporter: { fileName: `test-results/mutation/${folder}.html` },
  concurrency: 2,
  thresholds: { break: 85 },
}
