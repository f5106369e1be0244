/**
 * The content is read once for all test files, and each begins with a copy: reading takes a second and a half of processor time. A test that reads
 * another content forgets it first: resetProcessState('content').
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { now } from '#lib/platform/clock.ts'

/** As lib/platform/process-state.ts names it. */
const key = Symbol.for('charity.content')
const { charityFolder } = jest.requireActual('#lib/platform/env/charity-folder.ts')
let held: unknown

/** What is read depends on whether samples are shown, and on the day. */
const fileOfToday = () =>
  path.join(process.env.TEST_SHARED ?? '', `${process.env.SAMPLE_NOTICE ?? ''}-${now().toISOString().slice(0, 10)}`)
/** A test may have mocked it. */
const isOfSite = () => require('#lib/platform/env/charity-folder.ts').charityFolder === charityFolder

Object.defineProperty(globalThis, key, {
  configurable: true,
  get() {
    const file = fileOfToday()
    if (held === undefined && isOfSite() && existsSync(file)) held = deserialize(readFileSync(file))
    return held
  },
  set(read) {
    held = read
    const file = fileOfToday()
    if (!isOfSite() || existsSync(file)) return
    writeFileSync(`${file}.${process.pid}`, serialize(read))
    renameSync(`${file}.${process.pid}`, file)
  },
})
