/** The editor’s saves and publications: checked as a whole, written exactly, refused outside content/ and public/media, undone, and pushed. */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs, { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { answer } from '#editor/api.ts'
import { mergeFile } from '#editor/merge.ts'
import { publisher } from '#editor/publish.ts'
import { startEditServer } from '#editor/server.ts'
import { blobHash, WorkingTree } from '#editor/working-tree.ts'
import { uploadPolicy } from '#lib/platform/http/csp.ts'
import { exchange, send } from '#tests/support/raw-http.ts'
import { answersJson, sharedUpstream } from '#tests/support/upstream.ts'
import { postFile, storyFile, writeSite } from '../content/small-site.ts'

const story = 'content/stories/India/the-bowl.md'
const second = 'content/stories/India/second.md'
const order = 'content/stories/India/_order.yaml'
const post = 'content/posts/a-name.md'
const race = 'content/events/race.yaml'
const repo = '/repos/site/content'

let project: string
let tree: WorkingTree
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const call = (method: string, route: string, body?: unknown, query = '') =>
  answer(tree, project, method, route, new URLSearchParams(query), body)

/** As Sveltia sends it to Gitea. */
function commit(operation: string, file: string, content?: string, sha?: string, target?: string) {
  const data = content && Buffer.from(content).toString('base64')
  return call('POST', `${repo}/contents`, {
    message: 'Update Story “the-bowl”',
    target,
    files: [{ operation, path: file, content: data, sha }],
  })
}

beforeEach(() => {
  project = writeSite({
    [second]: storyFile('The second'),
    [order]: '# Why so.\nstories:\n  - /India/stories/second\n  - /India/stories/the-bowl\n',
    [post]: postFile('A name'),
  })
  tree = new WorkingTree(project)
})

test('a save is written, answered with the names that git would give, and undone', () => {
  const before = read(story)
  const head = tree.head()
  const after = before.replace('title: The bowl', 'title: The mended bowl')
  const sha = blobHash(Buffer.from(after))
  expect(commit('update', story, after, blobHash(Buffer.from(before)))).toMatchObject({
    status: 201,
    body: { files: [{ path: story, sha }] },
  })
  expect(read(story)).toBe(after)
  expect(tree.lastSave()).toMatchObject({ title: 'Update Stories, India/the-bowl' })
  expect(tree.head()).not.toBe(head)
  expect(call('GET', `${repo}/git/trees/main`)).toMatchObject({
    body: { tree: expect.arrayContaining([expect.objectContaining({ path: story, sha })]) },
  })

  expect(tree.undo()).toEqual({ ok: true })
  expect(read(story)).toBe(before)
  expect(tree.head()).not.toBe(head)
  expect(tree.undo()).toEqual({ ok: false, message: 'There is nothing to undo.' })
})

test.each<[string, string, (text: string) => string, RegExp]>([
  ['a dead link', story, (text) => `${text}\n[Read on](/Indai)\n`, /^Text: \/Indai leads nowhere.*\?$/],
  ['an unknown field', story, (text) => text.replace('summary:', 'sumary:'), /Sumary is not .*did you mean "summary"/],
])('%s is refused in the words of content:check, and nothing is written', (_name, file, edit, message) => {
  const before = read(file)
  expect(commit('update', file, edit(before))).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(message) },
  })
  expect(read(file)).toBe(before)
})

test('mistakes that were there before keep nobody from saving something else', () => {
  writeFileSync(path.join(project, race), `${read(race)}nonsense: true\n`)
  expect(commit('update', story, read(story).replace('The bowl', 'Mended'))).toMatchObject({ status: 201 })
})

test('changes made outside the editor are neither overwritten nor undone', () => {
  const before = read(story)
  const sha = blobHash(Buffer.from(before))
  expect(commit('update', story, before.replace('The bowl', 'Mine'), sha)).toMatchObject({ status: 201 })
  writeFileSync(path.join(project, story), before.replace('The bowl', 'Theirs'))
  expect(commit('update', story, before.replace('The bowl', 'Mine again'), sha)).toMatchObject({ status: 409 })
  expect(tree.undo()).toEqual({
    ok: false,
    message: `${story} has been changed since. Edit it to undo what you saved.`,
  })
  expect(read(story)).toContain('Theirs')
})

