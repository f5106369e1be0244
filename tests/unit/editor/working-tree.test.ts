/** The editor's saves: checked as a whole, written exactly, refused outside content/ and public/media, and undone. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { answer } from '#editor/api.ts'
import { blobHash, WorkingTree } from '#editor/working-tree.ts'

const root = path.join(import.meta.dirname, '../../..')
const story = 'content/stories/India/the-500th.md'
const india = 'content/pages/India.yaml'
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
  project = mkdtempSync(path.join(tmpdir(), 'editor-test-'))
  cpSync(path.join(root, 'content'), path.join(project, 'content'), { recursive: true })
  cpSync(path.join(root, 'public'), path.join(project, 'public'), { recursive: true })
  tree = new WorkingTree(project)
})
afterEach(() => rmSync(project, { recursive: true }))

test('a save is written, answered with the names that git would give, and undone', () => {
  const before = read(story)
  const head = tree.head()
  const after = before.replace('title: The 500th', 'title: The 500th smile')
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
  ['a dead link', story, (text) => `${text}\n[Read on](/Indai)\n`, /the-500th\.md: Text: \/Indai leads nowhere.*\?$/],
  ['an unknown field', story, (text) => text.replace('summary:', 'sumary:'), /Sumary is not .*did you mean "summary"/],
  [
    'a title that another page has',
    india,
    (text) => text.replace(/^title: .*$/m, 'title: Kenya'),
    /Kenya\.yaml: Title is/,
  ],
])('%s is refused in the words of content:check, and nothing is written', (_name, file, edit, message) => {
  const before = read(file)
  expect(commit('update', file, edit(before))).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(message) },
  })
  expect(read(file)).toBe(before)
})

test('mistakes that were there before keep nobody from saving something else', () => {
  writeFileSync(path.join(project, 'content/pages/Kenya.yaml'), `${read('content/pages/Kenya.yaml')}nonsense: true\n`)
  expect(commit('update', story, read(story).replace('The 500th', 'The 501st'))).toMatchObject({ status: 201 })
})

test('changes made outside the editor are neither overwritten nor undone', () => {
  const before = read(story)
  const sha = blobHash(Buffer.from(before))
  expect(commit('update', story, before.replace('The 500th', 'Mine'), sha)).toMatchObject({ status: 201 })
  writeFileSync(path.join(project, story), before.replace('The 500th', 'Theirs'))
  expect(commit('update', story, before.replace('The 500th', 'Mine again'), sha)).toMatchObject({ status: 409 })
  expect(tree.undo()).toEqual({
    ok: false,
    message: `${story} has been changed since. Edit it to undo what you saved.`,
  })
  expect(read(story)).toContain('Theirs')
})

test('a file is added, moved and removed', () => {
  const text = read('content/events/webinar.yaml')
  expect(commit('create', 'content/events/second-webinar.yaml', text)).toMatchObject({ status: 201 })
  expect(commit('create', 'content/events/second-webinar.yaml', text)).toMatchObject({ status: 422 })
  expect(commit('delete', 'content/events/second-webinar.yaml')).toMatchObject({ status: 201 })
  expect(tree.read('content/events/second-webinar.yaml')).toBeUndefined()
  // Others depend on it.
  expect(commit('delete', 'content/events/race.yaml')).toMatchObject({ status: 422 })
  expect(read('content/events/race.yaml')).toContain('title')
})

test('removing a page asks where visitors go, and takes its translations and writes the redirects in the same save', () => {
  const post = 'content/posts/a-name.md'
  writeFileSync(
    path.join(project, 'content/redirects.yaml'),
    'redirects:\n  - { from: /An-Old-Name, to: /Storyteller/a-name }\n',
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
  const order = 'content/stories/Kenya/_order.yaml'
  const before = read(order)
  const removed = commit('delete', 'content/stories/Kenya/one-patients-story.md', undefined, undefined, '/Kenya')
  expect(removed).toMatchObject({ status: 201 })
  expect(read(order)).toBe(before.replace('  - /Kenya/stories/one-patients-story\n', ''))
  expect(tree.lastSave()?.warnings).toEqual([])
  expect(tree.undo()).toEqual({ ok: true })
  expect(read(order)).toBe(before)
})

test.each([
  'package.json',
  'content/../package.json',
  'public/media/../../.env',
  'content/pages/.hidden.yaml',
  'content/script.js',
  '/etc/passwd',
])('%s is neither read nor written', (file) => {
  expect(tree.read(file)).toBeUndefined()
  expect(commit('create', file, 'x')).toMatchObject({ status: 422 })
  expect(call('GET', `${repo}/raw/${file}`)).toMatchObject({ status: 404 })
})
