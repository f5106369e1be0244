/**
 * A Stryker test runner that keeps its modules loaded. Jest would load several hundred again for every mutant, which takes far longer
 * than the tests themselves. It runs the unit tests of one folder of lib/ with Jest's own circus, expect and mocks.
 */
import { globSync, readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import path from 'node:path'
import { jestExpect } from '@jest/expect'
import { ModernFakeTimers } from '@jest/fake-timers'
import { transformSync } from 'esbuild'
import * as circus from 'jest-circus'
import { ModuleMocker } from 'jest-mock'

/** Folders and files of tests/unit, by the folder or file of lib/ that they test. */
const testsOf = {
  orders: ['orders', 'checkout', 'donation/india.test.ts', 'tickets/tickets.test.tsx', 'pledges/record.test.ts'],
  products: ['products', 'checkout', 'donation', 'sponsorship', 'tickets', 'ledger/record-event.test.ts', 'receipts'],
  register: ['ledger/register.test.ts', 'receipts/golden.test.ts', 'receipts/receipts.test.ts'],
  ledger: ['ledger', 'office/refund.test.ts', 'office/totals.test.ts', 'receipts/your-gifts.test.tsx'],
  receipts: ['receipts', 'mail'],
  outbox: ['outbox'],
  forms: ['forms', 'enquiries/routes.test.ts'],
}

/** Stryker's numbers, written out because Stryker is no package of this project. */
const testStatus = { success: 0, failed: 1, skipped: 2 }

/** A mutant that stops a request for ever fails its test after this time, which a busy machine does not reach. */
const testTimeoutMs = 30_000

/** Where instrumented code reads which mutant is active, and counts what each test reaches. */
globalThis.__stryker__ ??= {}
const instrumented = globalThis.__stryker__

const testsIn = (block) => block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)))
/** The names of its groups, the first of which is its file, and its own. */
const namesOf = ({ name, parent }) => (parent ? [...namesOf(parent), name] : [])
const idOf = (test) => namesOf(test).join(' ')

class InProcessRunner {
  #tests = new Map()
  #failed = null
  #stopAtFailure = false

  capabilities() {
    return { reloadEnvironment: false }
  }

  async init() {
    process.env.NODE_ENV = 'test'
    const mocks = new ModuleMocker(globalThis)
    const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis })
    const jest = {
      fn: mocks.fn.bind(mocks),
      spyOn: mocks.spyOn.bind(mocks),
      restoreAllMocks: mocks.restoreAllMocks.bind(mocks),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
      getTimerCount: () => timers.getTimerCount(),
      setSystemTime: (now) => timers.setSystemTime(now),
      setTimeout: () => undefined,
    }
    Object.assign(globalThis, circus, { expect: jestExpect, jest, [Symbol.for('TEST_TIMEOUT_SYMBOL')]: testTimeoutMs })
    circus.addEventHandler((event) => this.#follow(event))
    // The package throws outside of React's server build.
    registerHooks({
      resolve: (name, context, next) =>
        name === 'server-only' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context),
      // Node removes types, and does not know JSX.
      load: (url, context, next) =>
        url.endsWith('.tsx')
          ? {
              format: 'module',
              shortCircuit: true,
              source: transformSync(readFileSync(new URL(url), 'utf8'), {
                loader: 'tsx',
                jsx: 'automatic',
                format: 'esm',
              }).code,
            }
          : next(url, context),
    })
    const require = createRequire(path.resolve('package.json'))
    require('./tests/support/quiet-console.ts')
    // In a group, because the hooks of a file are for that file only.
    for (const place of testsOf[process.env.MUTATED_FOLDER])
      for (const file of globSync(`tests/unit/${/\.tsx?$/.test(place) ? place : `${place}/*.test.{ts,tsx}`}`).sort())
        circus.describe(file, () => {
          require(path.resolve(file))
        })
    for (const test of testsIn(circus.getState().rootDescribeBlock)) {
      while (this.#tests.has(idOf(test))) test.name += ' again'
      this.#tests.set(idOf(test), test)
    }
  }

  #follow({ name, test }) {
    if (name === 'test_start') {
      if (this.#failed && this.#stopAtFailure) test.mode = 'skip'
      if (test.mode !== 'skip') instrumented.currentTestId = idOf(test)
    }
    if (name === 'test_done') {
      instrumented.currentTestId = undefined
      if (test.errors.length > 0) this.#failed ??= test
    }
  }

  /** The first test that fails, or null. */
  async #run(ids, { stopAtFailure }) {
    this.#failed = null
    this.#stopAtFailure = stopAtFailure
    for (const [id, test] of this.#tests) Object.assign(test, { errors: [], mode: ids.has(id) ? undefined : 'skip' })
    circus.getState().unhandledErrors.length = 0
    await circus.run()
    return this.#failed
  }

  async dryRun() {
    await this.#run(new Set(this.#tests.keys()), { stopAtFailure: false })
    const tests = [...this.#tests].map(([id, test]) => {
      const { status, errors, duration } = test
      const result = { id, name: id, fileName: path.resolve(namesOf(test)[0]), timeSpentMs: duration ?? 0 }
      if (status === 'skip') return { ...result, status: testStatus.skipped }
      if (errors.length === 0) return { ...result, status: testStatus.success }
      return { ...result, status: testStatus.failed, failureMessage: messageOf(errors) }
    })
    return { status: 'complete', tests, mutantCoverage: instrumented.mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    const ids = new Set(testFilter ?? this.#tests.keys())
    Object.assign(instrumented, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit ? 0 : undefined })
    const failed = await this.#run(ids, { stopAtFailure: true })
    const { hitCount } = instrumented
    Object.assign(instrumented, { activeMutant: undefined, hitLimit: undefined, hitCount: undefined })
    if (hitLimit !== undefined && hitCount > hitLimit)
      return { status: 'timeout', reason: `Hit limit reached (${hitCount}/${hitLimit})` }
    if (!failed) return { status: 'survived', nrOfTests: ids.size }
    const killedBy = [idOf(failed)]
    const failureMessage = messageOf(failed.errors)
    // Stryker then tries the mutant again in a new process.
    if (await this.#run(new Set(killedBy), { stopAtFailure: true }))
      throw new Error(`“${killedBy}” also fails without the mutant, because an earlier one left something behind`)
    return { status: 'killed', killedBy, failureMessage, nrOfTests: ids.size }
  }
}

const messageOf = (errors) => String([errors[0]].flat().find(Boolean)?.message ?? errors[0])

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }]
