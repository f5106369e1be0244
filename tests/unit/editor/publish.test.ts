/** Publishing by git: what is counted, who is the author, and what happens when others have published too. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publisher } from '#editor/publish.ts'
import { answersJson, sharedUpstream } from '#tests/support/upstream.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'publish-'))
const at = (name: string) => path.join(folder, name)
const git = (name: string, ...words: string[]) => execFileSync('git', words, { cwd: at(name), encoding: 'utf8' }).trim()
const sita = 'Sita Rai <sita@example.org>'
const maya = 'Maya Gurung <maya@example.org>'
const write = (name: string, file: string, text: string) => writeFileSync(at(`${name}/content/${file}`), text)
const read = (file: string) => readFileSync(at(`mine/content/${file}`), 'utf8')

const site = sharedUpstream(answersJson({ status: 'ok' }))
const authors = new Map<string, string>()
const mine = () => publisher(at('mine'), site.url, authors)

beforeEach(() => {
  authors.clear()
  for (const name of ['host', 'mine', 'theirs']) rmSync(at(name), { recursive: true, force: true })
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
  expect(await mine().publish(sita)).toBe('There is nothing to publish.')
})

test('the last publication is taken back, unless something else is saved', async () => {
  write('mine', 'a.yaml', 'text: Two\n')
  await mine().publish(sita)
  write('mine', 'b.yaml', 'text: Two\n')
  expect(await mine().takeBack(sita)).toBe('Publish or undo what you saved since then first.')
  write('mine', 'b.yaml', 'text: One\n')
  expect(await mine().takeBack(sita)).toBeUndefined()
  expect(git('host', 'show', 'main:content/a.yaml')).toBe('text: One')
  expect(read('a.yaml')).toBe('text: One\n')
})

test('what others have published is kept, and a text that both have changed is not overwritten', async () => {
  const theirs = publisher(at('theirs'), '', new Map())
  write('theirs', 'b.yaml', 'text: Theirs\n')
  expect(await theirs.publish(maya)).toBeUndefined()
  write('mine', 'a.yaml', 'text: Mine\n')
  expect(await mine().publish(sita)).toBeUndefined()
  expect(read('b.yaml')).toBe('text: Theirs\n')
  write('theirs', 'a.yaml', 'text: Theirs\n')
  expect(await theirs.publish(maya)).toMatch(/^Somebody has published other words/)
  expect(git('host', 'show', 'main:content/a.yaml')).toBe('text: Mine')
  expect(readFileSync(at('theirs/content/a.yaml'), 'utf8')).toBe('text: Theirs\n')
})

test('what a git host that is away did not take is kept, and published later', async () => {
  write('mine', 'a.yaml', 'text: Mine\n')
  git('mine', 'remote', 'set-url', 'origin', at('away'))
  expect(await mine().publish(sita)).toMatch(/^The git host did not answer/)
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
