/**
 * A shelter for dogs is made, edited, published and taken back by clicks, broken, and restored, on a machine set up by the manual. A stand-in for
 * systemd starts the site, and the test is the timer.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect as base, test } from '@playwright/test'
import { root, startScript, waitForResponse } from '#scripts/support/processes.ts'
import { testPorts } from '#scripts/support/sandbox-environment.ts'
import { updateMachine } from '#tests/support/update-machine.ts'

const sitePort = testPorts.site + 30
const editorPort = testPorts.site + 20
const live = `http://localhost:${sitePort}`

test.use({ viewport: { width: 1280, height: 3000 }, actionTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'shelter-'))
const charity = path.join(folder, 'shelter')
const content = path.join(folder, 'content.git')
const gitIn = (cwd: string, ...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim()
const git = (...words: string[]) => gitIn(charity, ...words)
const commit = (...words: string[]) =>
  git('-c', 'user.name=Maya', '-c', 'user.email=maya@example.org', 'commit', '--quiet', ...words)
const expect = base.configure({ timeout: 60_000 })
let machine: ReturnType<typeof setUpMachine>

/** As docs/operate/one-machine.md says, in a folder, with a stand-in for systemd that starts the site. The packages are those of this checkout. */
function setUpMachine() {
  const { folder, at, install, update } = updateMachine(sitePort, (at) => ({
    systemctl: `case "$*" in
  cat*) printf 'Environment=DATA_DIR=${at('data')}\\nEnvironmentFile=${at('charity.env')}\\nUser=%s\\n' "$(id -un)"; exit ;;
  'restart charity') ;;
  *) exit 0 ;;
esac
[ -f ${at('pid')} ] && { kill -INT "$(cat ${at('pid')})" 2>/dev/null; while kill -0 "$(cat ${at('pid')})" 2>/dev/null; do sleep 0.2; done; }
cd ${at('srv/current')} || exit 1
env -i PATH="$PATH" HOME="$HOME" NODE_ENV=production PORT=${sitePort} DATA_DIR=${at('data')} $(cat ${at('charity.env')}) \\
  node_modules/.bin/node scripts/serve.ts >>${at('log')} 2>&1 9>&- &
echo $! >${at('pid')}`,
  }))
  writeFileSync(at('charity.env'), `SITE_URL=${live}\nSIGNING_SECRET=${'x'.repeat(40)}\nCHARITY_DIR=charity\n`)
  // What is committed here is the main branch of the program.
  gitIn(folder, 'clone', '--quiet', '--bare', root, at('program.git'))
  gitIn(at('program.git'), 'update-ref', 'refs/heads/main', gitIn(root, 'rev-parse', 'HEAD'))
  execFileSync('cp', ['--archive', '--link', path.join(root, 'node_modules'), at('srv/modules/')])
  cpSync(path.join(root, 'package-lock.json'), at('srv/modules/package-lock.json'))
  return {
    install: () => install('localhost', at('program.git'), content),
    update,
    stop() {
      try {
        process.kill(Number(readFileSync(at('pid'), 'utf8')))
      } catch {
        // It has not been started.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What the timer of the machine does, with its seconds. */
function timed(what: string) {
  const began = performance.now()
  const done = machine.update('--if-new')
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return done
}

test.beforeAll(() => {
  const answers = path.join(folder, 'answers.yaml')
  writeFileSync(
    answers,
    'name: Street Dogs Pokhara\ndoes: A home for street dogs in Nepal\nplace: Pokhara\nfounded: 2019-04-01\ncountries: Nepal, United Kingdom\ncurrencies: NPR, GBP\namounts: { NPR: [500, 1000, 2500, 5000] }\n',
  )
  const command = ['scripts/new-charity.ts', charity, '--answers', answers]
  execFileSync(process.execPath, command, { cwd: root })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  commit('-m', 'Start the content')
  gitIn(folder, 'clone', '--quiet', '--bare', charity, content)
  git('remote', 'add', 'origin', content)
  git('fetch', '--quiet', 'origin')
  machine = setUpMachine()
})
test.afterAll(() => {
  machine?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a shelter is deployed, edited and published by clicks, taken back, broken, and restored', async ({
  page,
  request,
}) => {
  test.setTimeout(3_600_000)
  expect(machine.install()).toMatchObject({ code: 0, output: expect.stringContaining('What is left for you') })
  const about = async () => (await request.get(`${live}/AboutUs`)).text()
  expect(await about()).toContain('Street Dogs Pokhara')
  const manifest = await (await request.get(`${live}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ name: 'Street Dogs Pokhara', theme_color: '#123a4a' })
  expect(machine.update('--if-new')).toMatchObject({ code: 0, output: '' })

  // A language is a line in a table and some words of the interface.
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(charity, file)), { recursive: true })
    writeFileSync(path.join(charity, file), text)
  }
  write(
    'content/languages.yaml',
    'languages:\n  - { code: en, name: English, locale: en-GB }\n  - { code: ar, name: العربية, locale: ar-EG }\n',
  )
  write(
    'content/messages/ar.json',
    JSON.stringify({ header: { menu: 'القائمة' }, frame: { skip: 'انتقل إلى المحتوى' } }),
  )
  write('content/navigation.ar.yaml', 'review: true\ntexts:\n  - { at: donate.label, english: Donate, text: تبرع }\n')

  // The editor of the charity.
  const editor = startScript('scripts/edit.ts', {
    env: { CHARITY_DIR: charity, PORT: String(editorPort), DATA_DIR: path.join(folder, 'data'), TEST_PORT: '' },
    args: ['--site', live],
  })
  try {
    await waitForResponse(`http://localhost:${editorPort}/AboutUs`)
    await page.goto(`http://localhost:${editorPort}/edit/#/collections/pages/entries/AboutUs`)
    const title = page.getByRole('textbox', { name: 'Title', exact: true }).first()
    await expect(title).toBeVisible()
    expect(
      await page.evaluate("document.getElementById('editor-settings').textContent + document.body.innerText"),
    ).not.toMatch(/love will|LWR|cleft|traffick|chattanooga|\bkenya|zimbabwe|uganda|hindi|swahili/i)
    await title.fill('Who we are today')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const state = page.locator('.edit-state')
    await expect(state).toContainText('Unpublished changes: 4')
    await page.goto(`http://localhost:${editorPort}/edit/#/collections/translations-ar/entries/ar-pages-AboutUs`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('من نحن اليوم')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(state).toContainText('Unpublished changes: 5')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const name = page.getByRole('dialog', { name: 'Who are you?' })
    await name.getByLabel('Your name').fill('Sita Rai')
    await name.getByLabel('Your email address').fill('sita@example.org')
    await name.getByRole('button', { name: 'Publish' }).click()
    await expect(state).toContainText('Published.')
    expect(git('log', '-1', '--format=%an <%ae> %s')).toMatch(/^Sita Rai <sita@example.org> Change .*pages\/AboutUs/)
    expect(timed('From the timer to the live text')).toMatchObject({ code: 0 })
    expect(await about()).toContain('Who we are today')
    await expect(state).toContainText(/Live since \d/)
    const arabic = await (await request.get(`${live}/ar/AboutUs`)).text()
    expect(arabic).toMatch(/<html[^>]* lang="ar" dir="rtl"/)
    for (const words of ['من نحن اليوم', 'القائمة', 'تبرع']) expect(arabic).toContain(words)
    // What has no translation is English, and says so.
    expect(arabic).toMatch(/<div lang="en" dir="ltr">.*What we do/s)
    expect(arabic).toMatch(/ lang="en">Light version, /)

    await page.getByRole('button', { name: 'Take back what was published' }).click()
    await expect(state).toContainText('Published.')
    expect(timed('Until it is taken back')).toMatchObject({ code: 0 })
    expect(await about()).not.toContain('Who we are today')
    expect((await request.get(`${live}/ar/AboutUs`)).status()).toBe(404)

    // A mistake that was made by hand and pushed is not taken live, and not tried again.
    const file = path.join(charity, 'content/pages/AboutUs.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('title:', 'titel:'))
    commit('-am', 'Break it')
    git('push', '--quiet', 'origin', 'HEAD:main')
    expect(machine.update('--if-new')).toMatchObject({ code: 1, output: expect.stringContaining('"title"') })
    expect(machine.update('--if-new')).toMatchObject({ code: 0, output: '' })
    expect((await request.get(`${live}/AboutUs`)).status()).toBe(200)
    await expect(state).toContainText('Not live: The check of the content found mistakes.')
    // To the release that had the other title.
    const [published = ''] = git('log', '--format=%h', '--author=Sita', '--reverse').split('\n')
    const release = `${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()}.${published}`
    expect(machine.update(release)).toMatchObject({ code: 0 })
    expect(await about()).toContain('Who we are today')
    expect((await request.get(`${live}/ar/AboutUs`)).status()).toBe(200)
  } finally {
    editor.kill('SIGINT')
  }
  expect(readdirSync(charity).sort()).toEqual(
    ['.git', '.gitignore', '.github', 'README.md', 'answers.yaml', 'content'].sort(),
  )
  expect(existsSync(path.join(charity, 'data'))).toBe(false)
})
