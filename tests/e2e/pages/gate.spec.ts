/** Responses of the built site to unusual requests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { staticHeaders } from '../../../lib/http/security-headers.ts'
import { root } from '../../../scripts/support/processes.ts'
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { expect, test } from '../../support/browser-test.ts'
import { ask } from '../../support/raw-http.ts'
import { siteUrl } from '../../support/served.ts'

const port = testPorts.site

/** The text of a page, without text that needs scripts. */
const visibleWords = (html: string) =>
  html
    .replace(/<(script|style|template|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .trim()

for (const [line, status] of [
  ['TRACE /', 405],
  ['OPTIONS *', 400],
  ['OPTIONS /India', 405],
  ['PUT /India', 405],
  ['PROPFIND /Donate', 405],
  ['POST /Donate', 405],
  ['POST /India.rsc', 405],
  ['GET *', 400],
  ['GET http://evil.example/India', 421],
  ['GET /India.rsc', 404],
  ['GET /India.segments/_tree.segment.rsc', 404],
  ['GET /_global-error', 404],
  ['GET /_not-found', 404],
  ['GET /_next/image?url=%2Ficon.svg&w=64&q=75', 404],
  ['GET /_next/data/build/India.json', 404],
  ['GET /index', 404],
  ['GET /[country]/', 404],
  ['GET /api%2fhealth', 404],
  ['GET /Donate%0d%0aX:1', 404],
  ['GET /%00', 404],
  ['GET /\\evil.example', 404],
  ['GET /%5cevil.example', 404],
  ['GET /%2e%2e/package.json', 404],
  ['GET /api/toString', 404],
] as const)
  test(`${line} is answered ${status} with text and no internals`, async () => {
    const answer = await ask(port, line)
    expect(answer.status).toBe(status)
    expect(answer.headers.location).toBeUndefined()
    expect(visibleWords(answer.body).length).toBeGreaterThan(40)
    expect(answer.body).not.toMatch(/\.(js|ts|mjs):\d+/)
  })

test('addresses with two slashes never redirect to another site', async () => {
  for (const target of [
    '//evil.example',
    '//evil.example/%2f..',
    '/%2f/evil.example',
    '/India//stories',
    '///donate',
  ]) {
    const { status, headers } = await ask(port, `GET ${target}`)
    expect([301, 307, 308, 404], target).toContain(status)
    if (headers.location) expect(new URL(headers.location, siteUrl).origin, target).toBe(siteUrl)
  }
})

test('an upgrade request to a redirecting address is answered', async () => {
  for (const target of ['/donate', '/India', '/DonateIndia']) {
    const answer = await ask(port, `GET ${target}`, { connection: 'Upgrade, close', upgrade: 'websocket' })
    expect([200, 308], target).toContain(answer.status)
  }
})

test('the page cache of a story cannot be poisoned', async () => {
  const story = '/India/stories/the-500th'
  for (const headers of [
    { 'next-url': '/India' },
    { rsc: '1', 'next-url': '/India', 'next-router-state-tree': '[]' },
    { 'x-middleware-prefetch': '1' },
    { 'x-nextjs-data': '1' },
  ])
    await ask(port, `GET ${story}`, headers as Record<string, string>)
  for (let visit = 0; visit < 2; visit++) {
    const { status, headers, body } = await ask(port, `GET ${story}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain('<article')
    expect(body).not.toMatch(/<meta name="robots" content="noindex/)
  }
})

test('redirects, 304 responses, built files, rejections and API routes have the static security headers', async ({
  request,
}) => {
  const page = await request.get('/India')
  const stylesheet = /href="(\/_next\/static\/[^"]+\.css[^"]*)"/.exec(await page.text())?.[1] ?? ''
  const etag = page.headers().etag ?? ''
  const answers = {
    redirect: await ask(port, 'GET /donate'),
    unchanged: await ask(port, 'GET /India', { 'if-none-match': etag }),
    stylesheet: await ask(port, `GET ${stylesheet}`),
    'missing file': await ask(port, 'GET /_next/static/nothing.js'),
    refusal: await ask(port, 'PUT /India'),
    health: await ask(port, 'GET /api/health'),
    problem: await ask(port, 'POST /api/enquiries', { 'content-type': 'text/plain', 'content-length': '0' }),
    'old browser': await ask(port, 'HEAD /DonateIndia'),
  }
  expect([answers.redirect.status, answers.unchanged.status, answers.stylesheet.status]).toEqual([308, 304, 200])
  for (const [name, { headers }] of Object.entries(answers))
    for (const { key, value } of staticHeaders) expect(headers[key.toLowerCase()], `${name}: ${key}`).toBe(value)
})

test('health checks accept any host, pages do not', async () => {
  expect((await ask(port, 'GET /api/health', { host: '8.8.8.8' })).status).toBe(200)
  expect((await ask(port, 'GET /India', { host: 'evil.example' })).status).toBe(421)
})

test('a second server on a port in use exits with code 1 and one sentence', async () => {
  const server = spawn(process.execPath, ['--conditions=react-server', 'scripts/serve.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: 'test-results/data', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(server, 'close')
  expect(code).toBe(1)
  const entries = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining(`Port ${port} is in use.`) }),
  )
})
