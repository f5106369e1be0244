import nextJest from 'next/jest.js'

/** Set by `npm run test:all`: long runs are whole, and the files `*.all.test.ts` run as well. */
const isAll = Boolean(process.env.TEST_ALL)

const withNext = nextJest({ dir: import.meta.dirname })

const config = withNext({
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/{unit,soak}/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: isAll ? [] : [String.raw`\.all\.test\.tsx?$`],
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
  setupFilesAfterEnv: ['quiet-console', 'currencies', 'content-once'].map(
    (name) => `<rootDir>/tests/support/${name}.ts`,
  ),
  modulePathIgnorePatterns: ['<rootDir>/.cache/', '<rootDir>/.next/'],
  // On two cores. Each waits for databases, other programs and the clock much of its time.
  maxWorkers: 3,
  // A worker that has done its work frees its memory before it ends. On busy cores that takes longer than Jest's half a second.
  workerGracefulExitTimeout: 10_000,
  // How long a test takes says how busy the machine is, and nothing else.
  testTimeout: isAll ? 600_000 : 300_000,
})

export default async () => {
  const ofNext = await config()
  return {
    ...ofNext,
    // Packages that are published as ES modules only; Next's own list cannot name what next.config.ts keeps out of the bundle.
    transformIgnorePatterns: [
      '/node_modules/(?!(?:@rgrove|kysely|qr|use-intl|icu-minify|intl-messageformat|@formatjs)/)',
      String.raw`^.+\.module\.(css|sass|scss)$`,
    ],
  }
}
