/** One address for each page, what is not a page, and requests that no browser sends. */
import { spawnSync } from 'node:child_process'
import { addressIn, splitAddress } from '../../../lib/platform/languages/index.ts'
import { root } from '../../../scripts/support/processes.ts'
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { inParallel, nowhere, onePerKind } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { everyPage } from '../../support/every-page.ts'
import { named } from '../../support/names.ts'
import { printed, spellingsOf, stories } from '../../support/printed-addresses.ts'
import { runProgram } from '../../support/programs.ts'
import { ask } from '../../support/raw-http.ts'
import { served, siteUrl } from '../../support/served.ts'
import { visibleText } from '../../support/visible-text.ts'

const port = testPorts.site
const gallery = '/FatherDaughterDanceGallery'

test('every printed address is a page, and a query leads to the same page', async () => {
  const pages = new Set((await everyPage()).map(({ address }) => address))
  expect([...Object.keys(printed), ...stories].filter((address) => !pages.has(address))).toEqual([])
  await inParallel(onePerKind(), async (address) => {
    if (address === nowhere) return
    const { status, html } = await served(`${address}${address.includes('?') ? '&' : '?'}from=poster`)
    expect(status, address).toBe(200)
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    expect(canonical && new URL(canonical).href, address).toBe(new URL(address.replace(/\?.*/, ''), siteUrl).href)
  })
})

// tests/unit/routes/routes.test.ts resolves every spelling of every address.
test('old and misspelt addresses redirect permanently in one step, and keep the query', async () => {
  const aliases = Object.entries(printed).flatMap(([address, others]) => others.map((alias) => ({ alias, address })))
  const misspelt = ['/', '/India', '/AboutUs', '/DonateIndia', stories[0] ?? ''].flatMap((address) =>
    spellingsOf(address).map((alias) => ({ alias, address })),
  )
  await inParallel([...aliases, ...misspelt], async ({ alias, address }) => {
    const { status, headers } = await served(`${alias}?from=poster&reason=5`)
    expect(status, alias).toBe(308)
    expect(new URL(headers.get('location') ?? '', siteUrl).href, alias).toBe(
      `${siteUrl}${address}?from=poster&reason=5`,
    )
  })
})

test('an unknown page is answered 404 with the header, the footer and links to other pages; an unknown file or route with 404', async () => {
  const pages = [
    '/no/such/page',
    '/Indi',
    '/India/stories',
    '/India/stories/the-501st',
    named('/{secondSlug}/no-such-post'),
    '/forms/no-such-form',
    '/%E0%A4%A',
    '/hi/no/such/page',
    '/hi/India/stories/the-501st',
    '/sw/forms/no-such-form',
    '/edit',
    '/admin',
    ...['/photo/999', '/photo/1', '/page/1', '/page/99'].map((part) => gallery + part),
  ]
  const files = [
    '/og/Nowhere.png',
    '/calendar/nowhere.ics',
    '/newsletters/1999-01.pdf',
    '/gallery/181.svg',
    '/gallery/stored/001.jpg',
    '/wp-login.php',
    '/api/no-such-route',
    '/_sandbox/requests',
    '/v1/checkout/sessions',
    '/sandbox-stripe.js',
    '/api/v1.0/email/send',
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
  for (const [fragment, addresses] of Object.entries({
    'campaign-8483': [
      '/CraniofacialSurgeries',
      '/AntiHumanTrafficking',
      '/OurValues',
      '/OurStrategy',
      '/InnovativeSolutions',
      named('/{founderSlug}'),
    ],
    'campaign-8479': [named('/{founderSlug}')],
  }))
    for (const address of addresses) {
      const { html } = await served(address)
      const target = html.slice(html.indexOf(`id="${fragment}"`)).split('</section>')[0]
      expect(target, `${address}#${fragment}`).toMatch(/^id=[\s\S]*<a [^>]*href="\/(give|Donate)/)
    }
})

// tests/unit/server/request-gate.test.ts has every method and target; these show what Next makes of what the gate lets through.
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

test('headers of Next’s router change neither the answer nor the page cache', async () => {
  const story = '/India/stories/the-500th'
  for (const headers of [
    {},
    { 'next-url': '/India' },
    { rsc: '1', 'next-router-prefetch': '1', 'next-url': '/India', 'next-router-state-tree': '[]' },
    { 'x-middleware-prefetch': '1' },
    { 'x-nextjs-data': '1' },
    {},
  ] as Record<string, string>[]) {
    const { status, headers: answered, body } = await ask(port, `GET ${story}`, headers)
    expect(status).toBe(200)
    expect(answered['content-type']).toContain('text/html')
    expect(body).toContain('<article')
    expect(body).not.toMatch(/<meta name="robots" content="noindex/)
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
