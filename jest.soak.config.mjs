import unit from './jest.config.mjs'

/** Long runs against faults. `npm test` does a part of each with the unit tests, by `SOAK=short`: see tests/soak/amount.ts. */
export default async () => ({
  ...(await unit()),
  testMatch: ['<rootDir>/tests/soak/**/*.test.ts'],
  testTimeout: 600_000,
})