/** As the editor sends a form: with the text that the file had when the form was opened. */
const form = (original: string, content: string, decisions?: object) =>
  call('POST', `${repo}/contents`, {
    message: 'Update Story',
    decisions,
    files: [{ operation: 'update', path: story, content: Buffer.from(content).toString('base64'), original }],
  })

test('two forms that changed different fields of a file are joined, whatever the browser believes to have read', () => {
  const before = read(story)
  expect(form(before, before.replace('The bowl', 'A bowl'))).toMatchObject({ status: 201, body: { isAsSent: true } })
  const other = before.replace('It broke.', 'It fell.')
  expect(form(before, other)).toMatchObject({ status: 201, body: { isAsSent: false, files: [null] } })
  expect(read(story)).toContain('title: A bowl')
  expect(read(story)).toContain('It fell.')
})

test('a field that two forms changed is asked about, with both texts, and asked again after a third change', () => {
  const before = read(story)
  const by = (title: string) => before.replace('The bowl', title)
  writeFileSync(path.join(project, story), by('Theirs'))
  const asked = form(before, by('Mine'))
  expect(asked).toMatchObject({
    status: 409,
    body: { conflict: { file: story, fields: [{ field: 'title', label: 'Title', mine: 'Mine', theirs: 'Theirs' }] } },
  })
  expect(read(story)).toBe(by('Theirs'))
  const { seen } = (asked as { body: { conflict: { seen: string } } }).body.conflict
  const decide = (isTheirs: boolean) => ({ [story]: { seen, theirsAt: { title: isTheirs } } })
  writeFileSync(path.join(project, story), by('Theirs again'))
  expect(form(before, by('Mine'), decide(false))).toMatchObject({ status: 409 })
  writeFileSync(path.join(project, story), by('Theirs'))
  expect(form(before, by('Mine'), decide(true))).toMatchObject({ status: 201 })
  expect(read(story)).toBe(by('Theirs'))
  expect(form(before, by('Mine'), decide(false))).toMatchObject({ status: 201 })
  expect(read(story)).toBe(by('Mine'))
})

test('a new event in the past is asked about after the save, and a day that other pages still say is named until they do not', () => {
  const copy = 'content/events/fair.yaml'
  const other = read(race)
    .replace(/^repeats:.*/m, 'afterwards: { text: Thank you. }')
    .replace('2026-09-12', '2020-05-08')
  writeFileSync(path.join(project, post), read(post).replace('It was early.', 'We run on 12 September 2026.'))
  tree = new WorkingTree(project)
  commit('update', race, read(race).replace('2026-09-12', '2027-09-11'))
  expect(tree.echoes()).toEqual([
    {
      form: '#/collections/events/entries/race',
      field: 'date',
      words: '12 September 2026',
      more: 0,
      places: [{ label: 'Posts, a-name', form: '#/collections/posts/entries/a-name' }],
    },
  ])
  commit('update', post, read(post).replace('12 September 2026', 'a Saturday'))
  expect(tree.echoes()).toEqual([])
  tree.undo()
  expect(tree.echoes()).toHaveLength(1)
  commit('update', race, read(race).replace('2027-09-11', '2026-09-12'))
  expect(tree.echoes()).toEqual([])
  expect(commit('create', copy, other)).toMatchObject({ status: 201 })
  expect(tree.lastSave()?.warnings).toContainEqual(expect.stringContaining('8 May 2020 has passed'))
})

