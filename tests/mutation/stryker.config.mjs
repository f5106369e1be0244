/** Mutation tests of one folder or file of lib/, which scripts/mutation.ts names: so many of the mutants must be killed, in per cent. */
const folder = process.env.MUTATED_FOLDER ?? 'ledger'
const atLeast = { orders: 88, products: 88 }[folder] ?? 85

export default {
  testRunner: 'in-process',
  plugins: ['./tests/mutation/runner.mjs', './tests/mutation/ignore-wording.mjs'],
  mutate: [`lib/*/${folder}{/**/*,}.ts`],
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
  // Stryker counts a timeout as a kill. A busy machine must not count as one.
  timeoutMS: 60_000,
  timeoutFactor: 5,
  dryRunTimeoutMinutes: 30,
  thresholds: { break: atLeast },
}
