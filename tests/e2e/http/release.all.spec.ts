/** The files that scripts/prune.sh leaves: they are all that a release and the image of docs/operate/ hold. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../../scripts/support/processes.ts'
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { expect, test } from '../../support/browser-test.ts'
import { imageFiles } from '../../support/image.ts'
import { startServer, stopServer } from '../../support/server.ts'

const megabytes = 440

const parts = [...imageFiles, '.npmrc', 'package-lock.json']

test('a pruned build is small, and still serves pages, searches, forms and pictures', async () => {
  test.setTimeout(180_000)
  const release = mkdtempSync(path.join(tmpdir(), 'charity-release-'))
  try {
    // Links where the temporary folder is on the same disk. npm writes its list of packages into the file that is there.
    for (const part of parts)
      if (spawnSync('cp', ['-al', '--parents', part, release], { cwd: root }).status !== 0)
        spawnSync('cp', ['-a', '--parents', part, release], { cwd: root })
    rmSync(path.join(release, 'node_modules/.package-lock.json'), { force: true })
    expect(spawnSync('sh', ['scripts/prune.sh'], { cwd: release, encoding: 'utf8' })).toMatchObject({ status: 0 })

    expect(existsSync(path.join(release, 'node_modules/@playwright'))).toBe(false)
    const { stdout } = spawnSync('du', ['-sm', release], { encoding: 'utf8' })
    expect(Number.parseInt(stdout, 10)).toBeLessThan(megabytes)

    const [camp] = readdirSync(path.join(root, 'content/camps'))[0]?.split('.') ?? []
    const server = await startServer(testPorts.ip + 2, {
      checkout: release,
      // The camps of the content are samples.
      env: { DATA_DIR: path.join(release, 'data'), SAMPLE_NOTICE: '1' },
    })
    const statuses: Record<string, number> = {}
    // The last is a card that no build makes.
    for (const address of [
      ...['/', '/hi/India', '/DonateIndia', '/forms/contact', '/search?q=cleft'],
      ...['/og/Home.png', `/og/camps/${camp}.en.png`],
    ])
      statuses[address] = (await fetch(server.url + address)).status
    await stopServer(server)
    expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([])
  } finally {
    rmSync(release, { recursive: true, force: true })
  }
})
