/** Runs the command as a separate program. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { changed, writeSite } from './small-site.ts'

const script = path.resolve('scripts/content-check.ts')

function check(changes: Record<string, string>, ...flags: string[]) {
  const { status, stdout, stderr } = spawnSync('node', ['--conditions=react-server', script, ...flags], {
    cwd: writeSite(changes),
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const sample = changed('content/site.yaml', '+1 423 267 1234 }', '+1 423 555 0123, sample: [number] }')

test('success prints one line, and --samples lists the samples', () => {
  expect(check(sample)).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^Content is in order: 6 pages, 1 story, .*; 1 sample left\. Without git, old addresses were not compared\.\n$/,
    ),
    stderr: '',
  })
  expect(check(sample, '--samples').stdout).toBe(
    'content/site.yaml:28 offices[1].phones[1].number +1 423 555 0123\n1 sample left.\n',
  )
})

test('problems are printed to stderr, and the command fails', () => {
  const { status, stdout, stderr } = check(changed('content/pages/Home.yaml', 'aliases: [/Home]', 'aliases: [/India]'))
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^content\/pages\/Home\.yaml:2:11 {2}aliases\[1\]: [\s\S]*\n\n1 problem in the content files\.\n$/,
  )
})
