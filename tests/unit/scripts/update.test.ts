/** The decisions of docs/operate/update.sh. Its builds are tried by `npm run test:new-charity`. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { updateMachine } from '#tests/support/update-machine.ts'

const made = updateMachine(1, (at) => ({
  // What it says, and what it then does, depends on files of the content.
  npm: `case "$*" in
    'ci') mkdir -p node_modules && echo '{}' >node_modules/.package-lock.json && echo ci >>${at('calls')} ;;
    'run content:check') [ ! -e "$CHARITY_DIR/content/wrong" ] ;;
    'run build') mkdir -p .next && echo "$VERSION" >.next/BUILD_ID && [ ! -e charity/content/unbuildable ] || { rm .next/BUILD_ID; exit 1; } ;;
    esac`,
  // What cannot be executed at all fails here already.
  systemctl: `[ -e ${at('stuck')} ] || readlink ${at('srv/current')} >>${at('started')}; [ ! -e ${at('srv/current')}/charity/content/dead ]`,
  // The version that runs: of the release that systemd started last.
  curl: `[ ! -e ${at('srv/current')}/charity/content/dead ] || exit 1
    case "$*" in */api/health/ready) printf '{"status":"ok","version":"%s"}' "$(cat "$(tail -n 1 ${at('started')})/.next/BUILD_ID")" ;; esac`,
  sleep: ':',
}))
const { at, update, folder } = made
const git = (name: string, ...words: string[]) => execFileSync('git', words, { cwd: at(name), encoding: 'utf8' }).trim()
const identity = ['-c', 'user.name=Maya', '-c', 'user.email=maya@example.org']

function commit(name: string, files: Record<string, string | null>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(at(`${name}/${file}`)), { recursive: true })
    if (text === null) rmSync(at(`${name}/${file}`))
    else writeFileSync(at(`${name}/${file}`), text)
  }
  git(name, 'add', '--all')
  git(name, ...identity, 'commit', '--quiet', '-m', 'Change')
  return git(name, 'rev-parse', '--short', 'HEAD')
}
const served = () => path.basename(readlinkSync(at('srv/current')))
const said = () => JSON.parse(readFileSync(at('data/update.json'), 'utf8'))

let code: string
let first: string
beforeAll(() => {
  for (const name of ['program', 'texts']) {
    mkdirSync(at(name))
    git(name, 'init', '--quiet', '--initial-branch=main')
  }
  code = commit('program', {
    'package-lock.json': '1',
    'scripts/charity': `[ ! -e ${at('no-backup')} ] && echo "$*" >>${at('backed-up')}\n`,
  })
  first = commit('texts', { 'content/site.yaml': 'name: Dogs\n' })
  execFileSync('git', ['clone', '--quiet', at('program'), at('srv/repository')])
  execFileSync('git', ['clone', '--quiet', at('texts'), at('srv/content')])
  writeFileSync(at('charity.env'), 'SITE_URL=https://dogs.test\nCHARITY_DIR=charity\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a release has both commits in its name, and the newest is taken once', () => {
  expect(update()).toMatchObject({ code: 0, output: expect.stringContaining('is served') })
  expect(served()).toBe(`${code}.${first}`)
  expect(said()).toMatchObject({ result: 'live', content: git('texts', 'rev-parse', 'HEAD'), why: '' })
  expect(update('--if-new')).toEqual({ code: 0, output: '' })
})

test('content that is wrong, cannot be built or does not start is not served, is not tried again, and the reason is said', () => {
  const before = served()
  const built = readFileSync(at(`srv/releases/${before}/.next/BUILD_ID`), 'utf8')
  const reasons = {
    wrong: 'The check of the content found mistakes.',
    unbuildable: 'The site could not be built.',
    dead: 'The new version did not start. The one before is served.',
  }
  let mends: Record<string, null> = {}
  for (const [name, why] of Object.entries(reasons)) {
    commit('texts', { ...mends, [`content/${name}`]: 'x' })
    mends = { [`content/${name}`]: null }
    expect(update('--if-new').code).toBe(1)
    expect(served()).toBe(before)
    expect(readFileSync(at('started'), 'utf8').trim().split('\n').at(-1)).toBe(readlinkSync(at('srv/current')))
    expect(said()).toMatchObject({ result: 'refused', content: git('texts', 'rev-parse', 'HEAD'), why })
  }
  expect(update('--if-new')).toEqual({ code: 0, output: '' })

  // What was taken back is not built again.
  const mended = commit('texts', mends)
  expect(update('--if-new').code).toBe(0)
  expect(served()).toBe(`${code}.${mended}`)
  expect(readFileSync(at('srv/current/.next/BUILD_ID'), 'utf8')).toBe(built)
  expect(said()).toMatchObject({ result: 'live' })
})

test('what keeps git from fetching is named, the site goes on, and the next minute tries again', () => {
  const before = served()
  const texts = commit('texts', { 'content/site.yaml': 'name: Hounds\n' })
  const faults: [breaks: () => unknown, mends: () => unknown, sentence: string][] = [
    [
      () => Object.assign(process.env, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }),
      () => delete process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER,
      'srv/repository could not be fetched',
    ],
    [
      () => git('srv/content', 'remote', 'rename', 'origin', 'elsewhere'),
      () => git('srv/content', 'remote', 'rename', 'elsewhere', 'origin'),
      'srv/content could not be fetched',
    ],
    [
      () => writeFileSync(at('srv/content/.git/index.lock'), ''),
      () => rmSync(at('srv/content/.git/index.lock')),
      'could not be taken from',
    ],
  ]
  for (const [breaks, mends, sentence] of faults) {
    breaks()
    expect(update('--if-new')).toMatchObject({ code: 1, output: expect.stringContaining(sentence) })
    expect(served()).toBe(before)
    mends()
  }
  expect(update('--if-new').code).toBe(0)
  expect(served()).toBe(`${code}.${texts}`)
})

test('what is no release and no commit is named', () =>
  expect(update('1c77573')).toEqual({ code: 1, output: expect.stringMatching(/srv\/repository has no .*1c77573/) }))

test('the name of a release brings back its program and its content, and packages are installed once', () => {
  const [before, now] = [readFileSync(at('started'), 'utf8').trim().split('\n'), served()]
  const earlier = path.basename(
    before.filter((release) => existsSync(release) && path.basename(release) !== now).at(-1) ?? '',
  )
  expect(update(earlier).code).toBe(0)
  expect(served()).toBe(earlier)
  expect(said().content.startsWith(earlier.split('.')[1])).toBe(true)
  expect(readFileSync(at('calls'), 'utf8')).toBe('ci\n')
  commit('program', { 'package-lock.json': '2' })
  expect(update().code).toBe(0)
  expect(readFileSync(at('calls'), 'utf8')).toBe('ci\nci\n')
})

test('the data are backed up before another program is served, and not before other content', () => {
  const backedUp = () => (existsSync(at('backed-up')) ? readFileSync(at('backed-up'), 'utf8').trim().split('\n') : [])
  const count = backedUp().length
  commit('texts', { 'content/site.yaml': 'name: Cats\n' })
  expect(update().code).toBe(0)
  expect(backedUp()).toHaveLength(count)
  commit('program', { 'package-lock.json': '3' })
  expect(update().code).toBe(0)
  expect(backedUp().slice(count)).toEqual([`backup --to ${at('backups/before-updates')} --keep 3`])

  const before = served()
  writeFileSync(at('no-backup'), '')
  commit('program', { 'package-lock.json': '4' })
  expect(update()).toMatchObject({ code: 1, output: expect.stringContaining('could not be backed up') })
  expect(served()).toBe(before)
  rmSync(at('no-backup'))
})

test('a service that still answers with the version before is not said to be updated', () => {
  const before = served()
  writeFileSync(at('stuck'), '')
  expect(update()).toMatchObject({ code: 1, output: expect.stringContaining('does not become ready') })
  expect(served()).toBe(before)
  expect(said()).toMatchObject({ result: 'refused' })
  rmSync(at('stuck'))
})

test('nothing is built while another update runs, or without CHARITY_DIR in the environment of the service', () => {
  const lock = `exec 9>${at('srv/update.lock')}; flock 9; sh ${at('update.sh')}`
  const busy = execFileSync('/bin/sh', ['-c', `${lock} 9>&- 2>&1; true`], { encoding: 'utf8' })
  expect(busy).toContain('Another update is running.')
  writeFileSync(at('charity.env'), 'SITE_URL=https://dogs.test\n')
  expect(update()).toMatchObject({ code: 1, output: expect.stringContaining('needs CHARITY_DIR=charity') })
})
