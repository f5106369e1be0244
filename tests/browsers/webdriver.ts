/**
 * A thin WebDriver client for Debian's Firefox and WebKitGTK, neither of which Playwright can drive. selenium-webdriver and webdriver would
 * need geckodriver, which Debian does not package; Firefox takes the same commands itself, through Marionette.
 * https://www.w3.org/TR/webdriver2/, https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { install } from '../../scripts/support/browser.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'

/** Debian's. WebKit needs a screen, if only a virtual one. */
const installedBrowsers = {
  firefox: '/usr/bin/firefox-esr',
  webkit: '/usr/bin/WebKitWebDriver',
  screen: '/usr/bin/Xvfb',
} as const

/** Installs {@link installedBrowsers}. @throws with instructions when it cannot. */
export async function ensureFirefoxAndWebKit(): Promise<void> {
  const missing = () => Object.values(installedBrowsers).some((file) => !existsSync(file))
  const packages = 'firefox-esr webkit2gtk-driver xvfb'
  if (missing()) await install(packages)
  if (missing())
    throw new Error(`Firefox and WebKit could not be installed. On Debian: sudo apt-get install ${packages}`)
}

export type BrowserName = 'firefox' | 'webkit'

/** Marionette's names of the commands, with their methods and addresses in WebDriver. `:id` is a parameter. */
const commands = {
  NewSession: ['POST', ''],
  DeleteSession: ['DELETE', ''],
  Navigate: ['POST', '/url'],
  SetWindowRect: ['POST', '/window/rect'],
  ExecuteScript: ['POST', '/execute/sync'],
  ElementClick: ['POST', '/element/:id/click'],
  ElementClear: ['POST', '/element/:id/clear'],
  ElementSendKeys: ['POST', '/element/:id/value'],
  SwitchToFrame: ['POST', '/frame'],
} as const

type Send = (command: keyof typeof commands, parameters?: Record<string, unknown>) => Promise<unknown>
/** `home`: an empty folder for the browser's profile. */
type Start = (home: string) => Promise<{ send: Send; programs: ChildProcess[] }>

/** Milliseconds. */
const patience = 15_000

/** Repeats `act` until it has a result. A command fails while its page or frame is being replaced. */
async function patiently<T>(what: string, act: () => Promise<T | false | null>): Promise<T> {
  const end = Date.now() + patience
  let cause: unknown
  while (Date.now() < end) {
    try {
      const result = await act()
      if (result !== false && result !== null) return result
    } catch (error) {
      cause = error
    }
    await sleep(100)
  }
  throw new Error(`Not within ${patience / 1000} seconds: ${what}`, { cause })
}

const preferences = {
  // Any free port.
  'marionette.port': 0,
  // No requests to Mozilla.
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

type Answer = [error: { message: string } | null, result: unknown]

const startFirefox: Start = async (home) => {
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(path.join(home, 'user.js'), lines.join('\n'))
  const firefox = spawn(installedBrowsers.firefox, ['--headless', '--marionette', '--no-remote', '--profile', home], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home },
  })
  const readPort = async () => Number(readFileSync(path.join(home, 'MarionetteActivePort'), 'utf8'))
  const socket = connect(await patiently('Firefox listens', readPort), '127.0.0.1')
  const waiting = new Map<number, (answer: Answer) => void>()
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      // Each message follows its length in bytes and a colon.
      const start = received.indexOf(':') + 1
      const end = start + Number(received.toString('utf8', 0, start - 1))
      if (start === 0 || received.length < end) return
      const message: unknown = JSON.parse(received.toString('utf8', start, end))
      received = received.subarray(end)
      // The greeting is not a list.
      if (Array.isArray(message)) waiting.get(message[1])?.([message[2], message[3]])
    }
  })
  await once(socket, 'connect')
  let last = 0
  const send: Send = async (command, parameters = {}) => {
    const id = ++last
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [error, result] = await answered
    if (error) throw new Error(`Firefox, ${command}: ${error.message}`)
    return result !== null && typeof result === 'object' && 'value' in result ? result.value : result
  }
  return { send, programs: [firefox] }
}

