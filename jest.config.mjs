import nextJest from 'next/jest.js'

/** `npm test` adds a part of each soak test to the unit tests by `SOAK=short`; `npm run test:soak` runs them whole by `SOAK=long`. */
const { SOAK = '' } = process.env
const folders = { short: '{unit,soak}', long: 'soak' }[SOAK] ?? 'unit'

const withNext = nextJest({ dir: import.meta.dirname })

const config = withNext({
  testEnvironment: 'node',
  // A part of each soak test waits while unit tests compute, and the other way round.
  testMatch: [`<rootDir>/tests/${folders}/**/*.test.{ts,tsx}`],
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/tests/support/quiet-console.ts', '<rootDir>/tests/support/currencies.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.cache/', '<rootDir>/.next/'],
  // On two cores. Each waits for databases, other programs and the clock much of its time.
  maxWorkers: 3,
  // How long a test takes says how busy the machine is, and nothing else.
  testTimeout: SOAK === 'long' ? 600_000 : 120_000,
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
