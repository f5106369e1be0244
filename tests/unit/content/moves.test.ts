/** Addresses that change or go: redirects, the comparison with git, another address in a page's form, and what `npm run content:check` prints. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { WorkingTree } from '#editor/working-tree.ts'
import { buildRoutes, resolve } from '#lib/site/content/addresses.ts'
import { checkHistory } from '#lib/site/content/checks/links.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { formatProblem } from '#lib/site/content/problem.ts'
import { formerContent } from '#scripts/support/checked-content.ts'
import { runProgram } from '#tests/support/programs.ts'
import { changed, load, onHome, pageFile, postFile, smallSite, storyFile, writeSite } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
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

/** Saves the page with another address, as its form does. */
function give(folder: string, name: string, from: string, to: string) {
  const tree = new WorkingTree(folder)
  const text = contentOf(folder, name).replace(`address: ${from}\n`, `address: ${to}\n`)
  return { tree, saved: tree.save('Update Page', [{ path: name, data: Buffer.from(text) }]) }
}
const routesOf = (folder: string) => {
  const loaded = loadContent(path.join(folder, 'content'))
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  return buildRoutes(loaded.content)
}

test('a page gets another address in its form: links in all languages follow, and the old one leads there', () => {
  const hindi = (link: string) => `texts:\n  - { at: body, english: It broke., text: "[कटोरा](${link})." }\n`
  const translation = 'content/stories/India/the-bowl.hi.yaml'
  const folder = writeSite({
    ...changed(india, '(/)', '(/India#how) or [give](/give?page=India&reason=2) or [that](/India/stories/the-bowl)'),
    [redirects]: '# Kept.\nredirects:\n  - { from: /Hind, to: /India }\n  - { from: /Asia, to: /India }\n',
    [translation]: hindi('/India#how'),
  })
  const files = [india, navigation, redirects, translation]
  const before = files.map((name) => contentOf(folder, name))
  const { tree, saved } = give(folder, india, '/India', '/Asia')
  expect(saved).toMatchObject({ ok: true })
  expect(tree.lastSave()?.warnings).toEqual([
    expect.stringMatching(
      /^\/India is now \/Asia\. Files with links that follow: \d\. \/India leads there from now on\.$/,
    ),
  ])
  const page = contentOf(folder, india)
  expect(page).toContain('address: /Asia\naliases: [/Bharat, /India]\n')
  expect(page).toContain('[home](/Asia#how) or [give](/give?page=Asia&reason=2) or [that](/India/stories/the-bowl)')
  expect(contentOf(folder, navigation)).toContain('{ label: India, href: /Asia }')
  expect(contentOf(folder, navigation)).toContain('href: /India/stories/the-bowl')
  expect(contentOf(folder, redirects)).toBe('# Kept.\nredirects:\n  - { from: /Hind, to: /Asia }\n')
  expect(contentOf(folder, translation)).toBe(hindi('/Asia#how'))
  for (const old of ['/India', '/india/', '/Bharat', '/Hind'])
    expect(resolve(routesOf(folder), old)).toEqual({ kind: 'redirect', to: '/Asia' })

  expect(tree.undo()).toEqual({ ok: true })
  expect(files.map((name) => contentOf(folder, name))).toEqual(before)
})

test('a page gets its old address back, another spelling of it, or, as a draft, one without an alias', () => {
  const folder = writeSite(changed(india, '(/)', '(/India#how)'))
  give(folder, india, '/India', '/Asia')
  expect(give(folder, india, '/Asia', '/India').saved).toMatchObject({ ok: true })
  expect(contentOf(folder, india)).toContain('address: /India\naliases: [/Bharat, /Asia]\n')
  expect(contentOf(folder, india)).toContain('(/India#how)')
  expect(give(folder, india, '/India', '/INDIA').saved).toMatchObject({ ok: true })
  expect(contentOf(folder, india)).toContain('address: /INDIA\naliases: [/Bharat, /Asia]\n')

  // What is below a page moves with it.
  give(folder, 'content/pages/Donate.yaml', '/Donate', '/Help')
  expect(resolve(routesOf(folder), '/Donate/thank-you')).toEqual({ kind: 'redirect', to: '/Help/thank-you' })

  const wells = 'content/pages/Wells.yaml'
  const draft = writeSite({ [wells]: pageFile('/Wells', 'draft: true\n') })
  expect(give(draft, wells, '/Wells', '/OurWells').saved).toMatchObject({ ok: true })
  expect(contentOf(draft, wells)).not.toContain('aliases')
})

test.each<[string, [name: string, from: string, to: string], Record<string, string>, RegExp]>([
  ['for Home', [home, '/', '/Start'], {}, /^Address: Home stays where it is\.$/],
  ['that is taken', [india, '/India', '/Donate'], {}, /^Address: \/Donate already leads to/],
  ['of the program', [india, '/India', '/search'], {}, /^Address: \/search belongs to the program: choose another/],
  ['with a space', [india, '/India', '/As ia'], {}, /^Address.*letters, digits/],
  [
    'for a page that is named after a person',
    [india, '"/{founderSlug}Videos"', '/Films'],
    {
      ...changed(india, 'address: /India', 'address: "/{founderSlug}Videos"'),
      ...changed(navigation, 'href: /India }', 'href: "/{founderSlug}Videos" }'),
    },
    /^Address: \{founderSlug\} is in “Names, offices, links”\. Change it there/,
  ],
])('an address %s is refused, and nothing changes', (_name, change, site, message) => {
  const folder = writeSite(site)
  const texts = () => [home, india, navigation].map((name) => contentOf(folder, name))
  const before = texts()
  expect(give(folder, ...change).saved).toEqual({ ok: false, message: expect.stringMatching(message) })
  expect(texts()).toEqual(before)
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
    'content/languages.yaml':
      'languages:\n  - { code: en, name: English, locale: en-GB }\n  - { code: hi, name: हिन्दी, locale: hi-IN }\n',
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
