/** Runs the command as a separate program. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { changed, writeSite } from './small-site.ts'

const script = path.resolve('scripts/content-check.ts')

function check(changes: Record<string, string>, flags: string[] = [], variables: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('node', ['--conditions=react-server', script, ...flags], {
    cwd: writeSite(changes),
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...variables },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const sample = changed('content/site.yaml', '+1 423 267 1234 }', '+1 423 555 0123, sample: [number] }')

test('success prints one line with what was checked', () => {
  expect(check(sample)).toEqual({
    status: 0,
    stdout:
      'Content is in order: 6 pages, 1 story, 5 other files, 16 links, 0 files of public/, 4 Markdown texts; 1 sample left.\n',
    stderr: '',
  })
})

test('problems are printed to stderr, and the command fails', () => {
  expect(check(changed('content/pages/Home.yaml', 'aliases: [/Home]', 'aliases: [/India]'))).toEqual({
    status: 1,
    stdout: '',
    stderr: `content/pages/Home.yaml:2:11  aliases[1]: /India already leads to /India (content/pages/India.yaml)
     1 | address: /
>    2 | aliases: [/India]
       |           ^
     3 | title: Home

1 problem in the content files.
`,
  })
})

test('--samples lists remaining samples', () => {
  expect(check(sample, ['--samples']).stdout).toBe(
    'content/site.yaml:28 offices[1].phones[1].number +1 423 555 0123\n1 sample left.\n',
  )
  expect(check({}, ['--samples']).stdout).toBe('No samples left.\n')
})

test('CONTENT_STRICT=1 makes a sample a problem', () => {
  const { status, stderr } = check(sample, [], { CONTENT_STRICT: '1' })
  expect(status).toBe(1)
  expect(stderr).toContain(
    'content/site.yaml:28:29  offices[1].phones[1].number: is still a sample, and CONTENT_STRICT is set',
  )
})
