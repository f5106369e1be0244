/** Addresses that change or go: redirects, the comparison with git, `npm run content:move`, and what `npm run content:check` prints. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { failure, success } from '#lib/platform/result.ts'
import { buildRoutes, resolve } from '#lib/site/content/addresses.ts'
import { checkHistory } from '#lib/site/content/checks/links.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { formatProblem } from '#lib/site/content/problem.ts'
import { moveContent } from '#scripts/content-move.ts'
import { formerContent } from '#scripts/support/checked-content.ts'
import { runProgram } from '#tests/support/programs.ts'
import { changed, load, onHome, postFile, smallSite, storyFile, writeSite } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const story = 'content/stories/India/the-bowl.md'
const navigation = 'content/navigation.yaml'
const redirects = 'content/redirects.yaml'
const site = 'content/site.yaml'

const redirecting = (...lines: string[]) => ({
  [redirects]: `redirects:\n${lines.map((line) => `  - { ${line} }\n`).join('')}`,
})

test('a name in addresses is changed once, and the old addresses lead to the new ones', () => {
  const text = (smallSite[site] ?? '')
    .replace('founderSlug: Ada', 'founderSlug: Maria')
    .replace('formerly: {}', 'formerly: { founderSlug: [Ada, Countess] }')
  const content = load({
    [site]: text,
    ...changed(india, 'address: /India', 'address: "/{founderSlug}Videos"'),
    ...changed(navigation, 'href: /India }', 'href: "/{founderSlug}Videos" }'),
  })
  const routes = buildRoutes(content)
  for (const former of ['/AdaVideos', '/countessvideos'])
    expect(resolve(routes, former)).toEqual({ kind: 'redirect', to: '/MariaVideos' })
})

function committed(changes: Record<string, string | null> = {}): string {
  const folder = writeSite(changes)
  commit(folder)
  return folder
}
function commit(folder: string) {
  const git = (...options: string[]) => execFileSync('git', options, { cwd: folder })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@mendedbowl.org', 'commit', '--allow-empty', '-qm', 'A change')
}
/** Null without git. */
async function lost(folder: string): Promise<string[] | null> {
  const former = await formerContent(folder)
  const loaded = loadContent(path.join(folder, 'content'))
  if (!loaded.ok) throw new Error('The site has other problems')
  return former && checkHistory(loaded.content, former).map((problem) => formatProblem({ ...problem, frame: '' }))
}
const edit = (folder: string, name: string, from: string, to: string) =>
  writeFileSync(path.join(folder, name), (smallSite[name] ?? '').replaceAll(from, to))

test('an address that no longer leads anywhere is a problem, with the line to add, before and after the commit', async () => {
  const folder = committed({
    ...redirecting('from: /Old, to: /India'),
    'content/stories/India/gone.md': storyFile('Gone'),
  })
  expect(await lost(folder)).toEqual([])
  edit(folder, india, '/Bharat', '/Hind')
  edit(folder, site, 'founderSlug: Ada', 'founderSlug: Maria')
  rmSync(path.join(folder, 'content/stories/India/gone.md'))
  rmSync(path.join(folder, redirects))
  for (const step of ['before the commit', 'after it']) {
    expect([step, await lost(folder)]).toEqual([
      step,
      [
        `${site}:6:16  names.founderSlug: was Ada before: so that the old addresses lead here, add formerly: { founderSlug: [Ada] }`,
        expect.stringMatching(
          /^content\/redirects.yaml:1:1 {2}redirects: \/Bharat led to .*add - \{ from: \/Bharat, to: \/ \}$/,
        ),
        expect.stringMatching(/add - \{ from: \/Old, to: \/ \}$/),
        expect.stringMatching(/add - \{ from: \/India\/stories\/gone, to: \/India \}$/),
      ],
    ])
    commit(folder)
  }
  writeFileSync(
    path.join(folder, redirects),
    redirecting('from: /Bharat, to: /India', 'from: /Old, to: /', 'from: /India/stories/gone, to: /India')[redirects] ??
      '',
  )
  edit(folder, site, 'founderSlug: Ada\n', 'founderSlug: Maria\n')
  const text = readFileSync(path.join(folder, site), 'utf8')
  writeFileSync(path.join(folder, site), text.replace('formerly: {}', 'formerly: { founderSlug: [Ada] }'))
  expect(await lost(folder)).toEqual([])
  rmSync(path.join(folder, '.git'), { recursive: true })
  expect(await lost(folder)).toBeNull()
})

