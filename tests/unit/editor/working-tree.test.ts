/** The editor's saves: checked as a whole, written exactly, refused outside content/ and public/media, and undone. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { answer } from '#editor/api.ts'
import { mergeFile } from '#editor/merge.ts'
import { blobHash, WorkingTree } from '#editor/working-tree.ts'
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
    message: 'Update Story',
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
  expect(form(before, before.replace('The bowl', 'A bowl'))).toMatchObject({ status: 201, body: { merged: false } })
  const other = before.replace('It broke.', 'It fell.')
  expect(form(before, other)).toMatchObject({ status: 201, body: { merged: true, files: [null] } })
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

test('a new event in the past, and a day that other pages still say, are asked about after the save', () => {
  const copy = 'content/events/fair.yaml'
  const other = read(race)
    .replace(/^repeats:.*/m, 'afterwards: { text: Thank you. }')
    .replace('2026-09-12', '2020-05-08')
  writeFileSync(path.join(project, post), read(post).replace('It was early.', 'We run on 12 September 2026.'))
  tree = new WorkingTree(project)
  commit('update', race, read(race).replace('2026-09-12', '2027-09-11'))
  expect(tree.lastSave()?.warnings).toEqual([
    '12 September 2026 still stands in Posts, a-name. Should it change there too?',
  ])
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

test.each(['package.json', 'content/../package.json', 'public/media/../../.env', 'content/script.js', '/etc/passwd'])(
  '%s is neither read nor written',
  (file) => {
    expect(tree.read(file)).toBeUndefined()
    expect(commit('create', file, 'x')).toMatchObject({ status: 422 })
    expect(call('GET', `${repo}/raw/${file}`)).toMatchObject({ status: 404 })
  },
)
