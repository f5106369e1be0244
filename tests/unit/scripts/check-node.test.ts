import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import manifest from '#package.json' with { type: 'json' }

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

test.each(['20.20.2', '24.8.0'])('Node %s is told in one sentence what is needed', (version) => {
  const { status, stderr } = check(version)
  expect(status).toBe(1)
  expect(stderr).toMatch(new RegExp(`^This site needs Node 24\\.9 or newer, and this is Node ${version}\\..*\\n$`))
})

test.each(['24.9.0', '26.0.0'])('Node %s is let through in silence', (version) => {
  expect(check(version)).toEqual({ status: 0, stderr: '' })
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
