/**
 * Builds and serves a copy of the site with generated stories, photos and pages, and measures what grows with them: the build, memory,
 * sizes, and the time of a first and of a later response. For `npm run bench -- --growth`.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { addressIn, languageCodes } from '#lib/platform/languages/index.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { copyCheckout } from './copied-checkout.ts'
import { type Growth, growContent } from './growth-content.ts'
import { root, start, waitForResponse } from './processes.ts'
import { familyMs, processorMs } from './processor-time.ts'

type Options = Growth & {
  /** Of the load. */
  seconds: number
  port: number
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const megabytes = (kilobytes: number) => Math.round(kilobytes / 1024)

/** Of a process, in MB. https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function memoryOf(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => megabytes(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]))
  return { now: field('VmRSS'), highest: field('VmHWM') }
}

/** Of Node, as in `npm start`. */
function startArguments(): string[] {
  const manifest: { scripts: { start: string } } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return manifest.scripts.start.split(' ').slice(1)
}

export async function measureGrowth({ seconds, port, ...growth }: Options): Promise<void> {
  const checkout = copyCheckout()
  growContent(path.join(checkout, 'content'), growth)
  const loaded = loadContent(path.join(checkout, 'content'))
  if (!loaded.ok) throw new Error(`The generated content is not valid: ${loaded.problems[0]?.message}`)
  const { stories, photos, pages } = loaded.content
  console.log(`${stories.length} stories, ${photos.length} photos, ${pages.length} pages`)

  const site = `http://localhost:${port}`
  const build = start(path.join(checkout, 'node_modules/.bin/next'), ['build'], {
    cwd: checkout,
    quiet: true,
    env: { SITE_URL: site },
  })
  const started = performance.now()
  const pid = build.pid ?? 0
  let cpu = 0
  const watch = setInterval(() => {
    cpu = familyMs(pid) || cpu
  }, 1000)
  const code = await new Promise((resolve) => build.once('exit', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`The build ended with ${code}.`)
  const say = (what: string, value: string | number) => console.log(`${what.padEnd(46)} ${value}`)
  say('build, seconds', Math.round((performance.now() - started) / 1000))
  say('build, processor seconds', Math.round(cpu / 1000))

  const DATA_DIR = path.join(checkout, 'data')
  const booted = performance.now()
  const server = start(process.execPath, startArguments(), {
    quiet: true,
    cwd: checkout,
    // As the image and the systemd unit set it.
    env: { PORT: String(port), SITE_URL: site, DATA_DIR, LOG_LEVEL: 'error', MALLOC_ARENA_MAX: '2' },
  })
  const serverPid = server.pid ?? 0
  await waitForResponse(`${site}/api/health/ready`)
  say('start, seconds', ((performance.now() - booted) / 1000).toFixed(1))
  await sleep(5000)
  say('memory after the start, MB', memoryOf(serverPid).now)
  const before = processorMs(serverPid)
  await sleep(10_000)
  say('processor time in 10 idle seconds, ms', processorMs(serverPid) - before)

  const get = async (address: string) => {
    const asked = performance.now()
    const response = await fetch(site + address)
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, ms: Math.round(performance.now() - asked), body }
  }
  const lastStory = stories.findLast(({ country }) => country === 'India')
  for (const address of [
    '/India',
    '/India/page/2',
    lastStory?.address ?? '/India',
    `/og${lastStory?.address}.png`,
    photos.at(-1)?.address ?? '/',
    '/FatherDaughterDanceGallery',
    '/FatherDaughterDanceGallery/page/2',
    '/search?q=mirror',
    '/sitemap.xml',
    '/no-such-page',
  ]) {
    const [first, second] = [await get(address), await get(address)]
    const { length } = second.body
    const size = `${Math.round(length / 1024)} KB, gzip ${(gzipSync(second.body).length / 1024).toFixed(1)} KB`
    say(address, `${first.status}, ${first.ms} ms, then ${second.ms} ms; ${size}`)
  }
  say('memory after these, MB', memoryOf(serverPid).now)

  const addresses = [...stories, ...photos, ...pages].map(({ address }) => address)
  // Each language has an index of its own.
  const searches = languageCodes.map((language) => addressIn(language, '/search?q=cleft'))
  let asked = 0
  const nextAddress = () => {
    const turn = asked++
    // Scattered: a step that has no divisor in common with most lengths.
    return turn % 20 === 0 ? searches[(turn / 20) % searches.length] : addresses[(turn * 7919) % addresses.length]
  }
  const load = await autocannon({
    url: site,
    connections: 8,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: nextAddress() ?? '/',
          headers: { 'accept-encoding': 'gzip, br' },
        }),
      },
    ],
  })
  say('scattered pages a second', Math.round(load.requests.average))
  say('of them p50, p99, ms', `${load.latency.p50}, ${load.latency.p99}`)
  say('errors', load.non2xx + load.errors)
  const { now, highest } = memoryOf(serverPid)
  say('memory under this load, MB (highest)', `${now} (${highest})`)
  await sleep(10_000)
  say('memory 10 s later, MB', memoryOf(serverPid).now)
}