test('a block that one form moved and another one changed is never mixed with its neighbour', () => {
  const blocks = (...texts: string[]) =>
    `blocks:\n${texts.map((text) => `  - { kind: prose, text: ${text} }\n`).join('')}`
  const joined = mergeFile(
    'content/pages/Home.yaml',
    { original: blocks('One', 'Two'), mine: blocks('Two', 'One'), theirs: blocks('One', 'Three') },
    {},
  )
  expect(joined).toMatchObject({ fields: [{ field: 'blocks', label: 'Blocks' }] })
})

test('a file is added and removed, unless another is there or others depend on it', () => {
  const copy = 'content/posts/another-name.md'
  expect(commit('create', copy, postFile('Another name'))).toMatchObject({ status: 201 })
  expect(commit('create', copy, postFile('Another name'))).toMatchObject({ status: 422 })
  expect(commit('delete', copy, undefined, undefined, '/India')).toMatchObject({ status: 201 })
  expect(tree.read(copy)).toBeUndefined()
  expect(commit('delete', race)).toMatchObject({ status: 422 })
  expect(read(race)).toContain('title')
})

test('removing a page asks where visitors go, and takes its translations and writes the redirects in the same save', () => {
  writeFileSync(
    path.join(project, 'content/redirects.yaml'),
    'redirects:\n  - { from: /An-Old-Name, to: /Grace/a-name }\n',
  )
  const [before, redirects] = [post, 'content/redirects.yaml'].map(read)
  writeFileSync(path.join(project, 'content/posts/a-name.hi.yaml'), 'texts: []\n')
  const question = commit('delete', post)
  expect(question).toMatchObject({
    status: 422,
    body: {
      message: 'Where should visitors go?',
      removal: { pages: expect.arrayContaining([expect.objectContaining({ address: '/India' })]) },
    },
  })
  expect(read(post)).toBe(before)
  const [from] = (question as { body: { removal: { from: string[] } } }).body.removal.from

  expect(commit('delete', post, undefined, undefined, '/Indai')).toMatchObject({ status: 422 })
  expect(commit('delete', post, undefined, undefined, '/India')).toMatchObject({ status: 201 })
  expect(tree.read(post)).toBeUndefined()
  expect(tree.read('content/posts/a-name.hi.yaml')).toBeUndefined()
  expect(read('content/redirects.yaml')).toContain(`- { from: ${from}, to: /India }`)
  expect(read('content/redirects.yaml')).toContain('{ from: /An-Old-Name, to: /India }')

  expect(tree.undo()).toEqual({ ok: true })
  expect(read(post)).toBe(before)
  expect(read('content/redirects.yaml')).toBe(redirects)
})

test('removing a story takes it out of the order of stories in the same save', () => {
  const before = read(order)
  expect(commit('delete', second, undefined, undefined, '/India')).toMatchObject({ status: 201 })
  expect(read(order)).toBe('# Why so.\nstories:\n  - /India/stories/the-bowl\n')
  expect(tree.lastSave()?.warnings).toEqual([])
  expect(tree.undo()).toEqual({ ok: true })
  expect(read(order)).toBe(before)
})

