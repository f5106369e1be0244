import unit from './jest.config.mjs'

/** The tests that hold a folder of lib/, by folder. Few, so that a mutant costs seconds. */
const tests = {
  checkout: ['checkout', 'donation', 'sponsorship'],
  ledger: ['ledger'],
  outbox: ['outbox', 'enquiries/outbox'],
  forms: ['forms', 'enquiries', 'http/drafts'],
}

export default async () => ({
  ...(await unit()),
  testMatch: tests[process.env.MUTATED_FOLDER ?? 'outbox'].map(
    (path) => `<rootDir>/tests/unit/${path}{/**/*,}.test.{ts,tsx}`,
  ),
})
