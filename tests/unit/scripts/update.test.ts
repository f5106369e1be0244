/** The decisions of docs/operate/install.sh and update.sh. Their builds are tried by `npm run test:new-charity`. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
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
  systemctl: `echo "$*" >>${at('systemd')}; [ -e ${at('stuck')} ] || readlink ${at('srv/current')} >>${at('started')}; [ ! -e ${at('srv/current')}/charity/content/dead ]`,
  // The version that runs: of the release that systemd started last.
  curl: `[ ! -e ${at('srv/current')}/charity/content/dead ] || exit 1
    case "$*" in */api/health/ready) printf '{"status":"ok","version":"%s"}' "$(cat "$(tail -n 1 ${at('started')})/.next/BUILD_ID")" ;; esac`,
  sleep: ':',
}))
const { at, install, update, folder } = made
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
  cpSync('docs/operate', at('program/docs/operate'), { recursive: true })
  mkdirSync(at('program/scripts'))
  const command = `#!/bin/sh\n[ ! -e ${at('no-backup')} ] || exit 1
echo "$*" >>${at('backed-up')}
case $1 in backup) echo data >"$3/charity-$(wc -l <${at('backed-up')}).db" ;; esac\n`
  writeFileSync(at('program/scripts/charity'), command, { mode: 0o755 })
  code = commit('program', { 'package-lock.json': '1' })
  first = commit('texts', { 'content/site.yaml': 'name: Dogs\n' })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('an installation makes its own secrets, says what is left for a person, and can be run again', () => {
  const repositories = [at('program'), at('texts')]
  expect(install('dogs.test', at('nowhere'))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/nowhere could not be cloned/),
  })
  for (const wrong of [['dogs.test'], ['https://dogs.test', ...repositories], ['--fast', 'dogs.test', ...repositories]])
    expect(install(...wrong).code).toBe(1)
  expect(install('dogs.test', ...repositories)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/is served[\s\S]*What is left for you/),
  })
  const settings = readFileSync(at('charity.env'), 'utf8')
  expect(settings).toMatch(/^SITE_URL=https:\/\/dogs\.test$[\s\S]*^CHARITY_DIR=charity$/m)
  const secrets = settings.match(/^(?:SIGNING_SECRET|DATA_ENCRYPTION_KEY|OPERATOR_TOKEN)=\S{44}$/gm)
  expect(new Set(secrets?.map((line) => line.replace(/^\w+=/, ''))).size).toBe(3)
  expect(readFileSync(at('etc/systemd/system/caddy.service.d/site.conf'), 'utf8')).toContain('https://dogs.test')

  writeFileSync(at('etc/caddy/Caddyfile'), 'changed by somebody')
  expect(install('dogs.test', ...repositories).code).toBe(0)
  expect(readFileSync(at('systemd'), 'utf8')).toMatch(/^start charity$/m)
  expect(readFileSync(at('charity.env'), 'utf8')).toBe(settings)
  expect(readFileSync(at('etc/caddy/Caddyfile.~1~'), 'utf8')).toBe('changed by somebody')
  expect(readdirSync(at('etc/systemd/system')).filter((name) => name.includes('~'))).toEqual([])
})

test('a private repository gets a key of this machine, which is printed until the host knows it', () => {
  const { at, folder, install } = updateMachine(1, (at) => ({
    git: 'exit 128',
    'ssh-keyscan': 'echo "$1 ssh-ed25519 AAAA"',
    'ssh-keygen': `case "$*" in *-f*id_ed25519) echo key >${at('srv/.ssh/id_ed25519')}; echo "ssh-ed25519 OWN" >${at('srv/.ssh/id_ed25519.pub')} ;; *-F*) exit 1 ;; *) echo "256 SHA256:host" ;; esac`,
  }))
  for (const address of ['git@git.test:dogs.git', 'ssh://git@git.test:22/dogs.git']) {
    const { code, output } = install('dogs.test', address)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/at git\.test as a deploy key[\s\S]*OWN[\s\S]*SHA256:host/),
    ])
  }
  expect(existsSync(at('charity.env'))).toBe(false)
  rmSync(folder, { recursive: true })
})

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

  // Somebody who goes back hears which backup has the data from before, also after other content.
  const [earlier, taken] = [path.basename(readlinkSync(at('srv/current'))), backedUp().length]
  const newer = commit('program', { 'package-lock.json': '3b' })
  expect(update().output).not.toContain('restore')
  commit('texts', { 'content/site.yaml': 'name: Mice\n' })
  expect(update().code).toBe(0)
  const back = update(earlier)
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining(`The data as they were before ${newer}: `) })
  expect(back.output).toContain(`charity restore ${at(`backups/before-updates/charity-${taken + 1}.db`)}`)
  expect(update().code).toBe(0)

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

test('a branch is taken as it is at the git host, and a tag as it is named', () => {
  const newest = commit('program', { 'version.txt': '2' })
  expect(update('main').code).toBe(0)
  expect(served()).toContain(newest)
  git('program', 'tag', 'v0.2.0')
  const later = commit('program', { 'version.txt': '3' })
  for (const [name, expected] of [
    ['main', later],
    ['v0.2.0', newest],
  ] as const) {
    expect(update(name).code).toBe(0)
    expect(served()).toContain(expected)
  }
})

test('nothing is built while another update runs, or without CHARITY_DIR in the environment of the service', () => {
  const lock = `exec 9>${at('srv/update.lock')}; flock 9; sh ${at('update.sh')}`
  const busy = execFileSync('/bin/sh', ['-c', `${lock} 9>&- 2>&1; true`], { encoding: 'utf8' })
  expect(busy).toContain('Another update is running.')
  writeFileSync(at('charity.env'), 'SITE_URL=https://dogs.test\n')
  expect(update()).toMatchObject({ code: 1, output: expect.stringContaining('needs CHARITY_DIR=charity') })
})