const startWebKit: Start = async (home) => {
  const screen = spawn(
    installedBrowsers.screen,
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const [display] = await once(screen.stdout, 'data')
  const port = testPorts.site + 10
  const driver = spawn(installedBrowsers.webkit, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: home, XDG_RUNTIME_DIR: home },
  })
  const origin = `http://127.0.0.1:${port}`
  let session = '/session'
  const send: Send = async (command, { id, ...parameters } = {}) => {
    const [method, address] = commands[command]
    const body = JSON.stringify(address.includes(':id') ? parameters : { id, ...parameters })
    const response = await fetch(origin + session + address.replace(':id', String(id)), {
      method,
      ...(method === 'POST' && { body }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`WebKit, ${command}: ${value?.error} ${value?.message}`)
    if (command === 'NewSession') session += `/${value.sessionId}`
    return value
  }
  await patiently('WebKitWebDriver listens', () => fetch(`${origin}/status`))
  return { send, programs: [driver, screen] }
}

/** How WebDriver names an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Element = Record<typeof elementKey, string>

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { enter: '\uE007', escape: '\uE00C' } as const

/** Finds the first visible element that a visitor would call by a name, in the open dialog if there is one. */
const finder = `
  const [selector, source] = arguments
  const wanted = new RegExp(source)
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  return [...within.querySelectorAll(selector)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    [...(one.labels ?? [])].map(({ innerText }) => innerText)
      .concat(one.ariaLabel, one.title, one.innerText)
      .some((name) => wanted.test((name ?? '').replace(/\\s+/g, ' ').trim()))
  ) ?? null`

/** A visitor in a window of a new browser. Every method waits for what it needs. */
export async function startVisitor(browser: BrowserName) {
  const home = mkdtempSync(path.join(tmpdir(), `${browser}-`))
  const { send, programs } = await (browser === 'firefox' ? startFirefox : startWebKit)(home)
  await send('NewSession', { capabilities: { alwaysMatch: {} } })
  await send('SetWindowRect', { width: 1280, height: 900 })

  /** Runs the body of a function in the page or the frame. */
  const run = (script: string, ...args: unknown[]) => send('ExecuteScript', { script, args })

  /** Acts on what has this label or these words, in full if they are a string; again while something still moves over it. */
  const withElement = (
    name: string | RegExp,
    act: (id: string, element: Element) => Promise<unknown>,
    selector = 'a, button, summary, input, textarea',
  ) => {
    const pattern = typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source
    return patiently(`${browser} shows ${name}`, async () => {
      const element = (await run(finder, selector, pattern)) as Element | null
      if (!element) return false
      await act(element[elementKey], element)
      return true
    })
  }

  return {
    run,
    open: (address: string) => send('Navigate', { url: `http://localhost:${testPorts.site}${address}` }),
    click: (name: string | RegExp, selector?: string) =>
      withElement(name, (id) => send('ElementClick', { id }), selector),
    type: (name: string | RegExp, text: string) =>
      withElement(name, async (id) => {
        // In a frame of another origin WebKit gives the focus only to what was clicked.
        await send('ElementClick', { id })
        await send('ElementClear', { id })
        await send('ElementSendKeys', { id, text })
      }),
    /** Where the focus is. */
    async press(key: keyof typeof keys) {
      const { [elementKey]: id } = (await run('return document.activeElement')) as Element
      await send('ElementSendKeys', { id, text: keys[key] })
    },
    sees: (words: string) =>
      patiently(`${browser} shows ${words}`, async () =>
        String(await run('return document.body.innerText')).includes(words),
      ),
    /** Waits until an expression is true in the page. */
    until: (expression: string) => patiently(expression, async () => Boolean(await run(`return ${expression}`))),
    enterFrame: (title: string) =>
      withElement(title, (element, id) => send('SwitchToFrame', { id, element }), 'iframe'),
    leaveFrame: () => send('SwitchToFrame', { id: null }),
    async stop() {
      await send('DeleteSession')
      for (const program of programs) {
        program.kill()
        if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type Visitor = Awaited<ReturnType<typeof startVisitor>>
