/** What is no page, what no browser sends, and what old links lead to. tests/unit/routes/routes.test.ts resolves every spelling of every address. */
import { spawnSync } from 'node:child_process'
import { addressIn, splitAddress } from '../../../lib/platform/languages/index.ts'
import { root } from '../../../scripts/support/processes.ts'
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { apiRoutes, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { named } from '../../support/names.ts'
import { runProgram } from '../../support/programs.ts'
import { ask } from '../../support/raw-http.ts'
import { served, siteUrl } from '../../support/served.ts'
import { visibleText } from '../../support/visible-text.ts'

const port = testPorts.site
const gallery = '/FatherDaughterDanceGallery'

test('an unknown page is answered 404 with the header, the footer and links to other pages; an unknown file or route with 404', async () => {
  const pages = [
    ...['/no/such/page', '/Indi', '/India/stories', '/India/stories/the-501st', '/forms/no-such-form', '/%E0%A4%A'],
    ...['/hi/no/such/page', '/hi/India/stories/the-501st', '/sw/forms/no-such-form', '/edit', '/admin'],
    ...['/photo/999', '/photo/1', '/page/1', '/page/99'].map((part) => gallery + part),
    named('/{secondSlug}/no-such-post'),
  ]
  const files = [
    ...['/og/Nowhere.png', '/calendar/nowhere.ics', '/newsletters/1999-01.pdf', '/gallery/181.svg', '/wp-login.php'],
    ...['/gallery/stored/001.jpg', '/api/no-such-route', '/_sandbox/requests', '/v1/checkout/sessions'],
    ...['/sandbox-stripe.js', '/api/v1.0/email/send'],
  ]
  await inParallel([...pages, ...files], async (address) => {
    const { status, html } = await served(address)
    expect(status, address).toBe(404)
    if (files.includes(address)) return
    expect(html, address).toMatch(/<header[\s>][\s\S]*<footer[\s>]/)
    expect(html, address).toContain('name="robots" content="noindex')
    const { language } = splitAddress(address)
    expect(html, address).toContain(`<html lang="${language}"`)
    for (const link of ['/', '/India', '/ContactUs', '/give'])
      expect(html, address).toContain(`href="${addressIn(language, link)}"`)
  })
})

test('nothing of the editor is in what the build serves', () => {
  const folders = ['.next/static', '.next/server', 'public']
  const { stdout, stderr } = spawnSync('grep', ['-rli', 'sveltia', '--exclude=*.map', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stdout + stderr).toBe('')
})

test('links that once sent visitors to give still lead to a place where one can', async () => {
  const founder = named('/{founderSlug}')
  for (const link of [
    ...['/CraniofacialSurgeries', '/AntiHumanTrafficking', '/OurValues', '/OurStrategy', '/InnovativeSolutions'].map(
      (address) => `${address}#campaign-8483`,
    ),
    ...[`${founder}#campaign-8483`, `${founder}#campaign-8479`],
  ]) {
    const [address = '', fragment] = link.split('#')
    const { html } = await served(address)
    const target = html.slice(html.indexOf(`id="${fragment}"`)).split('</section>')[0]
    expect(target, link).toMatch(/^id=[\s\S]*<a [^>]*href="\/(give|Donate)/)
  }
})

// tests/unit/server/site-server.test.ts has every method and target; these show what Next makes of what is let through.
test('odd methods and targets are answered with text and no internals, and never redirect to another site', async () => {
  for (const [line, status] of [
    ['PUT /India', 405],
    ['GET http://evil.example/India', 421],
    ['GET /India.rsc', 404],
    ['GET /_next/image?url=%2Ficon.svg&w=64&q=75', 404],
    ['GET /[country]/', 404],
    ['GET /Donate%0d%0aX:1', 404],
    ['GET /%5cevil.example', 404],
    ['GET /api/toString', 404],
  ] as const) {
    const response = await ask(port, line)
    expect(response.status, line).toBe(status)
    expect(response.headers.location, line).toBeUndefined()
    expect(visibleText(response.body).length, line).toBeGreaterThan(40)
    expect(response.body, line).not.toMatch(/\.(js|ts|mjs):\d+/)
  }
  for (const target of ['//evil.example', '//evil.example/%2f..', '/%2f/evil.example', '///donate']) {
    const { status, headers } = await ask(port, `GET ${target}`)
    expect([301, 307, 308, 404], target).toContain(status)
    if (headers.location) expect(new URL(headers.location, siteUrl).origin, target).toBe(siteUrl)
  }
  for (const target of ['/donate', '/India', '/DonateIndia']) {
    const { status } = await ask(port, `GET ${target}`, { connection: 'Upgrade, close', upgrade: 'websocket' })
    expect([200, 308], target).toContain(status)
  }
})

/** Signed by Stripe; a browser's reports, which change nothing; and the counting of visits, which is off in the tests. */
const fromAnywhere = ['/api/stripe/webhook', '/api/reports', '/api/analytics']

test('every route that takes a form refuses the page of another site', async () => {
  const routes = apiRoutes().filter(({ address, method }) => method === 'POST' && !fromAnywhere.includes(address))
  expect(routes.length).toBeGreaterThan(8)
  for (const { address } of routes) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
    expect((await fetch(siteUrl + address, { method: 'POST', body: 'a=b', headers })).status, address).toBe(403)
  }
})

test('a second server on a port in use exits with code 69 and one sentence', async () => {
  const env = { PORT: String(port), DATA_DIR: 'test-results/data', LOG_LEVEL: 'error' }
  const { code, stdout, stderr } = await runProgram('scripts/serve.ts', [], { env })
  expect(code).toBe(69)
  const lines = `${stdout}${stderr}`.trim().split('\n')
  const messages = lines.map((line) => JSON.parse(line).message)
  expect(messages).toContainEqual(expect.stringContaining(`Port ${port} is in use.`))
})
