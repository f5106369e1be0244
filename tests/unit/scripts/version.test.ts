import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from '#lib/platform/env.ts'
import { commitOf } from '../../../scripts/support/git.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'charity-version-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

test('the version of a build is the commit, and says when files were changed since', () => {
  expect(commitOf(folder)).toBeNull()
  writeFileSync(path.join(folder, 'file'), '')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message=First')
  const commit = git('rev-parse', '--short', 'HEAD')
  expect(commitOf(folder)).toBe(commit)
  // A release is a folder in a folder of git's, without a .git of its own.
  const release = path.join(folder, 'releases')
  mkdirSync(release)
  expect(commitOf(release)).toBeNull()
  writeFileSync(path.join(folder, 'file'), 'changed')
  expect(commitOf(folder)).toBe(`${commit}-dirty`)
})

test('the site has the version of its build, wherever it was built', () => {
  const inFolder = jest.spyOn(process, 'cwd').mockReturnValue(folder)
  try {
    expect(parseEnv({}).version).toBe('not built')
    mkdirSync(path.join(folder, '.next'))
    writeFileSync(path.join(folder, '.next/BUILD_ID'), '1c77573\n')
    expect(parseEnv({}).version).toBe('1c77573')
  } finally {
    inFolder.mockRestore()
  }
})