test('a draft that is removed needs no redirect', async () => {
  const name = 'content/stories/India/wells.md'
  const folder = committed({ [name]: storyFile('Wells', { more: 'draft: true\n' }) })
  rmSync(path.join(folder, name))
  expect(await lost(folder)).toEqual([])
  commit(folder)
  expect(await lost(folder)).toEqual([])
})

const contentOf = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8')

test('content:move moves a page: its file, every link to it, and a redirect from the old address', () => {
  const folder = writeSite({
    ...changed(india, '(/)', '(/India#how) or [give](/give?page=India&reason=2) or [that](/India/stories/the-bowl)'),
    [redirects]: '# Kept.\nredirects:\n  - { from: /Hind, to: /India }\n',
  })
  expect(moveContent(folder, '/India', '/Asia')).toEqual(
    success(expect.stringMatching(/^\/India is now \/Asia\. Changed files:/)),
  )
  expect(existsSync(path.join(folder, india))).toBe(false)
  const moved = contentOf(folder, 'content/pages/Asia.yaml')
  expect(moved).toContain('address: /Asia\n')
  expect(moved).toContain('[home](/Asia#how) or [give](/give?page=Asia&reason=2) or [that](/India/stories/the-bowl)')
  expect(contentOf(folder, navigation)).toContain('{ label: India, href: /Asia }')
  expect(contentOf(folder, navigation)).toContain('href: /India/stories/the-bowl')
  expect(contentOf(folder, redirects)).toBe(
    '# Kept.\nredirects:\n  - { from: /Hind, to: /Asia }\n  - { from: /India, to: /Asia }\n',
  )
})

test('content:move moves a page and a story with their translations, and the links in them', () => {
  const hindi = (links: string) =>
    `texts:\n  - at: blocks[how].text\n    english: "See [bowls](${links})"\n    text: "[कटोरा](${links})"\n`
  const folder = writeSite({
    ...changed(india, 'heading: Stories\n', 'heading: Stories\n    only: [the-bowl]\n'),
    'content/pages/India.hi.yaml': hindi('/India#how'),
    'content/stories/India/the-bowl.sw.yaml':
      'texts:\n  - { at: body, english: It broke., text: "[Uhindi](/India)." }\n',
  })
  expect(moveContent(folder, '/India', '/Asia').ok).toBe(true)
  expect(moveContent(folder, '/India/stories/the-bowl', '/India/stories/a-bowl').ok).toBe(true)
  expect(contentOf(folder, 'content/stories/India/a-bowl.md')).toBe(smallSite[story])
  expect(contentOf(folder, 'content/pages/Asia.yaml')).toContain('only: [a-bowl]')
  expect(contentOf(folder, redirects)).toContain('  - from: /India/stories/the-bowl\n    to: /India/stories/a-bowl\n')
  for (const gone of ['pages/India.hi.yaml', 'stories/India/the-bowl.sw.yaml'])
    expect([gone, existsSync(path.join(folder, 'content', gone))]).toEqual([gone, false])
  expect(contentOf(folder, 'content/pages/Asia.hi.yaml')).toBe(hindi('/Asia#how'))
  expect(contentOf(folder, 'content/stories/India/a-bowl.sw.yaml')).toContain('[Uhindi](/Asia).')
})

test('content:move moves a draft without a redirect, because nobody has seen it', () => {
  const folder = writeSite({
    [story]: (smallSite[story] ?? '').replace('title: The bowl', 'title: The bowl\ndraft: true'),
    ...changed(navigation, 'href: /India/stories/the-bowl', 'href: /India'),
  })
  expect(moveContent(folder, '/India/stories/the-bowl', '/India/stories/a-bowl').ok).toBe(true)
  expect(existsSync(path.join(folder, 'content/stories/India/a-bowl.md'))).toBe(true)
  expect(existsSync(path.join(folder, redirects))).toBe(false)
})

