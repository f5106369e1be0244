import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import manifest from '#package.json' with { type: 'json' }

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

test.each(['18.20.8', '20.20.2', '22.21.0', '24.8.0'])('Node %s is told in one sentence what is needed', (version) => {
  const { status, stderr } = check(version)
  expect(status).toBe(1)
  expect(stderr).toMatch(new RegExp(`^This site needs Node 24\\.9 or newer, and this is Node ${version}\\..*\\n$`))
})

test.each(['24.9.0', '24.21.0', '26.0.0'])('Node %s is let through in silence', (version) => {
  expect(check(version)).toEqual({ status: 0, stderr: '' })
})

test('package.json, .nvmrc, the Node that npm brings along and the README agree', () => {
  const text = (file: string) => readFileSync(file, 'utf8')
  const brought = manifest.devDependencies.node
  expect(text('.nvmrc').trim()).toBe(brought)
  expect(check(brought).status).toBe(0)
  const needed = manifest.engines.node.replace('>=', '')
  const named = [...text('README.md').matchAll(/needs Node ([\d.]*\d)/g)].map(([, version]) => version)
  expect(named).toEqual([needed, needed])
})

test('every command that runs TypeScript by Node checks Node first', () => {
  const commands = Object.values(manifest.scripts).flatMap((script) => script.split(' && '))
  for (const command of commands)
    if (/\.ts\b/.test(command) && !command.startsWith('playwright '))
      expect(command).toMatch(/^node --import=\.\/scripts\/check-node\.mjs /)
})