describe('a save of several files', () => {
  const remove = () => commit('delete', second, undefined, undefined, '/India')
  const files = [second, order, 'content/redirects.yaml']
  const texts = () => files.map((file) => tree.read(file)?.toString())
  let before: (string | undefined)[]
  beforeEach(() => {
    before = texts()
  })
  afterEach(() => jest.restoreAllMocks())

  /** The disk is full from the call after `fitting` calls on. */
  function fillDisk(step: 'mkdirSync' | 'writeSync' | 'renameSync', fitting: number) {
    const real = fs[step] as () => never
    const spy = jest.spyOn(fs, step)
    for (let number = 0; number < fitting; number++) spy.mockImplementationOnce(real)
    return spy.mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    })
  }

  test.each([
    ['the folder of the save', 'mkdirSync', 0],
    ['a folder of the content', 'mkdirSync', 1],
    ['its second file', 'writeSync', 1],
    ['the list of its steps', 'renameSync', 0],
  ] as const)('that a full disk refuses at %s changes none of them', (_what, step, fitting) => {
    const disk = fillDisk(step, fitting)
    expect(remove()).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^Nothing is saved: .*space/) },
    })
    disk.mockRestore()
    expect(texts()).toEqual(before)
    expect(remove()).toMatchObject({ status: 201 })
  })

  test('that cannot be finished says so, and is finished before the next one', () => {
    // The list of what is to be done, and the first file.
    const disk = fillDisk('renameSync', 2)
    expect(remove()).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^Not everything is saved yet: .*space/) },
    })
    disk.mockRestore()
    const text = postFile('Another name')
    expect(commit('update', post, text)).toMatchObject({ status: 201 })
    expect(read(post)).toBe(text)
    expect(texts()).toEqual([
      undefined,
      '# Why so.\nstories:\n  - /India/stories/the-bowl\n',
      expect.stringContaining('/India/stories/second'),
    ])
  })

  test('that is interrupted is finished at the next start', () => {
    const { renameSync } = fs
    // The list of what is to be done, and the first file.
    const rename = jest.spyOn(fs, 'renameSync').mockImplementationOnce(renameSync).mockImplementationOnce(renameSync)
    rename.mockImplementation(() => {
      throw new Error('The process was killed')
    })
    remove()
    rename.mockRestore()
    tree = new WorkingTree(project)
    expect(texts()).toEqual([
      undefined,
      '# Why so.\nstories:\n  - /India/stories/the-bowl\n',
      expect.stringContaining('/India/stories/second'),
    ])
  })

  test('that is interrupted before all of it is on the disk never was', () => {
    const rename = jest.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw new Error('The process was killed')
    })
    remove()
    rename.mockRestore()
    tree = new WorkingTree(project)
    expect(texts()).toEqual(before)
  })
})

test.each(['package.json', 'content/../package.json', 'public/media/../../.env', 'content/script.js', '/etc/passwd'])(
  '%s is neither read nor written',
  (file) => {
    expect(tree.read(file)).toBeUndefined()
    expect(commit('create', file, 'x')).toMatchObject({ status: 422 })
    expect(call('GET', `${repo}/raw/${file}`)).toMatchObject({ status: 404 })
  },
)

