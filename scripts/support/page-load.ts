/**
 * Requests per second for one page: by the site, by a bare Next app under `next start`, and by nginx (if installed) serving the same bytes
 * and headers from a file. Servers with two processes get the load of two programs with half of the connections each. For `npm run bench`.
 * Uses wrk if it is installed; autocannon is slower than nginx and would be the bottleneck.
 */
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { start, waitForResponse } from './processes.ts'
import { median } from './visit-bench.ts'

const connections = 32
/** For nginx with one and with two workers. */
const nginxPorts = [3203, 3204] as const
const plainPort = 3205

const isInstalled = (program: string, option: string) => spawnSync(program, [option]).error === undefined

type Load = { url: string; seconds: number; connections: number }

async function byWrk({ url, seconds, connections }: Load): Promise<number> {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'accept-encoding: gzip', url]
  const { stdout: report } = await promisify(execFile)('wrk', options)
  if (/Non-2xx/.test(report)) throw new Error(`${url} answered with an error under load.`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1])
}

async function byAutocannon({ url, seconds, connections }: Load): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' }
  const { non2xx, requests } = await autocannon({ url, connections, duration: seconds, headers })
  if (non2xx > 0) throw new Error(`${url} answered ${non2xx} times with an error under load.`)
  return requests.average
}

/** Headers that nginx sets itself. */
const ofTheServer = /^(connection|keep-alive|date|content-|etag|vary|transfer-encoding)/

/** The bytes as sent; fetch would decompress them. */
async function compressedResponse(url: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { 'accept-encoding': 'gzip' } }, resolve).once('error', reject),
  )
  return { headers: answer.headers, bytes: await buffer(answer) }
}

/** Serves the response of the URL `page` from a compressed file. Returns the new URL, or null without nginx. */
async function startNginx(page: string, workers: 1 | 2): Promise<string | null> {
  if (!isInstalled('nginx', '-v')) return null
  const port = nginxPorts[workers - 1]
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-nginx-'))
  // When started by root, its workers run as another user.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { headers: sent, bytes } = await compressedResponse(page)
  const headers = Object.entries(sent).filter(([name]) => !ofTheServer.test(name))
  writeFileSync(path.join(folder, 'page.gz'), bytes)
  writeFileSync(path.join(folder, 'page'), gunzipSync(bytes))
  const quoted = (text: string) => `'${text.replaceAll(/['\\$]/g, (one) => `\\${one}`)}'`
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; worker_processes ${workers}; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; default_type 'text/html; charset=utf-8';
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  server {
    listen 127.0.0.1:${port}; root ${folder}; gzip_static on; gzip_vary on;
    ${headers.map(([name, value]) => `add_header ${name} ${quoted(String(value))};`).join('\n    ')}
  }
}
`,
  )
  start('nginx', ['-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')], { quiet: true })
  const url = `http://127.0.0.1:${port}/page`
  await waitForResponse(url)
  return url
}

/** The same response from a server that does nothing else: what node:http itself costs. */
async function startPlainNode(page: string): Promise<string> {
  const { headers: sent, bytes } = await compressedResponse(page)
  const headers = Object.entries(sent).filter(([name]) => !/^(connection|keep-alive|date)$/.test(name))
  const server = `const body = Buffer.from('${bytes.toString('base64')}', 'base64')
require('node:http').createServer((_, response) => response.writeHead(200, ${JSON.stringify(headers.flat())}).end(body)).listen(${plainPort})`
  start(process.execPath, ['--eval', server], { quiet: true })
  const url = `http://localhost:${plainPort}/`
  await waitForResponse(url)
  return url
}

type Options = { site: string; secondSite: string; bare: string; seconds: number; rounds: number }
type Row = { 'requests/s': number; 'times bare': string; 'of nginx with as many processes': string }

/**
 * `site`, `secondSite` (another process of it) and `bare`: the URL of one page each. The servers take turns; each row has the median of
 * its rounds.
 */
export async function pageLoad({ site, secondSite, bare, seconds, rounds }: Options): Promise<Record<string, Row>> {
  const requestsPerSecond = isInstalled('wrk', '-v') ? byWrk : byAutocannon
  const [oneWorker, twoWorkers] = [await startNginx(site, 1), await startNginx(site, 2)]
  type Server = { name: string; urls: (string | null)[]; rate: number[] }
  const servers: Server[] = [
    { name: 'bare Next app, next start', urls: [bare], rate: [] },
    { name: 'node:http, nothing else', urls: [await startPlainNode(site)], rate: [] },
    { name: 'this site, one process', urls: [site], rate: [] },
    { name: 'this site, two processes', urls: [site, secondSite], rate: [] },
    { name: 'nginx, one worker', urls: [oneWorker], rate: [] },
    { name: 'nginx, two workers', urls: [twoWorkers, twoWorkers], rate: [] },
  ]
  const installed = servers.filter(({ urls }) => !urls.includes(null))
  for (let round = 0; round < rounds; round++)
    for (const { urls, rate } of installed) {
      const loads = urls.map((url) =>
        requestsPerSecond({ url: String(url), seconds, connections: connections / urls.length }),
      )
      rate.push((await Promise.all(loads)).reduce((sum, one) => sum + one))
    }
  const rateOf = (name: string) => median(servers.find((server) => server.name === name)?.rate ?? [])
  const row = ({ urls, rate }: Server): Row => {
    const nginx = rateOf(urls.length === 1 ? 'nginx, one worker' : 'nginx, two workers')
    return {
      'requests/s': Math.round(median(rate)),
      'times bare': (median(rate) / rateOf('bare Next app, next start')).toFixed(1),
      'of nginx with as many processes': nginx ? (median(rate) / nginx).toFixed(2) : 'not installed',
    }
  }
  return Object.fromEntries(installed.map((server) => [server.name, row(server)]))
}
