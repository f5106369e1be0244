import nextJest from 'next/jest.js'

const withNext = nextJest({ dir: import.meta.dirname })

export default withNext({
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/unit/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/tests/support/quiet-console.ts'],
  // The store, the sandbox and every fake run in the test's own process: two workers are what two cores carry.
  maxWorkers: 2,
})
