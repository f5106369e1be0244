/** Starting a program of this repository: with which Node, packages, keys and version. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { parseEnv } from '#lib/platform/env.ts'
import manifest from '#package.json' with { type: 'json' }
import { commitOf } from '#scripts/support/git.ts'
import { runProgram } from '#tests/support/programs.ts'

const names = z.union([z.string().transform((name) => [name]), z.array(z.string())])
const locked = z.object({
  integrity: z.string().optional(),
  hasInstallScript: z.literal(true).optional(),
  optional: z.literal(true).optional(),
  os: names.optional(),
  cpu: names.optional(),
  libc: names.optional(),
})
const lock = z
  .object({ packages: z.record(z.string(), locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const packages = Object.entries(lock.packages).filter(([folder]) => folder !== '')

/** Runs the check on a Node that says it is `version`. */
function check(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const { status, stderr } = spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(pretend)}`, '--import=./scripts/check-node.mjs', '--eval', ''],
    { encoding: 'utf8' },
  )
  return { status, stderr }
}

test('Node 24.9 and newer are let through in silence, and others are told in one sentence what is needed', () => {
  for (const version of ['24.9.0', '26.0.0']) expect(check(version)).toEqual({ status: 0, stderr: '' })
  for (const version of ['20.20.2', '24.8.0']) {
    const sentence = `^This site needs Node 24\\.9 or newer, and this is Node ${version}\\..*\\n$`
    expect(check(version)).toEqual({ status: 1, stderr: expect.stringMatching(sentence) })
  }
})

test('the lock file has the hash of every package that Linux installs', () => {
  // The registry that the others were locked from has no packages of these versions for some other systems.
  const isForLinux = ({ os, cpu, libc }: z.output<typeof locked>) =>
    os?.includes('linux') !== false &&
    cpu?.some((name) => /^(x64|arm64)$/.test(name)) !== false &&
    !libc?.includes('musl')
  const without = packages.filter(([, { integrity }]) => !integrity)
  expect(without.filter(([, entry]) => !entry.optional || isForLinux(entry))).toEqual([])
})

test('no package runs a program while it is installed', () => {
  const withProgram = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
  const refused = Object.entries(manifest.allowScripts).map(([name, allowed]) => [`node_modules/${name}`, allowed])
  expect(Object.fromEntries(refused)).toEqual(Object.fromEntries(withProgram.map(([folder]) => [folder, false])))
})

test('with live payment keys the server does not start while the organisation is a sample or a sponsorship has no confirmed value, and names each', async () => {
  const { code, stderr, stdout } = await runProgram('scripts/serve.ts', [], {
    env: {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_q7Rk2mX9vB4nT6yL8pZ3sD5fG1hJ0wCe',
      SITE_URL: 'https://mendedbowl.org',
    },
  })
  expect(code).toBe(78)
  const said = stdout + stderr
  for (const sample of [
    'site.yaml:2 names',
    'INR.registrations[3] {law:approval}',
    'USD.registrations[1] EIN',
    'USD.legalName',
    'Event5kSponsorship.yaml:27 blocks[2].levels[1]: Headliner has no confirmed `fairValue`',
  ])
    expect(said).toContain(sample)
  expect(said).not.toContain('USD.gift')
})

const folder = mkdtempSync(path.join(tmpdir(), 'charity-version-'))
afterAll(() => rmSync(folder, { recursive: true }))

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