describe('publishing by git', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'publish-'))
  const at = (name: string) => path.join(folder, name)
  const git = (name: string, ...words: string[]) =>
    execFileSync('git', words, { cwd: at(name), encoding: 'utf8' }).trim()
  const sita = 'Sita Rai <sita@example.org>'
  const maya = 'Maya Gurung <maya@example.org>'
  const write = (name: string, file: string, text: string) => writeFileSync(at(`${name}/content/${file}`), text)
  const read = (file: string) => readFileSync(at(`mine/content/${file}`), 'utf8')

  const site = sharedUpstream(answersJson({ status: 'ok' }))
  const authors = new Map<string, string>()
  const mine = () => publisher(at('mine'), site.url, authors)

  const repositories = ['host', 'mine', 'theirs']
  beforeAll(() => {
    mkdirSync(at('host'))
    git('host', 'init', '--quiet', '--bare', '--initial-branch=main')
    execFileSync('git', ['clone', '--quiet', at('host'), at('mine')], { stdio: 'ignore' })
    git('mine', 'checkout', '--quiet', '-B', 'main')
    mkdirSync(at('mine/content'))
    for (const file of ['a.yaml', 'b.yaml']) write('mine', file, 'text: One\n')
    git('mine', 'add', '.')
    git('mine', '-c', 'user.name=First', '-c', 'user.email=first@example.org', 'commit', '--quiet', '-m', 'Start')
    git('mine', 'push', '--quiet', 'origin', 'main')
    execFileSync('git', ['clone', '--quiet', at('host'), at('theirs')])
    for (const name of repositories) cpSync(at(name), at(`new/${name}`), { recursive: true })
  })
  beforeEach(() => {
    authors.clear()
    for (const name of repositories) {
      rmSync(at(name), { recursive: true, force: true })
      cpSync(at(`new/${name}`), at(name), { recursive: true })
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('each file is committed in the name of whoever saved it, and pushed', async () => {
    write('mine', 'a.yaml', 'text: Two\n')
    write('mine', 'new.yaml', 'text: New\n')
    authors.set('content/a.yaml', maya)
    expect(await mine().state()).toMatchObject({ unpublished: 2, canPublish: true, canTakeBack: false })
    expect(await mine().publish(sita)).toBeUndefined()
    expect(git('host', 'log', '--format=%an: %s', 'main')).toBe(
      'Sita Rai: Change new\nMaya Gurung: Change a\nFirst: Start',
    )
    expect(await mine().state()).toMatchObject({ unpublished: 0, canTakeBack: true })
    expect(await mine().publish(sita)).toEqual({ message: 'There is nothing to publish.' })
  })

  test('the last publication is taken back, unless something else is saved', async () => {
    write('mine', 'a.yaml', 'text: Two\n')
    await mine().publish(sita)
    write('mine', 'b.yaml', 'text: Two\n')
    expect(await mine().takeBack(sita)).toEqual({ message: 'Publish or undo what you saved since then first.' })
    write('mine', 'b.yaml', 'text: One\n')
    expect(await mine().takeBack(sita)).toBeUndefined()
    expect(git('host', 'show', 'main:content/a.yaml')).toBe('text: One')
    expect(read('a.yaml')).toBe('text: One\n')
  })

  const published = (file: string) => git('host', 'show', `main:content/${file}`)
  const other = () => publisher(at('theirs'), '', new Map())
  const page = (title: string, text: string) => `title: ${title}\nsummary: Short\ntext: ${text}\n`

  test('two editors who change different fields of one page are joined, without a conflict of lines', async () => {
    write('mine', 'a.yaml', page('One', 'One'))
    await mine().publish(sita)
    git('theirs', 'pull', '--quiet')
    write('theirs', 'a.yaml', page('Theirs', 'One'))
    write('theirs', 'b.yaml', 'text: Theirs\n')
    expect(await other().publish(maya)).toBeUndefined()
    write('mine', 'a.yaml', page('One', 'Mine'))
    write('mine', 'new.yaml', 'text: New\n')
    expect(await mine().publish(sita)).toBeUndefined()
    expect([read('a.yaml'), read('b.yaml')]).toEqual([page('Theirs', 'Mine'), 'text: Theirs\n'])
    expect([published('a.yaml'), published('new.yaml')]).toEqual([page('Theirs', 'Mine').trim(), 'text: New'])
    expect(git('host', 'log', '-2', '--format=%an: %s', 'main')).toBe(
      'Sita Rai: Change a, new\nMaya Gurung: Change a, b',
    )
  })

  test.each([
    [true, 'text: Mine'],
    [false, 'text: Theirs'],
  ])(
    'a field that two editors have changed is asked about, and neither locks the other: theirs %s',
    async (isTheirs, left) => {
      write('mine', 'a.yaml', 'text: Mine\n')
      await mine().publish(sita)
      write('theirs', 'a.yaml', 'text: Theirs\n')
      write('theirs', 'b.yaml', 'text: Two\n')
      const refused = await other().publish(maya)
      expect(refused).toMatchObject({
        conflicts: [{ file: 'content/a.yaml', fields: [{ field: 'text', mine: 'Theirs', theirs: 'Mine' }] }],
      })
      expect([published('a.yaml'), readFileSync(at('theirs/content/a.yaml'), 'utf8')]).toEqual([
        'text: Mine',
        'text: Theirs\n',
      ])
      const [{ seen = '' } = {}] = refused?.conflicts ?? []
      // A third text since then is asked about again.
      write('mine', 'a.yaml', 'text: Mine again\n')
      await mine().publish(sita)
      const decided = { 'content/a.yaml': { seen, theirsAt: { text: isTheirs } } }
      const again = await other().publish(maya, decided)
      expect(again).toMatchObject({ conflicts: [{ fields: [{ theirs: 'Mine again' }] }] })
      const [{ seen: now = '' } = {}] = again?.conflicts ?? []
      expect(
        await other().publish(maya, { 'content/a.yaml': { seen: now, theirsAt: { text: isTheirs } } }),
      ).toBeUndefined()
      expect([published('a.yaml'), published('b.yaml')]).toEqual([
        left === 'text: Mine' ? 'text: Mine again' : left,
        'text: Two',
      ])
      write('mine', 'b.yaml', 'text: Three\n')
      expect(await mine().publish(sita)).toMatchObject({ conflicts: [{ file: 'content/b.yaml' }] })
      write('mine', 'b.yaml', 'text: Two\n')
      expect(await mine().publish(sita)).toEqual({ message: 'There is nothing to publish.' })
    },
  )

  test('a page that one editor removed and another changed is asked about', async () => {
    rmSync(at('mine/content/a.yaml'))
    await mine().publish(sita)
    write('theirs', 'a.yaml', 'text: Theirs\n')
    const refused = await other().publish(maya)
    expect(refused).toMatchObject({
      conflicts: [{ file: 'content/a.yaml', fields: [{ mine: 'text: Theirs\n', theirs: '' }] }],
    })
    const [{ seen = '' } = {}] = refused?.conflicts ?? []
    expect(await other().publish(maya, { 'content/a.yaml': { seen, theirsAt: { '': false } } })).toBeUndefined()
    expect(published('a.yaml')).toBe('text: Theirs')
  })

  test('what others have published and this site would refuse is not joined with ours', async () => {
    const theirs = other()
    write('theirs', 'b.yaml', 'text: Theirs\n')
    await theirs.publish(maya)
    write('mine', 'a.yaml', 'text: Mine\n')
    const problems = () => (read('b.yaml').includes('Theirs') ? ['Pages, b: /Indai leads nowhere.'] : [])
    const refused = await publisher(at('mine'), site.url, authors, problems).publish(sita)
    expect(refused?.message).toContain('/Indai leads nowhere.')
    expect([read('a.yaml'), read('b.yaml'), published('a.yaml')]).toEqual(['text: Mine\n', 'text: One\n', 'text: One'])
  })

  test('files outside the content stay as they are, changed or not', async () => {
    writeFileSync(at('mine/notes.txt'), 'Mine')
    writeFileSync(at('theirs/code.ts'), 'export {}')
    git('theirs', 'add', '.')
    git('theirs', '-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', 'commit', '--quiet', '-m', 'Code')
    git('theirs', 'push', '--quiet', 'origin', 'HEAD:main')
    write('mine', 'a.yaml', 'text: Mine\n')
    expect(await mine().publish(sita)).toBeUndefined()
    expect(readFileSync(at('mine/code.ts'), 'utf8')).toBe('export {}')
    expect(readFileSync(at('mine/notes.txt'), 'utf8')).toBe('Mine')
    expect(git('mine', 'status', '--porcelain')).toBe('?? notes.txt')
  })

  test('what a git host that is away did not take is kept, and published later', async () => {
    write('mine', 'a.yaml', 'text: Mine\n')
    git('mine', 'remote', 'set-url', 'origin', at('away'))
    expect((await mine().publish(sita))?.message).toMatch(/^The git host did not answer/)
    expect(await mine().state()).toMatchObject({ unpublished: 1, canPublish: true })
    git('mine', 'remote', 'set-url', 'origin', at('host'))
    expect(await mine().publish(sita)).toBeUndefined()
    expect(git('host', 'show', 'main:content/a.yaml')).toBe('text: Mine')
  })

  test('the state says since when the commit is live, or why it is not, and what differs from what is live', async () => {
    const first = git('mine', 'rev-parse', 'HEAD')
    write('mine', 'a.yaml', 'text: Two\n')
    await mine().publish(sita)
    const update = { at: '2026-11-25T14:02:00Z', result: 'live', why: '' }
    const says = (content: string, more: object = {}) =>
      site.behave(answersJson({ status: 'ok', update: { ...update, content, ...more } }))
    says(first)
    expect(await mine().state()).toMatchObject({ unpublished: 1, state: expect.stringMatching(/^Published\./) })
    const now = git('mine', 'rev-parse', 'HEAD')
    says(now, { result: 'refused', why: 'The site could not be built.' })
    expect(await mine().state()).toMatchObject({
      state: expect.stringMatching(/^Not live: The site could not be built\./),
    })
    says(now)
    expect(await mine().state()).toMatchObject({ unpublished: 0, state: expect.stringMatching(/^Live since \d/) })
  })

  test('a folder without a git host publishes nothing', async () => {
    git('mine', 'remote', 'remove', 'origin')
    expect(await mine().state()).toEqual({ unpublished: 0, state: '', canPublish: false, canTakeBack: false })
  })
})

describe('the server', () => {
  let project: string
  let server: Server
  let site: Server
  /** What happens while the site makes the next page. */
  let duringNext: () => void = () => undefined
  const types: Record<string, string> = { svg: 'image/svg+xml', pdf: 'application/pdf', xml: 'text/xml' }
  beforeAll(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'charity-editor-'))
    mkdirSync(path.join(project, 'content'))
    mkdirSync(path.join(project, 'assets'))
    writeFileSync(path.join(project, 'assets/font.woff2'), 'font')
    site = createServer(({ url = '' }, response) => {
      duringNext()
      duringNext = () => undefined
      if (url === '/broken') return response.socket?.end('HTTP/1.1 099 Odd\r\n\r\n')
      if (url === '/cut') return response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nc')
      response.setHeader('content-type', types[url.slice(-3)] ?? 'text/html; charset=utf-8')
      return response.end('<script>1</script>')
    }).listen(0, 'localhost')
    await once(site, 'listening')
    const { port: sitePort } = site.address() as AddressInfo
    const lists = () => ({ placeholders: [], choices: {}, originals: [] }) as never
    server = await startEditServer({ project, bundle: project, port: 0, sitePort, lists })
  })
  afterAll(async () => {
    for (const one of [server, site]) {
      one.closeAllConnections()
      one.close()
      await once(one, 'close')
    }
    rmSync(project, { recursive: true })
  })

  const portOf = () => (server.address() as AddressInfo).port
  const request = (line: string, ...headers: string[]) =>
    [line, 'Host: localhost:0', 'Connection: close', ...headers, '', ''].join('\r\n')
  const ask = (line: string, ...headers: string[]) => send(portOf(), request(line, ...headers))

  test('each change of a file is reported to the open pages, also after the file was replaced', async () => {
    const headers = { host: 'localhost:0' }
    const [response] = (await once(get({ port: portOf(), path: '/edit/changes', headers }), 'response')) as [
      IncomingMessage,
    ]
    const reported = response.setEncoding('utf8')[Symbol.asyncIterator]()
    expect((await reported.next()).value).toBe(': \n\n')
    for (const folder of ['', 'pages', 'pages', 'pages']) {
      const file = path.join(project, 'content', folder, 'page.yaml')
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(path.join(project, 'new'), folder)
      fs.renameSync(path.join(project, 'new'), file)
      expect((await reported.next()).value).toBe('data: changed\n\n')
    }
    response.destroy()
  })

  test('a page that was opened after a change is not loaded again, and one that was made before it is', async () => {
    const change = (text: string) => writeFileSync(path.join(project, 'content/page.yaml'), text)
    const open = async (address: string) => {
      const { body } = await ask(`GET ${address} HTTP/1.1`, 'Accept: text/html')
      return String(/since=([^"]+)/.exec(body)?.[1])
    }
    /** What a page is told in the time in which a change is noticed. */
    const told = async (since: string) => {
      const address = { port: portOf(), path: `/edit/changes?since=${since}`, headers: { host: 'localhost:0' } }
      const [response] = (await once(get(address), 'response')) as [IncomingMessage]
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      await setTimeout(300)
      response.destroy()
      return text
    }
    change('first')
    expect(await told(await open('/India'))).toBe(': \n\n')
    duringNext = () => change('second')
    expect(await told(await open('/India'))).toContain('changed')
  })

  test('what an editor may have uploaded runs nothing beside the token, and a page keeps its own policy', async () => {
    for (const address of ['/evil.svg', '/media/evil.html', '/medi%61/evil.html', '/x.xml', '/India']) {
      const { status, headers } = await ask(`GET ${address} HTTP/1.1`)
      const policy = address === '/India' ? undefined : uploadPolicy
      expect([address, status, headers['content-security-policy']]).toEqual([address, 200, policy])
    }
  })

  test.each([
    [400, 'GET /%ff HTTP/1.1'],
    [400, 'GET /% HTTP/1.1'],
    [400, 'GET /media/%c3%28.svg HTTP/1.1'],
    [400, 'GET // HTTP/1.1'],
    [400, 'GET //evil.example/edit/ HTTP/1.1'],
    [400, 'GET http://[ HTTP/1.1'],
    [400, 'GET /edit/%ff HTTP/1.1'],
    [400, 'GET /edit/app/originals/%ff.json HTTP/1.1'],
    [400, 'GET /edit/api/v1/%ff HTTP/1.1'],
    [404, 'GET /edit/app/assets HTTP/1.1'],
    [404, 'GET /edit/app/ HTTP/1.1'],
    [404, 'GET /edit/app/%00 HTTP/1.1'],
    [404, 'GET /edit/app/..%2f..%2fetc/passwd HTTP/1.1'],
    [200, 'GET /edit/app/assets/font.woff2 HTTP/1.1'],
    [200, 'GET /caf%c3%a9"|{} HTTP/1.1'],
    [200, 'GET /India HTTP/1.1\r\nTrailer: expires'],
    [200, 'POST /India HTTP/1.1\r\nContent-Length: 0\r\nTrailer: expires'],
    [200, 'GET /cut HTTP/1.1'],
    [500, 'GET /broken HTTP/1.1'],
  ])('the editor answers %i to %j, and goes on', async (status, line) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await ask(line)).status).toBe(status)
    expect(logged).toHaveBeenCalledTimes(status === 500 ? 1 : 0)
    logged.mockRestore()
    expect((await ask('GET /India HTTP/1.1')).status).toBe(200)
  })

  test('a browser that closes its connection is no failure', async () => {
    for (const line of [
      'GET /India HTTP/1.1',
      'GET /edit/ HTTP/1.1',
      'POST /India HTTP/1.1\r\nContent-Length: 99',
      'GET / HTTP/1.1\r\nSec-Fetch-Site: x\r\nUpgrade: x',
    ])
      await exchange(portOf(), Buffer.from(request(line)), { leaves: true })
    expect((await ask('GET /India HTTP/1.1')).status).toBe(200)
  })

  test.each([
    '/India',
    '/media/team.webp',
    '/edit',
    '/edit/',
    '/edit/app/assets/font.woff2',
    '/edit/changes',
    '/edit/undo',
  ])('another site gets nothing from %s', async (address) => {
    for (const site of ['cross-site', 'same-site', 'x'])
      for (const more of [[], ['Upgrade: websocket', 'Connection: upgrade']])
        expect((await ask(`GET ${address} HTTP/1.1`, `Sec-Fetch-Site: ${site}`, ...more)).status).toBe(403)
  })

  test.each(['same-origin', 'none'])('the editor, what it frames, and bookmarks are answered: %s', async (site) => {
    for (const address of ['/India', '/edit/', '/edit/app/assets/font.woff2'])
      expect((await ask(`GET ${address} HTTP/1.1`, `Sec-Fetch-Site: ${site}`)).status).toBe(200)
  })
})
