/** Runs the command as a separate program. */
import { runProgram } from '#tests/support/programs.ts'
import { changed, onHome, postFile, smallSite, writeSite } from './small-site.ts'

const check = (changes: Record<string, string>, ...flags: string[]) =>
  runProgram('scripts/content-check.ts', flags, { cwd: writeSite(changes) })

const sample = changed('content/site.yaml', '+1 423 267 1234 }', '+1 423 555 0123, labelled: [number] }')

test('success prints one line, and --samples lists what is marked', async () => {
  expect(await check(sample)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^Content is in order: 6 pages, 1 story, .*; 1 mark left\. Without git, old addresses were not compared\.\n$/,
    ),
    stderr: '',
  })
  expect((await check(sample, '--samples')).stdout).toBe(
    'Shown as samples: 1\n  content/site.yaml:28 offices[1].phones[1].number +1 423 555 0123\n1 mark left.\n',
  )
})

test('success says how many translations are older than the English', async () => {
  const older = 'texts:\n  - { at: description, english: Bowls of old India., text: भारत के पुराने कटोरे। }\n'
  const { code, stdout } = await check({
    'content/languages.yaml': 'languages:\n  - { code: hi, name: हिन्दी, locale: hi-IN }\n',
    'content/pages/India.hi.yaml': older,
  })
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Content is in order[^\n]*\n1 translated text is older than the English: npm run/),
  ])
})

test('each file is counted once, also a page whose list is so long that it has a second page', async () => {
  const posts = Array.from({ length: 12 }, (_, index) => [`content/posts/p-${index}.md`, postFile(`Post ${index}`)])
  const list = { ...onHome('  - { kind: posts, heading: Posts, pages: true }\n'), ...Object.fromEntries(posts) }
  const { stdout } = await check(list)
  const files = Object.keys({ ...smallSite, ...list }).filter((name) => /^content\/.*\.(?:md|yaml)$/.test(name)).length
  expect(stdout).toContain(`6 pages, 1 story, ${files - 7} other files, 0 translations, `)
})

test('problems are printed to stderr, and the command fails', async () => {
  const { code, stdout, stderr } = await check(
    changed('content/pages/Home.yaml', 'aliases: [/Home]', 'aliases: [/India]'),
  )
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^content\/pages\/Home\.yaml:2:11 {2}aliases\[1\]: [\s\S]*\n\n1 problem in the content files\.\n$/,
  )
})