test.each<[string, [from: string, to: string], RegExp]>([
  ['an unknown address', ['/Indai', '/Asia'], /^No page, story or post is at \/Indai — did you mean "\/India"\?/],
  ['Home', ['/', '/Start'], /^Home stays where it is\.$/],
  [
    'an address that is taken',
    ['/India', '/Donate'],
    /^\/Donate is the address of content\/pages\/Donate\.yaml already$/,
  ],
  ['an address of the program', ['/India', '/search'], /^\/search belongs to the program: choose another address$/],
  ['what would leave a problem', ['/India', '/As ia'], /^Nothing was changed[\s\S]*letters, digits/],
  ['a story elsewhere', ['/India/stories/the-bowl', '/Bowl'], /^A story is at/],
])('content:move refuses %s, and changes nothing', (_name, addresses, message) => {
  const folder = writeSite()
  expect(moveContent(folder, ...addresses)).toEqual(failure(expect.stringMatching(message)))
  expect([contentOf(folder, india), contentOf(folder, home)]).toEqual([smallSite[india], smallSite[home]])
  expect(existsSync(path.join(folder, redirects))).toBe(false)
})

const check = (changes: Record<string, string>) =>
  runProgram('scripts/content-check.ts', [], { cwd: writeSite(changes) })

test('success of content:check is one line, with each file counted once, and one on translations that are older than the English', async () => {
  const posts = Array.from({ length: 12 }, (_, index) => [`content/posts/p-${index}.md`, postFile(`Post ${index}`)])
  // A list with a second page.
  const changes = { ...onHome('  - { kind: posts, heading: Posts, pages: true }\n'), ...Object.fromEntries(posts) }
  const names = Object.keys({ ...smallSite, ...changes }).filter((name) => /^content\/.*\.(?:md|yaml)$/.test(name))
  const translated = {
    'content/languages.yaml': 'languages:\n  - { code: hi, name: हिन्दी, locale: hi-IN }\n',
    'content/pages/India.hi.yaml':
      'texts:\n  - { at: description, english: Bowls of old India., text: भारत के पुराने कटोरे। }\n',
  }
  const marked = changed(site, '+1 423 267 1234 }', '+1 423 555 0123, labelled: [number] }')
  const { code, stdout } = await check({ ...changes, ...translated, ...marked })
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(
        new RegExp(
          `^Content is in order: 6 pages, 1 story, ${names.length - 6} other files, 1 translation, .*; 1 mark left.* Without git, old addresses were not compared\\.$`,
        ),
      ),
      expect.stringMatching(/^1 translated text is older than the English: npm run/),
      '',
    ],
  ])
})

test('problems are printed to stderr, and content:check fails', async () => {
  const { code, stdout, stderr } = await check(changed(home, 'aliases: [/Home]', 'aliases: [/India]'))
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^content\/pages\/Home\.yaml:2:11 {2}aliases\[1\]: [\s\S]*\n\n1 problem in the content files\.\n$/,
  )
})

test('a file that is written in another way than the editor writes it is named, and content:check -- --write writes it so', async () => {
  const folder = writeSite(changed(home, 'aliases: [/Home]', "aliases:   [ '/Home' ]"))
  const run = (...options: string[]) => runProgram('scripts/content-check.ts', options, { cwd: folder })
  const { code, stderr } = await run()
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /^content\/pages\/Home\.yaml:2:1 {2}warning: is written in another way .*: npm run content:check -- --write\n/,
    ),
  ])
  const { stdout } = await run('--write')
  expect(stdout).toMatch(/^content\/pages\/Home\.yaml\n1 file changed\.\nContent is in order: /)
  expect(contentOf(folder, home)).toBe((smallSite[home] ?? '').replace('[/Home]', "['/Home']"))
  expect((await run()).stderr).toBe('')
})
