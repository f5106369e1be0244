import unit from './jest.config.mjs'

/** Long runs against faults. `SOAK=short` does a part of each: see tests/soak/amount.ts. */
export default async () => ({
  ...(await unit()),
  testMatch: ['<rootDir>/tests/soak/**/*.test.ts'],
  testTimeout: 600_000,
})
